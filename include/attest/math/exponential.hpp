#pragma once

// exp, exp2, and what is made of them: the logistic sigmoid and tanh.

#include <attest/math/split.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <concepts>
#include <cstddef>

namespace attest {

namespace detail {

/// What the exponential needs to know of its type.
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
    static constexpr std::size_t last_term = 13;
};

template <>
struct ExpConstants<float> {
    static constexpr float largest = 0x1.62e42ep+6f;
    static constexpr float smallest = -0x1.9fe368p+6f;
    static constexpr float ln2_high = 0x1.62ep-1f;
    static constexpr float ln2_low = 0x1.0bfbe8p-15f;
    static constexpr float log2_e = 0x1.715476p+0f;
    static constexpr std::size_t last_term = 7;
};

/// 1 / n! for n from 2 up to the last term of the series.
template <Real T>
inline constexpr auto inverse_factorials = [] {
    Coefficients<T, ExpConstants<T>::last_term - 1> result{};
    double degree = 1;
    double factorial = 1;
    for (T& coefficient : result.of) {
        factorial *= ++degree;
        coefficient = static_cast<T>(1 / factorial);
    }
    return result;
}();

/// An exponent in two parts: 2^k e^r with |r| <= ln(2) / 2.
template <Real T>
struct Exponent {
    int k;
    T r;
};

/// x = k ln 2 + r.
template <Real T, class C = ExpConstants<T>>
constexpr Exponent<T> exponent_of_e(T x) {
    // Rounded by conversion: adding and subtracting a big number does not survive -ffast-math.
    const int k = static_cast<int>(multiply_add(x, C::log2_e, x < 0 ? T{-0.5} : T{0.5}));
    const T minus_k = static_cast<T>(-k);
    return {k, multiply_add(minus_k, C::ln2_low, as_written<T>(multiply_add(minus_k, C::ln2_high, x)))};
}

/// e^r - 1 - r, the rest of the series, from its last term down to r^2 / 2.
template <Real T>
constexpr T exp_beyond_linear(T r) {
    return r * r * polynomial(inverse_factorials<T>, r);
}

/// e^(r.high + r.low).
template <Real T>
constexpr Split<T> exp_of_small(Split<T> r) {
    const Split<T> sum = sum_of_larger_and_smaller(T{1}, r.high);
    return {sum.high, as_written<T>(multiply_add(r.high * r.high, polynomial(inverse_factorials<T>, r.high),
                                                 sum.low + r.low))};
}

/// x 2^k, rounded once. In two steps, for 2^k itself may be beyond the type where x 2^k is not.
template <Real T>
constexpr T scale(T x, int k) {
    return rounded_product(as_written<T>(x * normal_power_of_two<T>(k / 2)),
                           normal_power_of_two<T>(k - k / 2));
}

/// exp of x, or of x + low with |low| at most half an ulp of x.
template <Real T, std::same_as<T>... Low>
constexpr T exp_of_sum(T x, Low... low) {
    using C = ExpConstants<T>;
    // A little below the smallest, what comes out is zero.
    const auto [k, r] = exponent_of_e(clamped(x, C::smallest - 1, C::largest));
    Split<T> exp_r = exp_of_small<T>({r});  // NOLINT(misc-const-correctness): const where there is no low
    // exp(r + low) = exp(r) (1 + low), for the square of so small a number is nothing.
    ((exp_r.low = as_written<T>(multiply_add(low, exp_r.high + exp_r.low, exp_r.low))), ...);
    const T result = select(x > C::largest, infinity<T>, scale(exp_r.high + exp_r.low, k));
    return select(x == x, result, x);
}

}  // namespace detail

/// e to the power of x, within 1 ulp. Infinite above log(max), gradually subnormal and then zero
/// far below zero; NaN gives NaN.
///
/// x = k ln 2 + r with |r| <= ln(2) / 2, and exp(x) = 2^k exp(r). The series of exp(r) is summed
/// from its last term down to r^2 / 2; then 1 + r is added with its rounding error kept.
template <Real T>
constexpr T exp(T x) {
    return detail::exp_of_sum(x);
}

/// 2 to the power of x, within 1 ulp and exact where x is an integer. Limits as those of exp.
///
/// x = k + f with |f| <= 1/2, and 2^x = 2^k exp(f ln 2), the product in two parts.
template <Real T>
constexpr T exp2(T x) {
    if constexpr (std::same_as<T, float>) {
        return detail::to_float(exp2(static_cast<double>(x)));
    } else {
        constexpr double ln2_high = 0x1.62e42f8p-1;  // the upper half of its digits
        constexpr double ln2_low = 0x1.be8e7bcd5e4f2p-27;
        const double in_range = detail::clamped(x, -1075.0, 0x1.fffffffffffffp+9);
        const int k = static_cast<int>(in_range + (x < 0 ? -0.5 : 0.5));
        const double f = in_range - k;
        const double f_high = detail::upper_half(f);
        const double rest = multiply_add(f_high, ln2_low, (f - f_high) * (ln2_high + ln2_low));
        const auto exp_f =
            detail::exp_of_small(detail::sum_of_larger_and_smaller(rounded_product(f_high, ln2_high), rest));
        const double result = detail::scale(exp_f.high + exp_f.low, k);
        return detail::select(x >= 1024, detail::infinity<double>,
                              detail::select(x <= -1075, 0.0, detail::select(x == x, result, x)));
    }
}

/// The logistic function 1 / (1 + e^-x), within 2 ulp; gradually subnormal and then zero far below
/// zero. NaN gives NaN.
///
/// With e = exp(-|x|) in two parts it is 1 / (1 + e), or e / (1 + e) where x is negative.
template <Real T>
constexpr T sigmoid(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(sigmoid(static_cast<double>(x)));
    } else {
        const auto [k, r] = detail::exponent_of_e(
            detail::clamped(-detail::magnitude(x), detail::ExpConstants<T>::smallest, 0.0));
        const auto exp_r = detail::normalised(detail::exp_of_small<double>({r}));
        const detail::Split<double> e{detail::scale(exp_r.high, k), detail::scale(exp_r.low, k)};
        const auto one_and_e = detail::sum_of_larger_and_smaller(1.0, e.high);
        const detail::Split<double> denominator{one_and_e.high, one_and_e.low + e.low};
        const detail::Split<double> numerator{detail::select(x < 0, e.high, 1.0),
                                              detail::select(x < 0, e.low, -0.0)};
        const double result = detail::quotient(numerator, denominator);
        const bool is_zero = x < detail::ExpConstants<double>::smallest;
        return detail::select(is_zero, 0.0, detail::select(x == x, result, x));
    }
}

/// The hyperbolic tangent, within 2 ulp; tanh(-0) is -0, NaN gives NaN.
///
/// With m = exp(-2|x|) - 1 in two parts it is -m / (2 + m), with the sign of x.
template <Real T>
constexpr T tanh(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(tanh(static_cast<double>(x)));
    } else {
        constexpr double one_from_here_on = 20;
        const double magnitude = detail::magnitude(x);
        const auto [k, r] = detail::exponent_of_e(
            -2 * detail::select(magnitude < one_from_here_on, magnitude, one_from_here_on));
        const auto power = detail::normal_power_of_two<double>(k);
        // 2^k e^r - 1 = (2^k - 1) + 2^k r + 2^k (e^r - 1 - r), and the first is exact.
        const auto linear = detail::sum_of_larger_and_smaller(power - 1, rounded_product(power, r));
        const auto m = detail::normalised<double>(
            {linear.high, multiply_add(power, detail::exp_beyond_linear(r), linear.low)});
        const auto two_and_m = detail::sum_of_larger_and_smaller(2.0, m.high);
        const auto result =
            detail::quotient<double>({-m.high, -m.low}, {two_and_m.high, two_and_m.low + m.low});
        return detail::select(x == x, detail::with_sign_of(x, result), x);
    }
}

}  // namespace attest
