#pragma once

// The activations of a transformer's feed-forward layers: GELU in its two forms, and SiLU.

#include <attest/math/error_function.hpp>
#include <attest/math/exponential.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <concepts>

namespace attest {

namespace detail {

/// x times a part of 1, where the part is 0 for every x below lowest: -0 there, and NaN of NaN. An
/// infinity is never multiplied by 0, nor a NaN by anything.
constexpr double part_of(double x, double lowest, double part) {
    const bool is_nan = x != x;
    const double factor = select(is_nan, 0.0, select(x < lowest, lowest, x));
    return select(is_nan, x, rounded_product(factor, select(is_nan, 0.0, part)));
}

}  // namespace detail

/// GELU as it is defined (Hendrycks and Gimpel, 2016): x times the part of the normal distribution that
/// is below x, x (1 + erf(x / sqrt(2))) / 2. Its error is at most 2 ulp of x; below -9 it is -0.
template <Real T>
constexpr T gelu(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(gelu(static_cast<double>(x)));
    } else {
        constexpr double root_half = 0x1.6a09e667f3bcdp-1;
        const double of_erf = rounded_product(detail::clamped(x, -9.0, 9.0), root_half);
        return detail::part_of(x, -9, multiply_add(0.5, erf(of_erf), 0.5));
    }
}

/// The approximation of GELU by tanh, from the same paper, which GPT-2 computes:
/// x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2. Its error is at most 2 ulp of x; below -30 it is -0.
template <Real T>
constexpr T gelu_tanh(T x) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(gelu_tanh(static_cast<double>(x)));
    } else {
        constexpr double two_root_two_over_pi = 0x1.9884533d43651p+0;
        const double number = detail::clamped(x, -30.0, 30.0);
        const double cubic = multiply_add(rounded_product(0.044715 * number, number), number, number);
        return detail::part_of(x, -30, sigmoid(rounded_product(two_root_two_over_pi, cubic)));
    }
}

/// SiLU, or swish (Ramachandran, Zoph and Le, 2017): x sigmoid(x), within 3 ulp. Below -708, where
/// the sigmoid is subnormal, up to |x| / 2 times the smallest number more; below -746 it is -0.
template <Real T>
constexpr T silu(T x) {
    if constexpr (std::same_as<T, float>)
        return static_cast<float>(silu(static_cast<double>(x)));
    else
        return detail::part_of(x, -746, sigmoid(x));
}

}  // namespace attest
