#pragma once

// sqrt, the one function here that the hardware has.

#include <attest/math/split.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <concepts>
#include <limits>

namespace attest {

namespace detail {

/// The square root, one binary digit after the other, for the constant evaluator.
template <Real T>
constexpr T sqrt_in_integers(T x) {
    if (x == 0 || !is_finite(x)) return x;
    constexpr int digits = std::numeric_limits<T>::digits;
    Scaled square = justified(take_apart(x), 2 * digits);
    if (square.exponent % 2 != 0) square = {square.mantissa << 1, square.exponent - 1};
    Wide root = 0;
    for (Wide digit = Wide{1} << digits; digit != 0; digit >>= 1)
        if ((root | digit) * (root | digit) <= square.mantissa) root |= digit;
    // One digit more than T has, and one that says whether anything is left below it.
    const Wide inexact = root * root != square.mantissa ? 1 : 0;
    return rounded<T>({(root << 1) | inexact, square.exponent / 2 - 1});
}

template <Real T>
constexpr T sqrt_of_hardware(T x) {
#if defined(__clang__) && __has_builtin(__builtin_elementwise_sqrt)
    return __builtin_elementwise_sqrt(x);  // does not set errno, and so can be vectorised
#else
    if constexpr (std::same_as<T, float>)
        return __builtin_sqrtf(x);
    else
        return __builtin_sqrt(x);
#endif
}

}  // namespace detail

/// The square root of x, correctly rounded. sqrt(-0) is -0; below zero it is NaN.
template <Real T>
constexpr T sqrt(T x) {
    constexpr T nan = detail::quiet_nan<T>;
    if consteval {
        return x < 0 ? nan : detail::sqrt_in_integers(x);
    } else {
        // The hardware's NaN is another one, so it is never asked.
        return detail::select(x < 0, nan,
                              detail::with_sign_of(x, detail::sqrt_of_hardware(detail::magnitude(x))));
    }
}

}  // namespace attest
