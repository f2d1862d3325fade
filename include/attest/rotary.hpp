#pragma once

// Rotary positions (RoFormer, Su et al. 2021): queries and keys are turned, so that their scores tell
// the distance between them.

#include <attest/axis.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/position.hpp>
#include <attest/real.hpp>

#include <cstddef>

namespace attest {

// The axis of a head whose columns have been turned by pairs, the first Rotated of them. Which columns
// are a pair is a matter of layout: neighbours, as in the paper, or each with the one half of them
// further on, as in GPT-NeoX and the checkpoints made for it. Queries and keys must agree on it, and
// on the base of the frequencies, and so these are part of their type.

template <class Head, std::size_t Base, std::size_t Rotated>
struct Interleaved : axis<Head::extent> {
    /// The columns of pair i.
    static constexpr std::size_t first(std::size_t i) { return 2 * i; }
    static constexpr std::size_t second(std::size_t i) { return 2 * i + 1; }
};

template <class Head, std::size_t Base, std::size_t Rotated>
struct HalfSplit : axis<Head::extent> {
    /// The columns of pair i.
    static constexpr std::size_t first(std::size_t i) { return i; }
    static constexpr std::size_t second(std::size_t i) { return i + Rotated / 2; }
};

/// How many columns rotary turns when it is not told: all of a head's.
inline constexpr std::size_t all_columns = 0;

namespace detail {

/// The columns of one head, or of several side by side: what a head's axis is, and theirs with another.
template <class Cols>
struct HeadsIn {
    using Head = Cols;
    template <class To>
    using With = To;
};
template <class Heads, class Inner>
struct HeadsIn<Flat<Heads, Inner>> {
    using Head = Inner;
    template <class To>
    using With = Flat<Heads, To>;
};

template <class Cols>
using HeadIn = typename HeadsIn<Cols>::Head;

template <class Head, std::size_t Rotated>
inline constexpr std::size_t rotated_columns = Rotated == all_columns ? Head::extent : Rotated;

/// The point (a, b) turned about the origin.
template <Real T>
constexpr void turn(T& a, T& b, T cosine, T sine) {
    const T turned = multiply_add(a, cosine, -rounded_product(b, sine));
    b = multiply_add(a, sine, rounded_product(b, cosine));
    a = turned;
}

/// What reordering the pairs of a head makes of its axis: nothing, if it has not been turned.
template <template <class, std::size_t, std::size_t> class From,
          template <class, std::size_t, std::size_t> class To,
          class Head,
          std::size_t Rotated>
struct Reordered {
    using Axis = Head;
    static constexpr std::size_t columns = rotated_columns<Head, Rotated>;
};
/// If it has been turned in From, it is then as if it had been in To.
template <template <class, std::size_t, std::size_t> class From,
          template <class, std::size_t, std::size_t> class To,
          class Head,
          std::size_t Base,
          std::size_t Rotated>
struct Reordered<From, To, From<Head, Base, Rotated>, all_columns> {
    using Axis = To<Head, Base, Rotated>;
    static constexpr std::size_t columns = Rotated;
};
/// If it has been turned in another layout, there is no such axis.
template <template <class, std::size_t, std::size_t> class From,
          template <class, std::size_t, std::size_t> class To,
          template <class, std::size_t, std::size_t> class Other,
          class Head,
          std::size_t Base,
          std::size_t Columns,
          std::size_t Rotated>
struct Reordered<From, To, Other<Head, Base, Columns>, Rotated> {};

}  // namespace detail

/// Made, if the columns to be turned are pairs that the head has. The name is what compilers print.
template <class Head, std::size_t Rotated, class Made>
    requires(Rotated % 2 == 0 && Rotated <= Head::extent)
using the_rotated_columns_must_be_pairs_within_the_head = Made;

/// The columns of one head, or of several, that are now To's.
template <class Cols, std::size_t Rotated, class To>
using HeadsTurnedTo = typename detail::HeadsIn<Cols>::template With<
    the_rotated_columns_must_be_pairs_within_the_head<detail::HeadIn<Cols>, Rotated, To>>;

/// Queries or keys with their positions: rotary<Interleaved>(q) turns pair i of the columns of the token
/// at position p by the angle p * Base^(-2i / Rotated). The first row has the position first_position;
/// with a cache that is its next_position().
///
/// The scores of queries and keys turned alike depend on the distance between their positions alone.
/// Angles are computed in double; an angle's relative error is below (4 ln Base + 3) 2^-53, so for the
/// base 10000 within 5e-15.
template <template <class, std::size_t, std::size_t> class Layout,
          std::size_t Base = 10000,
          std::size_t Rotated = all_columns,
          Real T,
          Axis Rows,
          Axis Cols,
          std::size_t columns = detail::rotated_columns<detail::HeadIn<Cols>, Rotated>,
          class Pairs = Layout<detail::HeadIn<Cols>, Base, columns>>
constexpr Matrix<T, Rows, HeadsTurnedTo<Cols, columns, Pairs>> rotary(const Matrix<T, Rows, Cols>& m,
                                                                      std::size_t first_position = 0) {
    auto result = generate<Matrix<T, Rows, HeadsTurnedTo<Cols, columns, Pairs>>>(
        [&](auto i, auto j) { return m.elements[i][j]; });
    for (std::size_t pair = 0; pair < columns / 2; ++pair) {
        const double frequency = detail::frequency(pair, columns, Base);
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
          bool the_rotated_columns_must_be_pairs_within_the_head = true>
M rotary(const M& m, std::size_t first_position = 0) = delete;

#endif

}  // namespace attest
