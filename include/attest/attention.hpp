#pragma once

// Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V, step by step and whole.
//
// Each signature is a row of the article's table of shapes. The order of template parameters is
// chosen for the errors: GCC names a parameter after the first template that had it in its place.
// Calls say attest:: because an axis may come from a namespace with functions of the same names.

#include <attest/algebra.hpp>
#include <attest/axis.hpp>
#include <attest/kernel/attention.hpp>
#include <attest/mask.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <boost/hana/define_struct.hpp>

#include <concepts>

namespace attest {

namespace detail {

/// attention for the constant evaluator, rows written out.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, class Rule, class Change>
consteval Matrix<T, Query, Value> constant_attention(const Matrix<T, Query, Head>& q,
                                                     const Matrix<T, Key, Head>& k,
                                                     const Matrix<T, Key, Value>& v,
                                                     const Mask<Query, Key, Rule>& mask,
                                                     const ScoreChange<T, Query, Key, Change>& change,
                                                     const Sink<T>& sink) {
    using Row = ConstantRow<T, Value::extent>;
    using Places = std::make_index_sequence<Value::extent>;
    constexpr auto unit = score_unit<T, Change, Head::extent>;
    const auto products = q * attest::transpose(k);
    Row values[Key::extent]{};
    for (std::size_t j = 0; j < Key::extent; ++j) values[j] = Row::read(v.elements[j], Places{});
    Matrix<T, Query, Value> output;
    for (std::size_t i = 0; i < Query::extent; ++i) {
        OnlineRow<T, WrittenOutRow<T, Value::extent>> row(sink, unit.unit);
        for (const Tile keys : tiles<Key::extent, keys_per_tile>)
            row.template see<keys_per_tile>(
                keys, unit.scale, [&](auto j) { return mask.keeps(i, j); },
                [&](auto j) { return score_in_unit(change, products.elements[i][j], unit.root, i, j); },
                [&](auto j) -> const Row& { return values[j]; });
        row.finish();
        for (std::size_t c = 0; c < Value::extent; ++c) output.elements[i][c] = row.mixed.row.elements[c];
    }
    return output;
}

}  // namespace detail

/// Step 1: Q, K or V, each token's row of x seen through learned weights, stored [in, out].
template <Real T, Axis Out, Axis Model, Axis Tokens>
constexpr Matrix<T, Tokens, Out> project(const Matrix<T, Tokens, Model>& x,
                                         const Matrix<T, Model, Out>& weights) {
    return x * weights;
}

/// Step 2: Q K^T, the dot product of every query with every key.
template <Real T, Axis Query, Axis Key, Axis Head>
constexpr Matrix<T, Query, Key> scores(const Matrix<T, Query, Head>& q, const Matrix<T, Key, Head>& k) {
    return q * attest::transpose(k);
}

/// Step 3: scores divided by the square root of d_k, the extent of Head, or what a change makes of them.
template <Axis Head, Real T, Axis Query, Axis Key, class Change = Unchanged>
constexpr Matrix<T, Query, Key> scaled(const Matrix<T, Query, Key>& scores,
                                       const ScoreChange<T, Query, Key, Change>& change = {}) {
    const T root = attest::sqrt(static_cast<T>(Head::extent));
    if constexpr (std::same_as<Change, Unchanged>)
        return scores / root;
    else
        return generate<Matrix<T, Query, Key>>(
            [&](auto i, auto j) { return change(scores.elements[i][j], root, i, j); });
}

// Step 4 is softmax<Key>.

/// Step 5: each query's mixture of the values, by its weights, summed in the order of the keys from
/// zero. A value that the mask hides from a query is skipped, whatever its weight.
template <Real T, Axis Query, Axis Key, Axis Value, class Rule = KeepAll>
constexpr Matrix<T, Query, Value> weighted_sum(const Matrix<T, Query, Key>& weights,
                                               const Matrix<T, Key, Value>& v,
                                               const Mask<Query, Key, Rule>& mask = {}) {
    return detail::masked_product(weights, v, mask);
}

/// Steps 2 to 4, the share that each key has in what a query gets.
template <Real T, Axis Query, Axis Key, Axis Head, class Rule = KeepAll, class Change = Unchanged>
constexpr Matrix<T, Query, Key> attention_weights(const Matrix<T, Query, Head>& q,
                                                  const Matrix<T, Key, Head>& k,
                                                  const Mask<Query, Key, Rule>& mask = {},
                                                  const ScoreChange<T, Query, Key, Change>& change = {},
                                                  const Sink<T>& sink = {}) {
    return attest::softmax<Key>(attest::scaled<Head>(attest::scores(q, k), change), mask, sink);
}

/// Steps 2 to 5. Queries and keys may come from one sequence or from two. Scores are changed before they
/// are masked, and what the mask keeps shares the weight with the sink.
///
/// Each query sees the keys in tiles of 128, in their order: of a tile first the largest score, which what
/// was summed is scaled down to, and then each weight, added to their sum and times its value to the mixture.
/// The sink comes first, and 1 / sum multiplies last.
///
/// With n scores in t tiles of 128, the output is off by at most n + 5 log(n) + 2.7 t + 1 + d a / 2 eps of
/// the largest value, to first order, where a is the largest scaled score that the absolute values of q and k
/// have. The last term is of the products; those of changed scores are off by what the change makes of it.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, class Rule = KeepAll, class Change = Unchanged>
constexpr Matrix<T, Query, Value> attention(const Matrix<T, Query, Head>& q,
                                            const Matrix<T, Key, Head>& k,
                                            const Matrix<T, Key, Value>& v,
                                            const Mask<Query, Key, Rule>& mask = {},
                                            const ScoreChange<T, Query, Key, Change>& change = {},
                                            const Sink<T>& sink = {}) {
    if consteval {
        if constexpr (Value::extent <= detail::longest_constant_row)
            return detail::constant_attention(q, k, v, mask, change, sink);
        else
            return detail::attention_in_tiles<1, detail::keys_per_tile>(q, k, v, mask, change, sink);
    } else {
        return kernel::attention(q, k, v, mask, change, sink);
    }
}

/// What attention gives, and the weights that it gave it by.
template <Real T, Axis Query, Axis Key, Axis Value>
struct OutputAndWeights {
    Matrix<T, Query, Value> output;
    Matrix<T, Query, Key> weights;
};

/// Attention that shows its weights too. The output has the same bits as without.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, class Rule = KeepAll, class Change = Unchanged>
constexpr OutputAndWeights<T, Query, Key, Value> attention_with_weights(
    const Matrix<T, Query, Head>& q,
    const Matrix<T, Key, Head>& k,
    const Matrix<T, Key, Value>& v,
    const Mask<Query, Key, Rule>& mask = {},
    const ScoreChange<T, Query, Key, Change>& change = {},
    const Sink<T>& sink = {}) {
    const auto output = attest::attention(q, k, v, mask, change, sink);
    return {output, attest::attention_weights(q, k, mask, change, sink)};
}

/// Attention of one sequence to itself, steps 1 to 5.
template <Axis Tokens,
          Axis Model,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
constexpr Matrix<T, Tokens, Value> self_attention(const Matrix<T, Tokens, Model>& x,
                                                  const Matrix<T, Model, Head>& w_q,
                                                  const Matrix<T, Model, Head>& w_k,
                                                  const Matrix<T, Model, Value>& w_v,
                                                  const Mask<Tokens, Tokens, Rule>& mask = {},
                                                  const ScoreChange<T, Tokens, Tokens, Change>& change = {},
                                                  const Sink<T>& sink = {}) {
    return attest::attention(x * w_q, x * w_k, x * w_v, mask, change, sink);
}

/// Attention of one sequence to another, its memory, whose width may differ.
template <Axis Query,
          Axis Key,
          Axis Model,
          Axis Memory,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll,
          class Change = Unchanged>
constexpr Matrix<T, Query, Value> cross_attention(const Matrix<T, Query, Model>& x,
                                                  const Matrix<T, Key, Memory>& memory,
                                                  const Matrix<T, Model, Head>& w_q,
                                                  const Matrix<T, Memory, Head>& w_k,
                                                  const Matrix<T, Memory, Value>& w_v,
                                                  const Mask<Query, Key, Rule>& mask = {},
                                                  const ScoreChange<T, Query, Key, Change>& change = {},
                                                  const Sink<T>& sink = {}) {
    return attest::attention(x * w_q, memory * w_k, memory * w_v, mask, change, sink);
}

/// The three weights of a head, a Boost.Hana Struct.
template <Real T, Axis Model, Axis Head, Axis Value>
struct HeadWeights {
    using ToHead = Matrix<T, Model, Head>;
    using ToValue = Matrix<T, Model, Value>;
    BOOST_HANA_DEFINE_STRUCT(HeadWeights, (ToHead, query), (ToHead, key), (ToValue, value));

    /// Attention of one sequence to itself with this head's weights. A friend inside the struct, so
    /// that only calls with a head consider it.
    template <Axis Tokens, class Rule = KeepAll, class Change = Unchanged>
    friend constexpr Matrix<T, Tokens, Value> self_attention(
        const Matrix<T, Tokens, Model>& x,
        const HeadWeights& head,
        const Mask<Tokens, Tokens, Rule>& mask = {},
        const ScoreChange<T, Tokens, Tokens, Change>& change = {},
        const Sink<T>& sink = {}) {
        return attest::self_attention(x, head.query, head.key, head.value, mask, change, sink);
    }
};

}  // namespace attest
