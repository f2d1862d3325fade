#pragma once

// Numbers in two parts, for what must be known better than one number can say it.

#include <attest/multiply_add.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace attest::detail {

#ifndef __FAST_MATH__

/// as_written<T>(x) is x, computed before it is computed with: -ffast-math may not look into it. Without
/// that it converts to the type that x has, which costs constant evaluation nothing.
template <Real T>
using as_written = T;

#else

#ifndef __clang__
/// A zero that GCC knows nothing of. Nobody writes to it.
[[gnu::used]] inline std::uint64_t unknown_zero = 0;
#endif

/// GCC has a barrier for that, __builtin_assoc_barrier, but loses it when it vectorises.
template <Real T>
constexpr T as_written(T x) {
    if consteval {
        return x;
    } else {
#ifdef __clang__
        return __arithmetic_fence(x);
#else
        using Bits = BitsOf<T>;
        return __builtin_bit_cast(T, __builtin_bit_cast(Bits, x) ^ static_cast<Bits>(unknown_zero));
#endif
    }
}

#endif

/// a if the condition holds, else b, in bits. Both are computed first: of a ?: GCC makes a branch, which
/// keeps the loop around it from being vectorised.
template <Real T>
constexpr T select(bool condition, T a, T b) {
    using Bits = BitsOf<T>;
    const Bits mask = condition ? ~Bits{0} : Bits{0};
    return __builtin_bit_cast(T,
                              (__builtin_bit_cast(Bits, a) & mask) | (__builtin_bit_cast(Bits, b) & ~mask));
}

/// a with the sign of b.
template <Real T>
constexpr T with_sign_of(T b, T a) {
    constexpr auto sign = std::bit_cast<BitsOf<T>>(T{-0.0});
    return std::bit_cast<T>((std::bit_cast<BitsOf<T>>(a) & ~sign) | (std::bit_cast<BitsOf<T>>(b) & sign));
}

template <Real T>
constexpr T magnitude(T x) {
    return with_sign_of(T{0}, x);
}

/// x, but not below low, nor above high; low if x is NaN.
template <Real T>
constexpr T clamped(T x, T low, T high) {
    if consteval {
        return x > low ? x < high ? x : high : low;
    } else {
        return select(x > low, select(x < high, x, high), low);
    }
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
    const T high = as_written<T>(a + b);
    return {high, as_written<T>(a - high) + b};
}

/// The same number with a high that is the sum rounded, low having been smaller, but not far smaller.
template <Real T>
constexpr Split<T> normalised(Split<T> x) {
    return sum_of_larger_and_smaller(x.high, x.low);
}

/// a + b exactly.
template <Real T>
constexpr Split<T> exact_sum(T a, T b) {
    const T high = as_written<T>(a + b);
    const T b_in_high = as_written<T>(high - a);
    return {high, as_written<T>(a - as_written<T>(high - b_in_high)) + as_written<T>(b - b_in_high)};
}

/// x without the lower half of its digits. The product of two such numbers is exact.
constexpr double upper_half(double x) {
    return std::bit_cast<double>(std::bit_cast<BitsOf<double>>(x) & ~((BitsOf<double>{1} << 27) - 1));
}

/// numerator / denominator, within little more than one rounding of each part's own error.
template <Real T>
constexpr T quotient(Split<T> numerator, Split<T> denominator) {
    const T high = numerator.high / denominator.high;
    return high + as_written<T>(multiply_add(-high, denominator.low, numerator.low) / denominator.high);
}

template <Real T, std::size_t N>
struct Coefficients {
    T of[N];
};

/// body(0), body(1), ... body(N - 1), written out and in place: no compiler vectorises a loop around a
/// call, nor GCC one around another.
template <std::size_t N>
[[gnu::always_inline]] constexpr void unrolled(auto body) {
    [&]<std::size_t... i> [[gnu::always_inline]] (std::index_sequence<i...>) {
        (body(i), ...);
    }(std::make_index_sequence<N>{});
}

/// coefficients[0] + coefficients[1] x + ..., from the last to the first.
template <Real T, std::size_t N, std::size_t... n>
constexpr T polynomial(const Coefficients<T, N>& coefficients, T x, std::index_sequence<n...>) {
    T sum = coefficients.of[N - 1];
    if consteval {
        // Where nothing is fused, the same without the steps that Clang counts for a call.
        ((sum = multiply_add_is_fused ? multiply_add(sum, x, coefficients.of[N - 2 - n])
                                      : sum * x + coefficients.of[N - 2 - n]),
         ...);
    } else {
        ((sum = multiply_add(sum, x, coefficients.of[N - 2 - n])), ...);
    }
    return sum;
}
template <Real T, std::size_t N>
constexpr T polynomial(const Coefficients<T, N>& coefficients, T x) {
    return polynomial(coefficients, x, std::make_index_sequence<N - 1>{});
}

/// The float that is nearest to x; infinite beyond the largest.
constexpr float to_float(double x) {
    constexpr double overflow = 0x1.ffffffp+127;  // from here on it rounds to 2^128
    const bool is_large = magnitude(x) >= overflow;
    const auto narrowed = static_cast<float>(select(is_large, 1.0, magnitude(x)));
    const auto sign = static_cast<float>(with_sign_of(x, 1.0));
    return with_sign_of(sign, select(is_large, infinity<float>, narrowed));
}

}  // namespace attest::detail
