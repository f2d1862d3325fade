#pragma once

// How far attention and its steps may be off, from the same products of queries and keys: bounds that are
// derived, to first order, in eps of the largest value that is mixed.

#include <attest/matrix.hpp>

#include "check.hpp"

#include <cstddef>
#include <limits>

namespace bounds {

/// At least the natural logarithm of n, of which nobody needs digits here: at most 0.7 more.
constexpr double log_of(std::size_t n) {
    double doublings = 0;
    for (; n > 1; n = (n + 1) / 2) ++doublings;
    return 0.7 * doublings;
}

/// attention of n scores, that of the sink included, in tiles of 128, with u = eps / 2.
///
/// A weight's exponent is off by 5 u of itself: its difference, the three roundings of the factor, and the
/// product. Shares times exponents sum to log(n) at most, in the mixture and in the sum of weights. The
/// polynomial is off by 3.4 u, for each weight and each time that it is scaled down. The mixture and the sum
/// are rounded n times, and once wherever they are scaled down; the inverse and the last product once.
constexpr double attention(std::size_t n) {
    const auto tiles = static_cast<double>((n + 127) / 128);
    return static_cast<double>(n) + 5 * log_of(n) + 2.7 * tiles + 1;
}

/// The steps, composed. A score is divided, which is u of the largest one, by a root that is off by u, as an
/// exponent of a share; an exponential is off by 2 u, the sum by n - 1, the quotient by 1 and the mixture by
/// n + 1.
constexpr double steps(std::size_t n, double largest_score) {
    return static_cast<double>(n) + log_of(n) + largest_score / 2 + 1.5;
}

/// What the products add, where the largest scaled score is that, had all of q and k their absolute values: d
/// roundings each.
constexpr double products(std::size_t d, double largest_score) {
    return static_cast<double>(d) * largest_score / 2;
}

/// Whether attention and its steps are as close as that.
template <attest::Axis Rows, attest::Axis Cols, class T>
constexpr bool are_close(const attest::Matrix<T, Rows, Cols>& attention,
                         const attest::Matrix<T, Rows, Cols>& steps,
                         std::size_t n,
                         double largest_score,
                         double largest_value) {
    const double eps = bounds::attention(n) + bounds::steps(n, largest_score);
    return static_cast<double>(largest_difference(attention, steps)) <=
           eps * largest_value * static_cast<double>(std::numeric_limits<T>::epsilon());
}

}  // namespace bounds
