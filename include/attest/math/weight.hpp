#pragma once

// The exponential of attention: of a score, below the largest of its row. One for every size, at compile
// time and at run time, and a third of the work of exp, for it need not be right beyond what a weight is
// worth.

#include <attest/math/split.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <cstddef>
#include <limits>

namespace attest::detail {

/// 2^f for |f| <= 1/2: the polynomial that begins with 1, exact for 0, and has the smallest largest
/// relative error of those of its degree. The exchange algorithm of Remez gives the coefficients;
/// tests/weight.cpp measures what they are worth.
template <Real T>
struct PowerOfTwo;

template <>
struct PowerOfTwo<float> {  // off by 0.95 eps of itself at most, before rounding
    static constexpr Coefficients<float, 6> coefficients{
        {1, 0x1.62e429p-1f, 0x1.ebf9bcp-3f, 0x1.c6b752p-5f, 0x1.3cea88p-7f, 0x1.5bba14p-10f}};
};

template <>
struct PowerOfTwo<double> {  // off by 0.13 eps of itself at most, before rounding
    static constexpr Coefficients<double, 12> coefficients{
        {1, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a4p-3, 0x1.c6b08d7049fe8p-5, 0x1.3b2ab6fba011ap-7,
         0x1.5d87fe78cd6cfp-10, 0x1.4309130ed8cd5p-13, 0x1.ffcbfba980f96p-17, 0x1.62bfc79d4b59fp-20,
         0x1.b5267cdfd91eep-24, 0x1.e61b4f9a207f5p-28, 0x1.e79bb6fc55606p-32}};
};

/// What turns a difference of scores into a weight: 2^(below * factor) - least, of a difference that is not
/// under bottom. There the power is least, so that a weight is 0 from there on down, that of -inf too. It
/// is no other for it where it counts: least is 2^-125 in float and 2^-1021 in double.
template <Real T>
struct WeightScale {
    T factor;
    T bottom;
    T least;
};

/// To add this rounds to an integer. The lowest bits of the sum are those of the integer and the bias that an
/// exponent is written with.
template <Real T>
inline constexpr T rounds_to_exponent =
    T{3} * normal_power_of_two<T>(Format<T>::digits - 2) + static_cast<T>(Format<T>::bias);

/// 2^(below * factor) - least, where the power is a normal number.
template <Real T>
constexpr T power_of_product(T below, T factor, T least) {
    const T shifted = as_written<T>(multiply_add(below, factor, rounds_to_exponent<T>));
    const T integer = as_written<T>(shifted - rounds_to_exponent<T>);
    const T rest = multiply_add(below, factor, -integer);
    const auto exponent = __builtin_bit_cast(BitsOf<T>, shifted);
    const T power = __builtin_bit_cast(T, static_cast<BitsOf<T>>(exponent << (Format<T>::digits - 1)));
    return multiply_add(polynomial(PowerOfTwo<T>::coefficients, rest), power, -least);
}

/// For weights e^(below / divisor), the divisor being positive.
template <Real T>
constexpr WeightScale<T> weight_scale(T divisor) {
    constexpr T log2_e = static_cast<T>(0x1.71547652b82fep+0);
    const T factor = log2_e / divisor;
    const T bottom = static_cast<T>(std::numeric_limits<T>::min_exponent) / factor;
    return {factor, bottom, power_of_product(bottom, factor, T{0})};
}

/// e^(below / divisor) for a difference below that is not positive: within 1.65 eps of itself in float and
/// 0.87 in double, beside the roundings of factor and product, and least; exactly 1 for 0, and 0 far below.
/// NaN gives NaN.
template <Real T>
constexpr T weight(T below, const WeightScale<T>& scale) {
    if (below != below) return below;
    return power_of_product(below > scale.bottom ? below : scale.bottom, scale.factor, scale.least);
}

}  // namespace attest::detail
