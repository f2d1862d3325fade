#pragma once

// exp and sqrt, with the same bits at compile time and at run time on every compiler. The standard
// ones are no constant expressions, or have other bits there. Call them with attest:: in front: beside
// <cmath> a bare exp(double) is the C library's, using namespace attest or not.

#include <attest/multiply_add.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <array>
#include <concepts>
#include <limits>

namespace attest {

namespace detail {

/// What exp needs to know of its type.
template <Real T>
struct ExpConstants;

template <>
struct ExpConstants<double> {
    // The largest x whose exp is finite, and the smallest whose exp is not zero.
    static constexpr double largest = 0x1.62e42fefa39efp+9;
    static constexpr double smallest = -0x1.74910d52d3051p+9;
    // ln 2 in two parts, the first short enough for its product with any k to be exact.
    static constexpr double ln2_high = 0x1.62e42feep-1;
    static constexpr double ln2_low = 0x1.a39ef35793c76p-33;
    static constexpr double log2_e = 0x1.71547652b82fep+0;
    // With |r| <= ln(2) / 2 the first term left out is below 2^-57.
    static constexpr int last_term = 13;
};

template <>
struct ExpConstants<float> {
    static constexpr float largest = 0x1.62e42ep+6f;
    static constexpr float smallest = -0x1.9fe368p+6f;
    static constexpr float ln2_high = 0x1.62ep-1f;
    static constexpr float ln2_low = 0x1.0bfbe8p-15f;
    static constexpr float log2_e = 0x1.715476p+0f;
    static constexpr int last_term = 7;
};

/// 1 / n! for n up to the last term of the series.
template <Real T>
inline constexpr auto inverse_factorials = [] {
    std::array<T, ExpConstants<T>::last_term + 1> result{};
    double factorial = 1;
    for (std::size_t n = 0; n < result.size(); ++n) {
        if (n > 0) factorial *= static_cast<double>(n);
        result[n] = static_cast<T>(1 / factorial);
    }
    return result;
}();

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

}  // namespace detail

/// e to the power of x, within 1 ulp. Infinite above log(max), gradually subnormal and then zero
/// far below zero; NaN gives NaN.
///
/// x = k ln 2 + r with |r| <= ln(2) / 2, and exp(x) = 2^k exp(r). The series of exp(r) is summed
/// from its last term down to r^2 / 2; then 1 + r is added with its rounding error kept.
template <Real T>
constexpr T exp(T x) {
    using C = detail::ExpConstants<T>;
    if (x != x) return x;
    if (x > C::largest) return std::numeric_limits<T>::infinity();
    if (x < C::smallest) return T{0};

    // Rounded by conversion: adding and subtracting a big number does not survive -ffast-math.
    const int k = static_cast<int>(multiply_add(x, C::log2_e, x < 0 ? T{-0.5} : T{0.5}));
    const T minus_k = static_cast<T>(-k);
    const T r = multiply_add(minus_k, C::ln2_low, multiply_add(minus_k, C::ln2_high, x));

    constexpr auto& coefficients = detail::inverse_factorials<T>;
    T series = coefficients.back();
    for (std::size_t n = coefficients.size() - 1; n-- > 2;) series = multiply_add(series, r, coefficients[n]);

    const T sum = 1 + r;
    const T sum_low = (1 - sum) + r;
    const T exp_r = sum + multiply_add(r * r, series, sum_low);

    // In two steps, for 2^k itself may be beyond the type where 2^k exp(r) is not.
    const int half = k / 2;
    return rounded_product(exp_r * detail::power_of_two<T>(half), detail::power_of_two<T>(k - half));
}

/// The square root of x, correctly rounded. sqrt(-0) is -0; below zero it is NaN.
template <Real T>
constexpr T sqrt(T x) {
    if (x < 0) return std::numeric_limits<T>::quiet_NaN();
    if consteval {
        return detail::sqrt_in_integers(x);
    } else {
        if constexpr (std::same_as<T, float>)
            return __builtin_sqrtf(x);
        else
            return __builtin_sqrt(x);
    }
}

}  // namespace attest
