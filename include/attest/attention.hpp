#pragma once

// Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V, step by step and whole.
//
// Each signature is a row of the article's table of shapes. The order of template parameters is
// chosen for the errors: GCC names a parameter after the first template that had it in its place.
// Calls say attest:: because an axis may come from a namespace with functions of the same names.

#include <attest/algebra.hpp>
#include <attest/axis.hpp>
#include <attest/mask.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <boost/hana/define_struct.hpp>

#include <concepts>

namespace attest {

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
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, class Rule = KeepAll, class Change = Unchanged>
constexpr Matrix<T, Query, Value> attention(const Matrix<T, Query, Head>& q,
                                            const Matrix<T, Key, Head>& k,
                                            const Matrix<T, Key, Value>& v,
                                            const Mask<Query, Key, Rule>& mask = {},
                                            const ScoreChange<T, Query, Key, Change>& change = {},
                                            const Sink<T>& sink = {}) {
    return attest::weighted_sum(attest::attention_weights(q, k, mask, change, sink), v, mask);
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
    const auto weights = attest::attention_weights(q, k, mask, change, sink);
    return {attest::weighted_sum(weights, v, mask), weights};
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
