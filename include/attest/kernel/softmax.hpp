#pragma once

// The softmax at run time: the exponentials of a row in one loop, which compilers turn into vectors, and
// what goes in the order of the row side by side for several rows, for each sum waits for its last number.

#include <attest/axis.hpp>
#include <attest/kernel/register_tile.hpp>
#include <attest/mask.hpp>
#include <attest/math/split.hpp>
#include <attest/matrix.hpp>
#include <attest/real.hpp>

#include <algorithm>
#include <cstddef>

namespace attest::kernel {

/// softmax of Rows rows from first on. What the search for the largest begins with is first_score;
/// exp_below(largest, score) is the exponential, and the sink's comes last in the sum.
template <std::size_t Rows, Axis Query, Axis Key, Real T, class Rule>
void softmax_rows(const Matrix<T, Query, Key>& scores,
                  const Mask<Query, Key, Rule>& mask,
                  std::size_t first,
                  T first_score,
                  auto exp_below,
                  auto exp_of_sink,
                  Matrix<T, Query, Key>& weights) {
    T largest[Rows];
    T sum[Rows]{};
    std::fill_n(largest, Rows, first_score);
    for (std::size_t j = 0; j < Key::extent; ++j)
        for (std::size_t r = 0; r < Rows; ++r) {
            const T score = scores.elements[first + r][j];
            largest[r] = mask.keeps(first + r, j) && score > largest[r] ? score : largest[r];
        }
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t j = 0; j < Key::extent; ++j)
            weights.elements[first + r][j] = detail::select(
                mask.keeps(first + r, j), exp_below(largest[r], scores.elements[first + r][j]), T{0});
    for (std::size_t j = 0; j < Key::extent; ++j)
        for (std::size_t r = 0; r < Rows; ++r) sum[r] += weights.elements[first + r][j];
    for (std::size_t r = 0; r < Rows; ++r) {
        sum[r] += exp_of_sink(largest[r]);
        if (sum[r] != 0)
            for (std::size_t j = 0; j < Key::extent; ++j) {
                T& weight = weights.elements[first + r][j];
                weight = detail::select(mask.keeps(first + r, j), weight / sum[r], T{0});
            }
    }
}

}  // namespace attest::kernel
