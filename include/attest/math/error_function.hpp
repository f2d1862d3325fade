#pragma once

// erf, the error function.

#include <attest/math/split.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <array>
#include <concepts>
#include <cstddef>

namespace attest {

namespace detail {

/// The Taylor series of erf around every multiple of 1/8 up to 6, where erf rounds to 1. Coefficient n
/// of all the series stands in row n.
struct ErfSeries {
    static constexpr std::size_t centres = 6 * 8 + 1;
    static constexpr std::size_t terms = 13;  // with |t| <= 1/16 the first left out is below 2^-60
    double coefficients[terms][centres]{};
    double value_low[centres]{};  // what coefficient 0 lost when it was rounded
};

/// Its coefficients, in binary fixed point. With x = c + t and b the series of e^(-x^2) around c,
/// (n + 1) b[n + 1] = -2 c b[n] - 2 b[n - 1], and b[n] / (n + 1) is the next of erf's, but for the factor
/// 2 / sqrt(pi). With c = i / 8 that takes only products and quotients of small integers.
inline constexpr ErfSeries erf_series = [] {
    __extension__ using Fixed = __int128;
    constexpr int places = 112;
    constexpr Fixed two_over_root_pi = 0x4837'5d41'0a6d'b447;  // with 62 binary places
    const auto of_erf = [](Fixed coefficient) { return (coefficient >> (places - 62)) * two_over_root_pi; };
    const auto to_double = [](Fixed with_124_places) {
        return static_cast<double>(with_124_places) * 0x1p-124;
    };

    ErfSeries series;
    Fixed integral = 0;                // of e^(-x^2) from 0 to c
    Fixed value = Fixed{1} << places;  // e^(-c^2)
    for (std::size_t i = 0; i < ErfSeries::centres; ++i) {
        const double rounded = to_double(of_erf(integral));
        series.coefficients[0][i] = rounded;
        series.value_low[i] = to_double(of_erf(integral) - static_cast<Fixed>(rounded * 0x1p+124));
        Fixed b_before = 0;
        Fixed b = value;
        Fixed next_value = 0;
        for (int n = 0; n < 40; ++n) {  // by then a step of 1/8 adds nothing
            next_value += b >> (3 * n);
            const Fixed of_integral = b / (n + 1);
            integral += of_integral >> (3 * (n + 1));
            if (static_cast<std::size_t>(n) + 1 < ErfSeries::terms)
                series.coefficients[n + 1][i] = to_double(of_erf(of_integral));
            const Fixed b_after = -(static_cast<Fixed>(i) * b / 4 + 2 * b_before) / (n + 1);
            b_before = b;
            b = b_after;
        }
        value = next_value;
    }
    return series;
}();

}  // namespace detail

/// The error function 2 / sqrt(pi) times the integral of e^(-t^2) from 0 to x, within 2 ulp;
/// erf(-0) is -0, NaN gives NaN.
///
/// The Taylor series around the multiple of 1/8 that is nearest to |x|, with the sign of x.
template <Real T>
constexpr T erf(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(erf(static_cast<double>(x)));
    } else {
        constexpr auto& coefficients = detail::erf_series.coefficients;
        constexpr std::size_t last = detail::ErfSeries::terms - 1;
        const double in_range = detail::clamped(detail::magnitude(x), 0.0, 6.0);
        const int centre = static_cast<int>(multiply_add(in_range, 8.0, 0.5));
        const double t = multiply_add(-0.125, static_cast<double>(centre), in_range);
        double slope = coefficients[last][centre];
        detail::unrolled<last - 1>(
            [&](std::size_t i) { slope = multiply_add(slope, t, coefficients[last - 1 - i][centre]); });
        const double result = coefficients[0][centre] + detail::as_written<double>(multiply_add(
                                                            slope, t, detail::erf_series.value_low[centre]));
        return detail::select(x == x, detail::with_sign_of(x, result), x);
    }
}

}  // namespace attest
