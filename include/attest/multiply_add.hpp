#pragma once

// multiply_add: the one place where a product and a sum meet.
//
// Where the target can, compilers fuse a * b + c into one rounding at run time, and never in
// constant evaluation: a bare a * b + c has two values. The library writes multiply_add instead,
// which does what the target does in both.

#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <bit>
#include <cstdint>
#include <utility>

namespace attest {

namespace detail {

constexpr float builtin_fma(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
constexpr double builtin_fma(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}

/// a * b + c rounded once, in integers: what the hardware does, for evaluators that cannot.
template <Real T>
constexpr T fused_in_integers(T a, T b, T c) {
    if (!is_finite(a) || !is_finite(b) || a == 0 || b == 0) return a * b + c;
    if (!is_finite(c)) return c;

    const bool product_negative = (a < 0) != (b < 0);
    const Scaled left = take_apart(a);
    const Scaled right = take_apart(b);
    const Scaled product{left.mantissa * right.mantissa, left.exponent + right.exponent};
    if (c == 0) return product_negative ? -rounded<T>(product) : rounded<T>(product);

    // Both terms get their highest bit at place 125, which leaves a carry and a sign; the one with
    // the lower exponent is shifted to the other's, its lost bits folded into its last one. That
    // last bit is so far below the rounded result that it only breaks ties.
    constexpr int highest_bit = 125;
    Scaled larger = justified(product, highest_bit);
    Scaled smaller = justified(take_apart(c), highest_bit);
    bool larger_negative = product_negative;
    bool smaller_negative = c < 0;
    if (larger.exponent < smaller.exponent ||
        (larger.exponent == smaller.exponent && larger.mantissa < smaller.mantissa)) {
        std::swap(larger, smaller);
        std::swap(larger_negative, smaller_negative);
    }
    const int distance = larger.exponent - smaller.exponent;
    const Wide kept = distance > highest_bit ? 0 : smaller.mantissa >> distance;
    const bool lost = distance > highest_bit || (kept << distance) != smaller.mantissa;
    const Wide aligned = kept | (lost ? 1 : 0);
    const Wide sum =
        larger_negative == smaller_negative ? larger.mantissa + aligned : larger.mantissa - aligned;
    if (sum == 0) return T{0};
    const T magnitude = rounded<T>({sum, larger.exponent});
    return larger_negative ? -magnitude : magnitude;
}

#ifdef __clang__

constexpr double fused(double a, double b, double c) {
    return fused_in_integers(a, b, c);
}

/// In fewer of the evaluator's steps: in double the product is exact. If the sum is not, its last bit is
/// made odd, which keeps the error: rounded to float it is then what the exact sum rounds to.
constexpr float fused(float a, float b, float c) {
    const double product = static_cast<double>(a) * b;
    const double sum = product + c;
    if (!is_finite(static_cast<float>(sum))) return fused_in_integers(a, b, c);
    const double c_in_sum = sum - product;
    const double error = (product - (sum - c_in_sum)) + (c - c_in_sum);
    const auto bits = __builtin_bit_cast(std::uint64_t, sum);
    const auto odd = error == 0 || bits % 2 != 0 ? bits : (error > 0) == (sum > 0) ? bits + 1 : bits - 1;
    return static_cast<float>(__builtin_bit_cast(double, odd));
}

#else

/// Whether neither a product of two such numbers nor their sum leaves the normal ones.
template <Real T>
constexpr bool is_moderate(T x) {
    constexpr T smallest = power_of_two<T>(Format<T>::Limits::min_exponent / 3);
    constexpr T largest = power_of_two<T>(Format<T>::Limits::max_exponent / 3);
    return (x > smallest && x < largest) || (x < -smallest && x > -largest);
}

/// With the evaluator's own operation, which is no constant expression where it underflows or overflows.
template <Real T>
constexpr T fused(T a, T b, T c) {
    if (is_moderate(a) && is_moderate(b) && (c == 0 || is_moderate(c)) && is_moderate(a * b + c))
        return builtin_fma(a, b, c);
    return fused_in_integers(a, b, c);
}

#endif

}  // namespace detail

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__FP_FAST_FMA)

/// Whether the target rounds a multiply-add once (fused) or twice (the product, then the sum).
inline constexpr bool multiply_add_is_fused = true;

/// a * b + c, rounded as the target rounds it: the same bits at compile time and at run time.
template <Real T>
constexpr T multiply_add(T a, T b, T c) {
    if consteval {  // where Clang has no fma, and GCC none whose result is subnormal or infinite
        return detail::fused(a, b, c);
    } else {
        return detail::builtin_fma(a, b, c);
    }
}

#else

inline constexpr bool multiply_add_is_fused = false;

template <Real T>
constexpr T multiply_add(T a, T b, T c) {
#ifdef __clang__  // which fuses on some targets that have no macro to say so
#pragma STDC FP_CONTRACT OFF
#endif
    return a * b + c;
}

#endif

/// a * b, rounded. Unlike a bare product it is never fused into a sum that it is a term of.
template <Real T>
constexpr T rounded_product(T a, T b) {
    return multiply_add(a, b, T{-0.0});
}

}  // namespace attest
