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

/// base^(-2i / size): its relative error is below (4 ln base + 2) 2^-53.
constexpr double frequency(std::size_t i, std::size_t size, std::size_t base) {
    const double part = static_cast<double>(2 * i) / static_cast<double>(size);
    return attest::exp(rounded_product(-part, attest::log(static_cast<double>(base))));
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
        const double frequency = detail::frequency(pair, Model::extent, 10000);
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
Matrix<T, Tokens, Model> sinusoidal_positions(std::size_t first_position = 0) = delete;
#endif

}  // namespace attest
