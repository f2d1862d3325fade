#pragma once

// Attention by several heads at once, each of its own part of the columns.
//
//     MultiHead(x) = [head_0 ... head_{H-1}] W_o,  head_h = Attention(x W_q^h, m W_k^g, m W_v^g),
//     g = h / (H / KV), where m is x itself or a memory.
//
// With as many key-value heads as query heads, KV = H, this is the multi-head attention of "Attention
// Is All You Need" (Vaswani et al. 2017); with KV = 1, multi-query attention (Shazeer 2019); between
// the two, grouped-query attention (Ainslie et al. 2023). The width of a head is a choice of its own.

#include <attest/algebra.hpp>
#include <attest/alibi_slopes.hpp>
#include <attest/alignment.hpp>
#include <attest/attention.hpp>
#include <attest/axis.hpp>
#include <attest/heads.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <boost/hana/define_struct.hpp>

#include <cstddef>

namespace attest {

/// ALiBi with each head's own slope of alibi_slopes: alibi_per_head<double, Heads<8>, Tokens<3>>().
template <Real T, Axis Heads, Axis Query, Axis Key = Query, class Alignment = AsManyQueriesAsKeys>
constexpr PerHead<Heads, ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, MinusDistance<T>>>>
alibi_per_head(
    const the_alignment_must_be_named_where_extents_differ<Query, Key, Alignment>& alignment = {}) {
    constexpr auto slopes = attest::alibi_slopes<T, Heads>();
    PerHead<Heads, ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, MinusDistance<T>>>> changes;
    for (std::size_t h = 0; h < Heads::extent; ++h)
        changes[h] = attest::alibi<Query, Key>(slopes[h], alignment);
    return changes;
}

namespace detail {

/// Calls attend(h, q, k, v) for each query head h with its queries and the keys and values that it reads.
template <Axis QueryHeads,
          Axis KeyValueHeads,
          Axis Query,
          Axis Key,
          Axis Head,
          Axis Value,
          Real T,
          class Attend>
constexpr void for_each_query_head(const Matrix<T, Query, Flat<QueryHeads, Head>>& q,
                                   const Matrix<T, Key, Flat<KeyValueHeads, Head>>& k,
                                   const Matrix<T, Key, Flat<KeyValueHeads, Value>>& v,
                                   Attend attend) {
    constexpr std::size_t group = QueryHeads::extent / KeyValueHeads::extent;
    const auto queries = attest::split_heads(q);
    const auto keys = attest::split_heads(k);
    const auto values = attest::split_heads(v);
    for (std::size_t h = 0; h < QueryHeads::extent; ++h)
        attend(h, queries[h], keys[h / group], values[h / group]);
}

}  // namespace detail

/// The heads' outputs side by side, before any output projection. Query head h attends to key-value
/// head h / (H / KV): the first H / KV query heads share the first key-value head, and so on. The mask
/// is the same for all heads; each has a change of scores and a sink of its own. H must be a multiple
/// of KV.
template <Axis QueryHeads,
          Axis KeyValueHeads,
          Axis Query,
          Axis Key,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
    requires the_Heads_divide_evenly_among_the_KeyValueHeads<QueryHeads, KeyValueHeads>
constexpr Matrix<T, Query, Flat<QueryHeads, Value>> multi_head_attention(
    const Matrix<T, Query, Flat<QueryHeads, Head>>& q,
    const Matrix<T, Key, Flat<KeyValueHeads, Head>>& k,
    const Matrix<T, Key, Flat<KeyValueHeads, Value>>& v,
    const Mask<Query, Key, Rule>& mask = {},
    const PerHead<QueryHeads, ScoreChange<T, Query, Key, Change>>& changes = {},
    const PerHead<QueryHeads, Sink<T>>& sinks = PerHead<QueryHeads, Sink<T>>{}) {
    PerHead<QueryHeads, Matrix<T, Query, Value>> outputs;
    detail::for_each_query_head(q, k, v,
                                [&](std::size_t h, const auto& q_h, const auto& k_h, const auto& v_h) {
                                    outputs[h] = attest::attention(q_h, k_h, v_h, mask, changes[h], sinks[h]);
                                });
    return attest::join_heads(outputs);
}

/// What all heads give, and the weights that each gave it by.
template <Real T, Axis QueryHeads, Axis Query, Axis Key, Axis Value>
struct OutputAndWeightsPerHead {
    Matrix<T, Query, Flat<QueryHeads, Value>> output;
    PerHead<QueryHeads, Matrix<T, Query, Key>> weights;
};

/// Multi-head attention that shows the weights of each head too. The output has the same bits as without.
template <Axis QueryHeads,
          Axis KeyValueHeads,
          Axis Query,
          Axis Key,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
    requires the_Heads_divide_evenly_among_the_KeyValueHeads<QueryHeads, KeyValueHeads>
constexpr OutputAndWeightsPerHead<T, QueryHeads, Query, Key, Value> multi_head_attention_with_weights(
    const Matrix<T, Query, Flat<QueryHeads, Head>>& q,
    const Matrix<T, Key, Flat<KeyValueHeads, Head>>& k,
    const Matrix<T, Key, Flat<KeyValueHeads, Value>>& v,
    const Mask<Query, Key, Rule>& mask = {},
    const PerHead<QueryHeads, ScoreChange<T, Query, Key, Change>>& changes = {},
    const PerHead<QueryHeads, Sink<T>>& sinks = PerHead<QueryHeads, Sink<T>>{}) {
    PerHead<QueryHeads, Matrix<T, Query, Value>> outputs;
    PerHead<QueryHeads, Matrix<T, Query, Key>> weights;
    detail::for_each_query_head(
        q, k, v, [&](std::size_t h, const auto& q_h, const auto& k_h, const auto& v_h) {
            const auto both = attest::attention_with_weights(q_h, k_h, v_h, mask, changes[h], sinks[h]);
            outputs[h] = both.output;
            weights[h] = both.weights;
        });
    return {attest::join_heads(outputs), weights};
}

/// The weights of all heads and of the projection of their outputs, a Boost.Hana Struct. Keys and
/// values are made of Memory, which is the model itself unless it is named.
template <Real T, Axis Model, Axis Heads, Axis KeyValueHeads, Axis Head, Axis Value, Axis Memory = Model>
    requires the_Heads_divide_evenly_among_the_KeyValueHeads<Heads, KeyValueHeads>
struct MultiHeadWeights {
    using ToQuery = Matrix<T, Model, Flat<Heads, Head>>;
    using ToKey = Matrix<T, Memory, Flat<KeyValueHeads, Head>>;
    using ToValue = Matrix<T, Memory, Flat<KeyValueHeads, Value>>;
    using ToModel = Matrix<T, Flat<Heads, Value>, Model>;
    BOOST_HANA_DEFINE_STRUCT(MultiHeadWeights,
                             (ToQuery, query),
                             (ToKey, key),
                             (ToValue, value),
                             (ToModel, output));
};

/// Attention of one sequence to itself by several heads, projections included.
template <Axis Tokens,
          Axis Model,
          Axis Heads,
          Axis KeyValueHeads,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
constexpr Matrix<T, Tokens, Model> multi_head_self_attention(
    const Matrix<T, Tokens, Model>& x,
    const MultiHeadWeights<T, Model, Heads, KeyValueHeads, Head, Value>& weights,
    const Mask<Tokens, Tokens, Rule>& mask = {},
    const PerHead<Heads, ScoreChange<T, Tokens, Tokens, Change>>& changes = {},
    const PerHead<Heads, Sink<T>>& sinks = PerHead<Heads, Sink<T>>{}) {
    return attest::multi_head_attention(x * weights.query, x * weights.key, x * weights.value, mask, changes,
                                        sinks) *
           weights.output;
}

/// Attention of one sequence to another by several heads, projections included. The memory's width may
/// differ.
template <Axis Query,
          Axis Key,
          Axis Model,
          Axis Memory,
          Axis Heads,
          Axis KeyValueHeads,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
constexpr Matrix<T, Query, Model> multi_head_cross_attention(
    const Matrix<T, Query, Model>& x,
    const Matrix<T, Key, Memory>& memory,
    const MultiHeadWeights<T, Model, Heads, KeyValueHeads, Head, Value, Memory>& weights,
    const Mask<Query, Key, Rule>& mask = {},
    const PerHead<Heads, ScoreChange<T, Query, Key, Change>>& changes = {},
    const PerHead<Heads, Sink<T>>& sinks = PerHead<Heads, Sink<T>>{}) {
    return attest::multi_head_attention(x * weights.query, memory * weights.key, memory * weights.value, mask,
                                        changes, sinks) *
           weights.output;
}

}  // namespace attest
