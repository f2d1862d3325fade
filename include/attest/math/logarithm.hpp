#pragma once

// log, the natural logarithm.

#include <attest/math/exponential.hpp>
#include <attest/math/split.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace attest {

namespace detail {

/// 2 / (2 n + 1) for n from 1 on: log((1 + s) / (1 - s)) = 2 s + s (2/3 s^2 + 2/5 s^4 + ...). With
/// s <= 0.172 the first term left out is below 2^-60 of the sum.
inline constexpr auto log_series = [] {
    Coefficients<double, 10> result{};
    double divisor = 1;
    for (double& coefficient : result.of) coefficient = 2 / (divisor += 2);
    return result;
}();

}  // namespace detail

/// The natural logarithm of x, within 1 ulp. log(0) is -infinity; below zero it is NaN, and of NaN.
///
/// x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), and log(x) = k ln 2 + log(1 + f). With
/// s = f / (2 + f), log(1 + f) = f - (f^2 / 2 - s (f^2 / 2 + R)), R the series in s^2.
template <Real T>
constexpr T log(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(log(static_cast<double>(x)));
    } else {
        using C = detail::ExpConstants<double>;
        constexpr auto root_half = std::bit_cast<std::uint64_t>(0x1.6a09e667f3bcdp-1);
        constexpr auto one = std::bit_cast<std::uint64_t>(1.0);
        constexpr auto two_to_the_52 = std::bit_cast<std::uint64_t>(0x1p+52);
        constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;

        const double in_range =
            detail::clamped(x, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max());
        const bool is_subnormal = in_range < std::numeric_limits<double>::min();
        const double normal = in_range * detail::select(is_subnormal, 0x1p+54, 1.0);
        // Counted from sqrt(1/2) on, the exponent is right for both halves of a binade. It is k + 1023.
        const std::uint64_t above = std::bit_cast<std::uint64_t>(normal) - root_half + one;
        // As the last digits of 2^52 it becomes a double without a conversion of integers, for which
        // vectors have no instruction.
        const double exponent = std::bit_cast<double>((above >> 52) | two_to_the_52) - 0x1p+52;
        const double k = exponent - detail::select(is_subnormal, 1023.0 + 54, 1023.0);
        const double f = std::bit_cast<double>((above & fraction) + root_half) - 1;

        const double s = f / (2 + f);
        const double square = s * s;
        const double half_f_square = rounded_product(0.5 * f, f);
        const double with_series =
            multiply_add(square, detail::polynomial(detail::log_series, square), half_f_square);
        const double beyond_f = multiply_add(-s, with_series, half_f_square);
        const auto sum = detail::sum_of_larger_and_smaller(rounded_product(k, C::ln2_high), f);
        const double result =
            sum.high + detail::as_written<double>(multiply_add(k, C::ln2_low, sum.low) - beyond_f);
        const auto of_limits = detail::select(x == 0, -detail::infinity<double>, detail::quiet_nan<double>);
        return detail::select(x > 0, detail::select(x <= std::numeric_limits<double>::max(), result, x),
                              detail::select(x == x, of_limits, x));
    }
}

}  // namespace attest
