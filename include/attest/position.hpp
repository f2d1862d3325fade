#pragma once

// Positions that are added to embeddings: the sinusoidal ones of "Attention Is All You Need" (Vaswani
// et al. 2017).

#include <attest/axis.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <cstddef>

namespace attest {

namespace detail {

/// A number in two parts, times a power of two.
struct Power {
    Split<double> parts;
    double scale;
};

/// exp(x.high + x.low): its relative error is below 2^-56.
constexpr Power exp_in_two_parts(Split<double> x) {
    const int k = exponent_of_e(x.high).k;
    const auto minus_k = static_cast<double>(-k);
    const double without_k = multiply_add(minus_k, ExpConstants<double>::ln2_high, x.high);  // exact
    const double rest = multiply_add(minus_k, ExpConstants<double>::ln2_low, x.low);
    return {exp_of_small(exact_sum(without_k, rest)), normal_power_of_two<double>(k)};
}

/// The natural logarithm of a base, within 2^-56: log's result, and what the exponential of that leaves over.
constexpr Split<double> log_in_two_parts(double base) {
    const double high = attest::log(base);
    const auto [power, scale] = exp_in_two_parts({high});
    return {high, multiply_add(-power.low, scale, multiply_add(-power.high, scale, base)) / base};
}

/// numerator * n / size in two parts, where no product of an upper half with n or size is rounded.
constexpr Split<double> times_fraction(Split<double> numerator, double n, double size) {
    const double upper = upper_half(numerator.high);
    const double lower = (numerator.high - upper) + numerator.low;
    const auto product = sum_of_larger_and_smaller(rounded_product(upper, n), rounded_product(lower, n));
    const double high = upper_half(product.high / size);
    return sum_of_larger_and_smaller(high, (multiply_add(-high, size, product.high) + product.low) / size);
}

template <std::size_t Base>
inline constexpr Split<double> log_of_base = log_in_two_parts(static_cast<double>(Base));

/// Base^(-2i / size): its relative error is below 1.1 * 2^-53.
template <std::size_t Base>
constexpr double frequency(std::size_t i, std::size_t size) {
    const auto exponent =
        times_fraction(log_of_base<Base>, static_cast<double>(2 * i), static_cast<double>(size));
    const auto [power, scale] = exp_in_two_parts({-exponent.high, -exponent.low});
    return (power.high + power.low) * scale;
}

}  // namespace detail

/// Made, if Model has a sine and a cosine for each frequency. The name is what compilers print.
template <class Model, class Made>
    requires(Model::extent % 2 == 0)
using the_columns_must_be_pairs_of_a_sine_and_a_cosine = Made;

/// The positions to be added to embeddings: column 2i of position p has sin(p / 10000^(2i / d)), and
/// column 2i + 1 the cosine of the same, where d is the extent of Model. The first row has the
/// position first_position.
template <Real T, Axis Tokens, Axis Model>
constexpr Matrix<T, Tokens, the_columns_must_be_pairs_of_a_sine_and_a_cosine<Model, Model>>
sinusoidal_positions(std::size_t first_position = 0) {
    Matrix<T, Tokens, Model> positions;
    for (std::size_t pair = 0; pair < Model::extent / 2; ++pair) {
        const double frequency = detail::frequency<10000>(pair, Model::extent);
        for (std::size_t i = 0; i < Tokens::extent; ++i) {
            const double angle = rounded_product(static_cast<double>(first_position + i), frequency);
            positions[i, 2 * pair] = static_cast<T>(attest::sin(angle));
            positions[i, 2 * pair + 1] = static_cast<T>(attest::cos(angle));
        }
    }
    return positions;
}

#ifndef __clang__  // GCC tells of a deleted function in half the lines that a failed requirement takes
template <class T, class Tokens, class Model, bool the_columns_must_be_pairs_of_a_sine_and_a_cosine = true>
    requires(Model::extent % 2 != 0)
Matrix<T, Tokens, Model> sinusoidal_positions(unsigned long first_position = 0) =
    delete;  // GCC would explain std::size_t
#endif

}  // namespace attest
