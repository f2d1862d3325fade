#pragma once

// The slopes of ALiBi, by which each head forgets at its own pace.

#include <attest/axis.hpp>
#include <attest/math.hpp>
#include <attest/real.hpp>

#include <array>
#include <bit>
#include <cstddef>

namespace attest {

namespace detail {

/// 2^-(exponent / parts) for parts a power of two, within 1 ulp, and exact where the exponent is whole.
/// The binary digits of the fraction go from the last to the first, each by a halving, which is exact,
/// and a square root, which halves the relative error of what it is taken of.
template <Real T>
constexpr T two_to_minus(std::size_t exponent, std::size_t parts) {
    T power = 1;
    for (std::size_t digit = 1; digit < parts; digit *= 2)
        power = attest::sqrt((exponent & digit) != 0 ? power / 2 : power);
    for (std::size_t whole = exponent / parts; whole > 0; --whole) power /= 2;
    return power;
}

}  // namespace detail

/// The slopes of ALiBi, one for each head of the axis Heads, within 1 ulp. For n heads, a power of two,
/// head h has 2^(-8 (h + 1) / n). For any other number the power of two below comes first, and then
/// every other slope of the power above, as in the reference get_slopes: not in descending order.
template <Real T, Axis Heads>
constexpr std::array<T, Heads::extent> alibi_slopes() {
    constexpr std::size_t below = std::bit_floor(Heads::extent);
    std::array<T, Heads::extent> slopes{};
    for (std::size_t head = 0; head < slopes.size(); ++head)
        slopes[head] = head < below ? detail::two_to_minus<T>(8 * (head + 1), below)
                                    : detail::two_to_minus<T>(8 * (2 * (head - below) + 1), 2 * below);
    return slopes;
}

}  // namespace attest
