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

/// Each row as a probability distribution over the axis Over, which must be that of the columns:
/// exp(s - m) / sum of exp(s - m), where m is the row's largest score, so that no exp overflows.
/// The sum goes in the order of the axis, from zero.
///
/// A pair that the mask does not keep is skipped: its weight is 0 and its score is never looked at. A
/// row without a kept pair has the weights 0.
///
/// A score of -inf gets the weight 0, and a row of nothing else the weights 0. Scores of +inf share
/// the whole weight. A NaN makes its row NaN.
template <Axis Over, Real T, Axis Rows, class Rule = KeepAll>
constexpr Matrix<T, Rows, Over> softmax(const Matrix<T, Rows, Over>& scores,
                                        const Mask<Rows, Over, Rule>& mask = {}) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    Matrix<T, Rows, Over> weights;
    for (std::size_t i = 0; i < Rows::extent; ++i) {
        T largest = -infinity;
        for (std::size_t j = 0; j < Over::extent; ++j)
            if (mask.keeps(i, j) && scores[i, j] > largest) largest = scores[i, j];

        T sum = 0;
        for (std::size_t j = 0; j < Over::extent; ++j) {
            if (!mask.keeps(i, j)) continue;
            const T score = scores[i, j];
            // Infinities have no difference, and that of huge scores may overflow; exp(-1000) is zero.
            weights[i, j] = score == -infinity || score < largest - 1000 ? 0
                            : score == largest                           ? 1
                                                                         : exp(score - largest);
            sum += weights[i, j];
        }
        if (sum != 0)
            for (std::size_t j = 0; j < Over::extent; ++j)
                if (mask.keeps(i, j)) weights[i, j] /= sum;
    }
    return weights;
}

}  // namespace attest
