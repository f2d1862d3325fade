#pragma once

// The softmax over a named axis, safe for scores of any size.

#include <attest/axis.hpp>
#include <attest/mask.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/real.hpp>

#include <cstddef>
#include <limits>

namespace attest {

namespace detail {

/// exp(score - largest), which is at most 1. Infinities have no difference, and that of huge scores may
/// overflow; exp(-1000) is zero.
template <Real T>
constexpr T exp_below(T largest, T score) {
    if (score == -std::numeric_limits<T>::infinity() || score < largest - 1000) return 0;
    return score == largest ? 1 : attest::exp(score - largest);
}

}  // namespace detail

/// A score without a key, which takes its share of a row's weight and gives nothing for it: an attention
/// sink, or with the score 0 "softmax plus one". That of -inf takes nothing.
template <Real T>
struct Sink {
    T score = -std::numeric_limits<T>::infinity();
};
template <Real T>
Sink(T) -> Sink<T>;

/// Each row as a probability distribution over the axis Over, which must be that of the columns:
/// exp(s - m) / sum of exp(s - m), where m is the row's largest score, so that no exp overflows.
/// The sum goes in the order of the axis, from zero, and the sink comes last.
///
/// A pair that the mask does not keep is skipped: its weight is 0 and its score is never looked at. A
/// row without a kept pair has the weights 0.
///
/// A score of -inf gets the weight 0, and a row of nothing else the weights 0. Scores of +inf share
/// the whole weight. A NaN makes its row NaN.
template <Axis Over, Real T, Axis Rows, class Rule = KeepAll>
constexpr Matrix<T, Rows, Over> softmax(const Matrix<T, Rows, Over>& scores,
                                        const Mask<Rows, Over, Rule>& mask = {},
                                        const Sink<T>& sink = {}) {
    Matrix<T, Rows, Over> weights;
    for (std::size_t i = 0; i < Rows::extent; ++i) {
        T largest = sink.score;
        for (std::size_t j = 0; j < Over::extent; ++j)
            if (mask.keeps(i, j) && scores[i, j] > largest) largest = scores[i, j];

        T sum = 0;
        for (std::size_t j = 0; j < Over::extent; ++j)
            if (mask.keeps(i, j)) sum += weights[i, j] = detail::exp_below(largest, scores[i, j]);
        sum += detail::exp_below(largest, sink.score);
        if (sum != 0)
            for (std::size_t j = 0; j < Over::extent; ++j)
                if (mask.keeps(i, j)) weights[i, j] /= sum;
    }
    return weights;
}

}  // namespace attest
