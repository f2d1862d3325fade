#pragma once

// Attention that keeps every number on the way: each stage is a member of a struct, a matrix with its axes.
// They are Boost.Hana Structs: trace/record.hpp walks over their members, and trace/provenance.hpp tells what
// a number was made of. These two bring strings, and are no part of attest.hpp.

#include <attest/algebra.hpp>
#include <attest/attention.hpp>
#include <attest/axis.hpp>
#include <attest/heads.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/multi_head.hpp>
#include <attest/multiply_add.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <boost/hana/define_struct.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>

namespace attest {

/// Trace, if the keys are in one tile, within which attention scales nothing down: there is no stage for
/// that. The name is what compilers print.
template <class Key, class Trace>
    requires(Key::extent <= detail::keys_per_tile)
using a_trace_has_at_most_128_keys = Trace;

/// What attention(q, k, v) computes, in its order. What the mask hides is 0 in masked, exponentials and
/// weights, and what the score of a sink is for comes before what is made of it.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value>
struct AttentionTrace {
    using Queries = Matrix<T, Query, Head>;
    using Keys = Matrix<T, Key, Head>;
    using Values = Matrix<T, Key, Value>;
    using Scores = Matrix<T, Query, Key>;
    using PerQuery = Matrix<T, Query, Single<1>>;
    using Mixture = Matrix<T, Query, Value>;
    BOOST_HANA_DEFINE_STRUCT(AttentionTrace,
                             (Queries, q),
                             (Keys, k),
                             (Values, v),
                             (Scores, raw),
                             (Scores, scaled),
                             (Scores, masked),
                             (PerQuery, sink),
                             (PerQuery, largest),
                             (PerQuery, sink_exponential),
                             (Scores, exponentials),
                             (PerQuery, sums),
                             (Scores, weights),
                             (Mixture, mixed),
                             (Mixture, output));

    /// Which scores take part.
    Matrix<bool, Query, Key> kept;
    /// Whether there is a mask, a change of scores, and a sink.
    bool is_masked = false;
    bool is_changed = false;
    bool has_sink = false;
};

namespace detail {

/// The same rows under an axis that has as many of them.
template <Axis To, Axis From, Axis Cols, class T>
constexpr Matrix<T, To, Cols> with_rows(const Matrix<T, From, Cols>& m) {
    return generate<Matrix<T, To, Cols>>([&](auto i, auto j) { return m.elements[i][j]; });
}

/// The stages of one query, from its scores in their unit on.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value>
constexpr void trace_query(AttentionTrace<T, Query, Key, Head, Value>& trace,
                           std::size_t i,
                           const Matrix<T, Query, Key>& scores,
                           const ScoreUnit<T>& unit,
                           const Sink<T>& sink) {
    OnlineRow<T, PlainRow<T, Value::extent>> row(sink, unit.unit);
    const T sinks_score = row.largest;
    row.template see<Key::extent>(
        {0, Key::extent}, unit.scale, [&](auto j) { return trace.kept.elements[i][j]; },
        [&](auto j) { return scores.elements[i][j]; },
        [&](auto j) -> const auto& { return trace.v.elements[j]; });
    trace.largest.elements[i][0] = row.largest;
    trace.sums.elements[i][0] = row.sum;
    if (sink.takes_part) {
        trace.sink.elements[i][0] = sinks_score;
        trace.sink_exponential.elements[i][0] = row.weight_of(sinks_score, unit.scale);
    }
    const T share = row.sum == 0 ? T{0} : 1 / row.sum;
    for (std::size_t j = 0; j < Key::extent; ++j) {
        if (!trace.kept.elements[i][j]) continue;
        trace.masked.elements[i][j] = trace.scaled.elements[i][j];
        trace.exponentials.elements[i][j] = row.weight_of(scores.elements[i][j], unit.scale);
        trace.weights.elements[i][j] = rounded_product(share, trace.exponentials.elements[i][j]);
    }
    std::ranges::copy(row.mixed.elements, trace.mixed.elements[i]);
    std::ranges::copy(row.finish().elements, trace.output.elements[i]);
}

}  // namespace detail

/// attention(q, k, v, mask, change, sink) with all its stages, and the same bits in output. The exponentials
/// are of raw scores, e^((raw - largest) / sqrt(d_k)), or of scaled ones, e^(scaled - largest), where a
/// change made these; a weight is an exponential times 1 / sum, and the output what is mixed times 1 / sum.
/// More than 128 keys are refused.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, class Rule = KeepAll, class Change = Unchanged>
constexpr a_trace_has_at_most_128_keys<Key, AttentionTrace<T, Query, Key, Head, Value>> trace_attention(
    const Matrix<T, Query, Head>& q,
    const Matrix<T, Key, Head>& k,
    const Matrix<T, Key, Value>& v,
    const Mask<Query, Key, Rule>& mask = {},
    const ScoreChange<T, Query, Key, Change>& change = {},
    const Sink<T>& sink = {}) {
    constexpr auto unit = detail::score_unit<T, Change, Head::extent>;
    AttentionTrace<T, Query, Key, Head, Value> trace;
    trace.q = q;
    trace.k = k;
    trace.v = v;
    trace.is_masked = !std::same_as<Rule, KeepAll>;
    trace.is_changed = !std::same_as<Change, Unchanged>;
    trace.has_sink = sink.takes_part;
    trace.raw = attest::scores(q, k);
    trace.scaled = attest::scaled<Head>(trace.raw, change);
    trace.kept = generate<Matrix<bool, Query, Key>>([&](auto i, auto j) { return mask.keeps(i, j); });
    for (std::size_t i = 0; i < Query::extent; ++i)
        detail::trace_query(trace, i, trace.is_changed ? trace.scaled : trace.raw, unit, sink);
    return trace;
}

#ifndef __clang__  // GCC tells of a deleted function in half the lines that a failed requirement takes
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, bool a_trace_has_at_most_128_keys = true>
    requires(Key::extent > detail::keys_per_tile)
AttentionTrace<T, Query, Key, Head, Value> trace_attention(const Matrix<T, Query, Head>& q,
                                                           const Matrix<T, Key, Head>& k,
                                                           const Matrix<T, Key, Value>& v,
                                                           const auto&... others) = delete;
#endif

/// What one head of one sequence computes: its three projections, and then attention, where the tokens that
/// ask and those that are asked have axes of their own.
template <Real T, Axis Tokens, Axis Model, Axis Head, Axis Value>
struct HeadTrace {
    using Embeddings = Matrix<T, Tokens, Model>;
    using ToHead = Matrix<T, Model, Head>;
    using ToValue = Matrix<T, Model, Value>;
    using Attention = AttentionTrace<T, Query<Tokens::extent>, Key<Tokens::extent>, Head, Value>;
    BOOST_HANA_DEFINE_STRUCT(HeadTrace,
                             (Embeddings, x),
                             (ToHead, w_q),
                             (ToHead, w_k),
                             (ToValue, w_v),
                             (Attention, attention));
};

/// self_attention(x, w_q, w_k, w_v, mask, change, sink) with all its stages, and the same bits in output,
/// which has Query<n> for Tokens<n>. More than 128 tokens are refused.
template <Axis Tokens,
          Axis Model,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
constexpr a_trace_has_at_most_128_keys<Tokens, HeadTrace<T, Tokens, Model, Head, Value>> trace_self_attention(
    const Matrix<T, Tokens, Model>& x,
    const Matrix<T, Model, Head>& w_q,
    const Matrix<T, Model, Head>& w_k,
    const Matrix<T, Model, Value>& w_v,
    const Mask<Tokens, Tokens, Rule>& mask = {},
    const ScoreChange<T, Tokens, Tokens, Change>& change = {},
    const Sink<T>& sink = {}) {
    using Asking = Query<Tokens::extent>;
    using Asked = Key<Tokens::extent>;
    const auto attention =
        attest::trace_attention(detail::with_rows<Asking>(x * w_q), detail::with_rows<Asked>(x * w_k),
                                detail::with_rows<Asked>(x * w_v), Mask<Asking, Asked, Rule>{mask.rule},
                                ScoreChange<T, Asking, Asked, Change>{change.change}, sink);
    return {x, w_q, w_k, w_v, attention};
}

/// What several heads compute, each by itself, and what becomes of their outputs: side by side in joined, and
/// times w_o in projected.
template <Real T, Axis Tokens, Axis Model, Axis Heads, Axis Head, Axis Value>
struct MultiHeadTrace {
    using Joined = Matrix<T, Tokens, Flat<Heads, Value>>;
    using ToModel = Matrix<T, Flat<Heads, Value>, Model>;
    using Output = Matrix<T, Tokens, Model>;
    BOOST_HANA_DEFINE_STRUCT(MultiHeadTrace, (Joined, joined), (ToModel, w_o), (Output, projected));

    PerHead<Heads, HeadTrace<T, Tokens, Model, Head, Value>> heads;
};

/// multi_head_self_attention(x, weights, mask, changes, sinks) with all its stages, and the same bits in
/// projected. Each head has the weights that it reads, which in a group of grouped-query attention are the
/// same for keys and values. More than 128 tokens are refused.
template <Axis Tokens,
          Axis Model,
          Axis Heads,
          Axis KeyValueHeads,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
constexpr a_trace_has_at_most_128_keys<Tokens, MultiHeadTrace<T, Tokens, Model, Heads, Head, Value>>
trace_multi_head_self_attention(const Matrix<T, Tokens, Model>& x,
                                const MultiHeadWeights<T, Model, Heads, KeyValueHeads, Head, Value>& weights,
                                const Mask<Tokens, Tokens, Rule>& mask = {},
                                const PerHead<Heads, ScoreChange<T, Tokens, Tokens, Change>>& changes = {},
                                const PerHead<Heads, Sink<T>>& sinks = PerHead<Heads, Sink<T>>{}) {
    MultiHeadTrace<T, Tokens, Model, Heads, Head, Value> trace;
    trace.w_o = weights.output;
    PerHead<Heads, Matrix<T, Tokens, Value>> outputs;
    detail::for_each_query_head(weights.query, weights.key, weights.value,
                                [&](std::size_t h, const auto& w_q, const auto& w_k, const auto& w_v) {
                                    trace.heads[h] = attest::trace_self_attention(x, w_q, w_k, w_v, mask,
                                                                                  changes[h], sinks[h]);
                                    outputs[h] = detail::with_rows<Tokens>(trace.heads[h].attention.output);
                                });
    trace.joined = attest::join_heads(outputs);
    trace.projected = trace.joined * weights.output;
    return trace;
}

}  // namespace attest
