#pragma once

// Floating-point numbers taken apart into integers and rounded back, for what the constant
// evaluator must compute exactly: a fused multiply-add and a square root.

#include <attest/real.hpp>

#include <bit>
#include <cstdint>
#include <limits>

namespace attest::detail {

__extension__ using Wide = unsigned __int128;

constexpr int bit_width(Wide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    if (high != 0) return 128 - std::countl_zero(high);
    return 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

/// The IEEE 754 binary format of T.
template <Real T>
struct Format {
    using Limits = std::numeric_limits<T>;
    using Bits = BitsOf<T>;

    static constexpr int digits = Limits::digits;
    /// The bit that a normal number's mantissa has in front of its fraction.
    static constexpr Bits hidden_one = Bits{1} << (digits - 1);
    static constexpr int bias = Limits::max_exponent - 1;
    /// denorm_min is 2 to this power.
    static constexpr int lowest_exponent = Limits::min_exponent - digits;
};

// Of those of std::numeric_limits Clang warns under -ffast-math, where nothing promises that they work.
template <Real T>
inline constexpr T infinity =
    std::bit_cast<T>(((BitsOf<T>{1} << (8 * sizeof(T) - Format<T>::digits)) - 1) << (Format<T>::digits - 1));
template <Real T>
inline constexpr T quiet_nan =
    std::bit_cast<T>(std::bit_cast<BitsOf<T>>(infinity<T>) | (Format<T>::hidden_one >> 1));

template <Real T>
constexpr bool is_finite(T x) {
    return x >= std::numeric_limits<T>::lowest() && x <= std::numeric_limits<T>::max();
}

/// 2 to the power of exponent, where that is a normal number.
template <Real T>
constexpr T normal_power_of_two(int exponent) {
    return __builtin_bit_cast(T, static_cast<BitsOf<T>>(exponent + Format<T>::bias)
                                     << (Format<T>::digits - 1));
}

/// 2 to the power of exponent, which lies between those of denorm_min and max.
template <Real T>
constexpr T power_of_two(int exponent) {
    using F = Format<T>;
    return exponent + F::bias > 0 ? normal_power_of_two<T>(exponent)
                                  : std::bit_cast<T>(BitsOf<T>{1} << (exponent - F::lowest_exponent));
}

/// A positive number, mantissa * 2^exponent.
struct Scaled {
    Wide mantissa;
    int exponent;
};

/// The parts of a number that is finite and not zero; its sign is left out.
template <Real T>
constexpr Scaled take_apart(T x) {
    using F = Format<T>;
    const auto bits = std::bit_cast<typename F::Bits>(x < 0 ? -x : x);
    const auto biased = static_cast<int>(bits >> (F::digits - 1));
    const auto fraction = bits & (F::hidden_one - 1);
    if (biased == 0) return {fraction, F::lowest_exponent};
    return {fraction | F::hidden_one, biased - F::bias - (F::digits - 1)};
}

/// The number with its highest bit moved to the given place.
constexpr Scaled justified(Scaled x, int highest_bit) {
    const int shift = highest_bit + 1 - bit_width(x.mantissa);
    return {x.mantissa << shift, x.exponent - shift};
}

/// The nearest T, ties to even; subnormal and infinite results included.
template <Real T>
constexpr T rounded(Scaled x) {
    using F = Format<T>;
    const int excess = bit_width(x.mantissa) - F::digits;
    const int below = F::lowest_exponent - x.exponent;
    const int dropped = excess > below ? excess : below;
    if (dropped > 127) return T{0};
    if (dropped > 0) {
        const Wide remainder = x.mantissa & ((Wide{1} << dropped) - 1);
        const Wide half = Wide{1} << (dropped - 1);
        x = {x.mantissa >> dropped, x.exponent + dropped};
        if (remainder > half || (remainder == half && (x.mantissa & 1) != 0)) ++x.mantissa;
    }
    if (bit_width(x.mantissa) + x.exponent > F::Limits::max_exponent) return infinity<T>;
    return static_cast<T>(static_cast<std::uint64_t>(x.mantissa)) * power_of_two<T>(x.exponent);
}

}  // namespace attest::detail
