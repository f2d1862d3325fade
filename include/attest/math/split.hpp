#pragma once

// Numbers in two parts, for what must be known better than one number can say it.

#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <utility>

namespace attest::detail {

/// x, computed before it is computed with: -ffast-math may not look into it.
template <Real T>
constexpr T as_written(T x) {
    if consteval {
        return x;
    } else {
#ifndef __clang__
        return __builtin_assoc_barrier(x);
#elif defined(__FAST_MATH__) && __has_builtin(__arithmetic_fence)
        return __arithmetic_fence(x);
#else
        return x;
#endif
    }
}

/// a if the condition holds, else b, in bits. Both are computed first: of a ?: GCC makes a branch, which
/// keeps the loop around it from being vectorised.
template <Real T>
constexpr T select(bool condition, T a, T b) {
    const BitsOf<T> mask = condition ? ~BitsOf<T>{0} : BitsOf<T>{0};
    return std::bit_cast<T>((std::bit_cast<BitsOf<T>>(a) & mask) | (std::bit_cast<BitsOf<T>>(b) & ~mask));
}

/// a with the sign of b.
template <Real T>
constexpr T with_sign_of(T b, T a) {
    constexpr BitsOf<T> sign = std::bit_cast<BitsOf<T>>(T{-0.0});
    return std::bit_cast<T>((std::bit_cast<BitsOf<T>>(a) & ~sign) | (std::bit_cast<BitsOf<T>>(b) & sign));
}

template <Real T>
constexpr T magnitude(T x) {
    return with_sign_of(T{0}, x);
}

/// x, but not below low, nor above high; low if x is NaN.
template <Real T>
constexpr T clamped(T x, T low, T high) {
    const T raised = select(x > low, x, low);
    return select(raised < high, raised, high);
}

/// The sum of two parts, low far below high. A low of -0 is none: adding that changes no number.
template <Real T>
struct Split {
    T high;
    T low = T{-0.0};
};

/// a + b exactly, where a is 0 or |a| >= |b|.
template <Real T>
constexpr Split<T> sum_of_larger_and_smaller(T a, T b) {
    const T high = as_written(a + b);
    return {high, as_written(a - high) + b};
}

/// The same number with a high that is the sum rounded, low having been smaller, but not far smaller.
template <Real T>
constexpr Split<T> normalised(Split<T> x) {
    return sum_of_larger_and_smaller(x.high, x.low);
}

/// a + b exactly.
template <Real T>
constexpr Split<T> exact_sum(T a, T b) {
    const T high = as_written(a + b);
    const T b_in_high = as_written(high - a);
    return {high, as_written(a - as_written(high - b_in_high)) + as_written(b - b_in_high)};
}

/// x without the lower half of its digits. The product of two such numbers is exact.
constexpr double upper_half(double x) {
    return std::bit_cast<double>(std::bit_cast<BitsOf<double>>(x) & ~((BitsOf<double>{1} << 27) - 1));
}

/// numerator / denominator, within little more than one rounding of each part's own error.
template <Real T>
constexpr T quotient(Split<T> numerator, Split<T> denominator) {
    const T high = numerator.high / denominator.high;
    return high + multiply_add(-high, denominator.low, numerator.low) / denominator.high;
}

/// body(0), body(1), ... body(N - 1), written out: GCC vectorises no loop around another.
template <std::size_t N>
constexpr void unrolled(auto body) {
    [&]<std::size_t... i>(std::index_sequence<i...>) { (body(i), ...); }(std::make_index_sequence<N>{});
}

/// coefficients[0] + coefficients[1] x + ..., from the last to the first.
template <Real T, std::size_t N>
constexpr T polynomial(const std::array<T, N>& coefficients, T x) {
    T sum = coefficients[N - 1];
    unrolled<N - 1>([&](std::size_t i) { sum = multiply_add(sum, x, coefficients[N - 2 - i]); });
    return sum;
}

/// The float that is nearest to x; infinite beyond the largest.
constexpr float to_float(double x) {
    constexpr double overflow = 0x1.ffffffp+127;  // from here on it rounds to 2^128
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const bool is_large = magnitude(x) >= overflow;
    const auto narrowed = static_cast<float>(select(is_large, 1.0, magnitude(x)));
    const auto sign = static_cast<float>(with_sign_of(x, 1.0));
    return with_sign_of(sign, select(is_large, infinity, narrowed));
}

}  // namespace attest::detail
