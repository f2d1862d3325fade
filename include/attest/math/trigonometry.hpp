#pragma once

// sin and cos of any number of radians. They are long, and not inlined unasked would keep the loop around
// them from being vectorised.

#include <attest/math/split.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace attest {

namespace detail {

/// 2 / pi in binary, two words of zeros in front: as far as the largest double reaches.
inline constexpr std::array<std::uint32_t, 39> two_over_pi{
    0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046};

/// An angle of quarter turns and what is left, |r| <= pi / 4.
struct Angle {
    std::uint32_t quarter_turns;  // only the last two bits count
    Split<double> r;
};

/// A finite number of radians that is at least 1/2, in quarter turns modulo 4: two binary digits
/// before the point and 190 behind it, the lowest word first.
///
/// In x (2 / pi), with x = mantissa 2^e, the digits of 2 / pi that count whole turns are left out, and
/// the next 192 taken: the product is exact but for what is behind them. No double comes closer than
/// 2^-62 to a multiple of pi / 2, so that 2^-75 of r is left of that error.
[[gnu::always_inline]] constexpr std::array<std::uint32_t, 6> quarter_turns(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto biased = static_cast<std::uint32_t>(bits >> 52);
    const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{1} << 52);
    const std::uint64_t mantissa_low = mantissa & 0xffffffff;
    const std::uint64_t mantissa_high = mantissa >> 32;

    const std::uint32_t first_digit = biased - 1013;
    const std::uint32_t word = first_digit / 32;
    const std::uint32_t shift = 32 - first_digit % 32;

    std::array<std::uint32_t, 6> turns{};
    std::uint64_t carry = 0;
    std::uint64_t previous_digits = 0;
    unrolled<6>([&](std::size_t i) {
        const std::uint64_t two_words =
            std::uint64_t{two_over_pi[word + 5 - i]} << 32 | two_over_pi[word + 6 - i];
        const std::uint64_t digits = (two_words >> shift) & 0xffffffff;
        const std::uint64_t low = mantissa_low * digits;
        const std::uint64_t high = mantissa_high * previous_digits;
        const std::uint64_t sum = carry + (low & 0xffffffff) + (high & 0xffffffff);
        turns[i] = static_cast<std::uint32_t>(sum);
        carry = (sum >> 32) + (low >> 32) + (high >> 32);
        previous_digits = digits;
    });
    return turns;
}

/// The angle of x radians, x not negative.
[[gnu::always_inline]] constexpr Angle angle(double x) {
    constexpr double quarter_pi = 0x1.921fb54442d18p-1;
    constexpr double half_pi_high = 0x1.921fb5p+0;  // the upper half of its digits
    constexpr double half_pi_low = 0x1.110b4611a6263p-26;

    const auto turns = quarter_turns(clamped(x, 0.5, std::numeric_limits<double>::max()));
    // The nearest quarter turn is taken off, which leaves a signed highest word.
    const auto highest = static_cast<std::int32_t>(turns[5] << 2) >> 2;
    const std::uint32_t quarters = (turns[5] - static_cast<std::uint32_t>(highest)) >> 30;
    const auto scaled = [](auto word, double unit) {
        return rounded_product(static_cast<double>(word), unit);
    };
    const auto upper = sum_of_larger_and_smaller(scaled(highest, 0x1p-30), scaled(turns[4], 0x1p-62));
    const auto part = sum_of_larger_and_smaller(
        upper.high, upper.low + (scaled(turns[3], 0x1p-94) + scaled(turns[2], 0x1p-126)));

    const double part_high = upper_half(part.high);
    const double part_rest = as_written<double>(part.high - part_high) + part.low;
    const double rest = multiply_add(part_high, half_pi_low, part_rest * (half_pi_high + half_pi_low));
    const auto r = sum_of_larger_and_smaller(rounded_product(part_high, half_pi_high), rest);

    const bool is_turned = !(x <= quarter_pi);
    return {quarters * std::uint32_t{is_turned},
            {select(is_turned, r.high, x), select(is_turned, r.low, -0.0)}};
}

/// The alternating series of sin r / r - 1, or of cos r - 1 + r^2 / 2, in r^2 from the term with
/// r^First on. With |r| <= pi / 4 the first term left out is below 2^-60 of the sum.
template <int First>
inline constexpr auto trigonometric_series = [] {
    Coefficients<double, 8> result{};
    double factorial = First == 3 ? 6 : 24;
    double sign = First == 3 ? -1 : 1;
    int degree = First;
    for (double& coefficient : result.of) {
        coefficient = sign / factorial;
        sign = -sign;
        factorial *= (degree + 1) * (degree + 2);
        degree += 2;
    }
    return result;
}();

/// sin of the r, or cos of it if the quarter turns are odd; negative for the second half turn.
constexpr double sin_of(Angle angle) {
    const auto [r, low] = angle.r;
    const double square = r * r;
    const double half_square = rounded_product(0.5, square);

    const double sine_rest = square * r * polynomial(trigonometric_series<3>, square);
    const double sine = r + as_written<double>(multiply_add(low, 1 - half_square, sine_rest));

    const double fourth = square * square * polynomial(trigonometric_series<4>, square);
    const auto one_less = sum_of_larger_and_smaller(1.0, -half_square);
    const double cosine = one_less.high + as_written<double>(one_less.low + multiply_add(-r, low, fourth));

    const double result = select(angle.quarter_turns % 2 == 0, sine, cosine);
    return select(angle.quarter_turns % 4 < 2, result, -result);
}

constexpr double finite_or_nan(double x, double result) {
    return select(magnitude(x) <= std::numeric_limits<double>::max(), result,
                  select(x == x, quiet_nan<double>, x));
}

}  // namespace detail

/// The sine of x radians, within 1 ulp; sin(-0) is -0, that of an infinity or NaN is NaN.
///
/// The turns are taken off exactly, in integers, whatever the size of x; what is left goes into the
/// series of sin or cos.
template <Real T>
[[gnu::always_inline]] constexpr T sin(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(sin(static_cast<double>(x)));
    } else {
        const double result = detail::sin_of(detail::angle(detail::magnitude(x)));
        const bool is_positive = detail::with_sign_of(x, 1.0) > 0;  // as +0 is
        return detail::finite_or_nan(x, detail::select(is_positive, result, -result));
    }
}

/// The cosine of x radians, within 1 ulp; that of an infinity or NaN is NaN. Computed as sin is.
template <Real T>
[[gnu::always_inline]] constexpr T cos(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(cos(static_cast<double>(x)));
    } else {
        const auto [quarters, r] = detail::angle(detail::magnitude(x));
        return detail::finite_or_nan(x, detail::sin_of({quarters + 1, r}));
    }
}

}  // namespace attest
