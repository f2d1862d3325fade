#pragma once

// What rotary positions make of the axis of a head: which columns are turned, in pairs of which columns,
// and by the powers of which base.

#include <attest/axis.hpp>

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

template <class Head>
inline constexpr bool is_turned = false;
template <template <class, std::size_t, std::size_t> class Layout,
          class Head,
          std::size_t Base,
          std::size_t Rotated>
inline constexpr bool is_turned<Layout<Head, Base, Rotated>> = true;

/// Whether it is the axis of a head that had been turned before.
template <class Head>
inline constexpr bool is_turned_twice = false;
template <template <class, std::size_t, std::size_t> class Layout,
          class Head,
          std::size_t Base,
          std::size_t Rotated>
inline constexpr bool is_turned_twice<Layout<Head, Base, Rotated>> = is_turned<Head>;

}  // namespace detail

/// Made, if the columns to be turned are pairs that the head has, and have not been. The name is what
/// compilers print.
template <class Head, std::size_t Rotated, class Made>
    requires(Rotated % 2 == 0 && Rotated <= Head::extent && !detail::is_turned_twice<Made>)
using the_columns_must_be_pairs_within_a_head_not_turned_before = Made;

/// Void, if frequencies can be powers of the base. The name is what compilers print.
template <std::size_t Base, class Cols>
    requires(Base > 0)
using the_base_must_be_positive = void;

/// The columns of one head, or of several, that are now To's.
template <class Cols, std::size_t Rotated, class To>
using HeadsTurnedTo = typename detail::HeadsIn<Cols>::template With<
    the_columns_must_be_pairs_within_a_head_not_turned_before<detail::HeadIn<Cols>, Rotated, To>>;

}  // namespace attest
