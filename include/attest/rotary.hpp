#pragma once

// Rotary positions (RoFormer, Su et al. 2021): queries and keys are turned, so that their scores tell
// the distance between them.

#include <attest/axis.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/position.hpp>
#include <attest/real.hpp>
#include <attest/rotary_layout.hpp>

#include <cstddef>

namespace attest {

namespace detail {

/// The point (a, b) turned about the origin.
template <Real T>
constexpr void turn(T& a, T& b, T cosine, T sine) {
    const T turned = multiply_add(a, cosine, -rounded_product(b, sine));
    b = multiply_add(a, sine, rounded_product(b, cosine));
    a = turned;
}

}  // namespace detail

/// Queries or keys with their positions: rotary<Interleaved>(q) turns pair i of the columns of the token
/// at position p by the angle p * Base^(-2i / Rotated). The first row has the position first_position;
/// with a cache that is its next_position().
///
/// The scores of queries and keys turned alike depend on the distance between their positions alone.
/// Angles are computed in double: two roundings, of the frequency and of the angle, leave a relative error
/// below 2.2 * 2^-53 for any base.
template <template <class, std::size_t, std::size_t> class Layout,
          std::size_t Base = 10000,
          std::size_t Rotated = all_columns,
          Real T,
          Axis Rows,
          Axis Cols,
          std::size_t columns = detail::rotated_columns<detail::HeadIn<Cols>, Rotated>,
          class Pairs = Layout<detail::HeadIn<Cols>, Base, columns>,
          class = the_base_must_be_positive<Base, Cols>>
constexpr Matrix<T, Rows, HeadsTurnedTo<Cols, columns, Pairs>> rotary(const Matrix<T, Rows, Cols>& m,
                                                                      std::size_t first_position = 0) {
    auto result = generate<Matrix<T, Rows, HeadsTurnedTo<Cols, columns, Pairs>>>(
        [&](auto i, auto j) { return m.elements[i][j]; });
    for (std::size_t pair = 0; pair < columns / 2; ++pair) {
        const double frequency = detail::frequency<Base>(pair, columns);
        for (std::size_t i = 0; i < Rows::extent; ++i) {
            const double angle = rounded_product(static_cast<double>(first_position + i), frequency);
            const auto cosine = static_cast<T>(attest::cos(angle));
            const auto sine = static_cast<T>(attest::sin(angle));
            for (std::size_t head = 0; head < Cols::extent; head += Pairs::extent)
                detail::turn(result.elements[i][head + Pairs::first(pair)],
                             result.elements[i][head + Pairs::second(pair)], cosine, sine);
        }
    }
    return result;
}

/// Columns with each pair where another layout has it: those of weights, whose axis stays, or of
/// queries and keys turned already. With P(x) = reorder_pairs<Interleaved, HalfSplit>(x),
/// rotary<HalfSplit>(P(q)) is P(rotary<Interleaved>(q)).
template <template <class, std::size_t, std::size_t> class From,
          template <class, std::size_t, std::size_t> class To,
          std::size_t Rotated = all_columns,
          class T,
          Axis Rows,
          Axis Cols,
          class Order = detail::Reordered<From, To, detail::HeadIn<Cols>, Rotated>>
constexpr Matrix<T, Rows, HeadsTurnedTo<Cols, Order::columns, typename Order::Axis>> reorder_pairs(
    const Matrix<T, Rows, Cols>& m) {
    using Before = From<detail::HeadIn<Cols>, 1, Order::columns>;
    using After = To<detail::HeadIn<Cols>, 1, Order::columns>;
    auto result = generate<Matrix<T, Rows, HeadsTurnedTo<Cols, Order::columns, typename Order::Axis>>>(
        [&](auto i, auto j) { return m.elements[i][j]; });
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t head = 0; head < Cols::extent; head += Before::extent)
            for (std::size_t pair = 0; pair < Order::columns / 2; ++pair) {
                result.elements[i][head + After::first(pair)] = m.elements[i][head + Before::first(pair)];
                result.elements[i][head + After::second(pair)] = m.elements[i][head + Before::second(pair)];
            }
    return result;
}

#ifndef __clang__  // GCC tells of a deleted function in half the lines that a failed requirement takes
template <template <class, std::size_t, std::size_t> class Layout,
          std::size_t Base = 10000,
          std::size_t Rotated = all_columns,
          class M,
          bool the_columns_must_be_pairs_within_a_head_not_turned_before = true>
M rotary(const M& m, unsigned long first_position = 0) = delete;  // GCC would explain std::size_t

template <template <class, std::size_t, std::size_t> class Layout,
          std::size_t Base,
          std::size_t Rotated = all_columns,
          class M,
          bool the_base_must_be_positive = true>
    requires(Base == 0)
M rotary(const M& m, unsigned long first_position = 0) = delete;
#endif

}  // namespace attest
