#pragma once

// multiply_add: the one place where a product and a sum meet.
//
// Where the target can, compilers fuse a * b + c into one rounding at run time, and never in
// constant evaluation: a bare a * b + c has two values. The library writes multiply_add instead,
// which does what the target does in both.

#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <concepts>
#include <utility>

namespace attest {

/// Whether the target rounds a multiply-add once (fused) or twice (the product, then the sum).
inline constexpr bool multiply_add_is_fused =
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__FP_FAST_FMA)
    true;
#else
    false;
#endif

namespace detail {

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

}  // namespace detail

/// a * b + c, rounded as the target rounds it: the same bits at compile time and at run time.
template <Real T>
constexpr T multiply_add(T a, T b, T c) {
    if constexpr (multiply_add_is_fused) {
        if consteval {  // where Clang has no fma, and GCC none whose result is subnormal or infinite
            return detail::fused_in_integers(a, b, c);
        } else {
            if constexpr (std::same_as<T, float>)
                return __builtin_fmaf(a, b, c);
            else
                return __builtin_fma(a, b, c);
        }
    } else {
#ifdef __clang__  // which fuses on some targets that have no macro to say so
#pragma STDC FP_CONTRACT OFF
#endif
        return a * b + c;
    }
}

/// a * b, rounded. Unlike a bare product it is never fused into a sum that it is a term of.
template <Real T>
constexpr T rounded_product(T a, T b) {
    return multiply_add(a, b, T{-0.0});
}

}  // namespace attest
