#pragma once

// Who may attend to whom. A mask carries the axes that it is for and a rule that says of each query
// and key whether the pair is kept; what is not kept is skipped, never computed with.
//
// The functions that make masks are told the axes: causal<Tokens<3>>() is for one sequence,
// causal<Query<3>, Key<3>>() for queries and keys that have axes of their own.

#include <attest/alignment.hpp>
#include <attest/axis.hpp>
#include <attest/mask_rule.hpp>
#include <attest/matrix.hpp>

#include <cstddef>
#include <stdexcept>

namespace attest {

/// A rule for the scores of Query and Key: true keeps.
template <Axis Query, Axis Key, class Rule>
struct Mask {
    [[no_unique_address]] Rule rule{};

    constexpr bool keeps(std::size_t query, std::size_t key) const { return rule.keeps(query, key); }
};

/// Without a rule: the same, for fewer of the steps that Clang counts in constant evaluation.
template <Axis Query, Axis Key>
struct Mask<Query, Key, KeepAll> {
    [[no_unique_address]] KeepAll rule{};

    static constexpr bool keeps(std::size_t, std::size_t) { return true; }
};

/// What both masks keep; they are for the same axes.
template <Axis Query, Axis Key, class First, class Second>
constexpr Mask<Query, Key, Both<First, Second>> operator&(const Mask<Query, Key, First>& first,
                                                          const Mask<Query, Key, Second>& second) {
    return {{first.rule, second.rule}};
}

/// What either mask keeps; they are for the same axes.
template <Axis Query, Axis Key, class First, class Second>
constexpr Mask<Query, Key, Either<First, Second>> operator|(const Mask<Query, Key, First>& first,
                                                            const Mask<Query, Key, Second>& second) {
    return {{first.rule, second.rule}};
}

/// What the mask hides.
template <Axis Query, Axis Key, class Rule>
constexpr Mask<Query, Key, Not<Rule>> operator~(const Mask<Query, Key, Rule>& mask) {
    return {{mask.rule}};
}

/// Every query sees every key.
template <Axis Query, Axis Key = Query>
constexpr Mask<Query, Key, KeepAll> no_mask() {
    return {};
}

/// Each query sees the keys up to its own place, which the alignment gives: causal<Tokens<3>>(), or
/// causal<Query<2>, Key<5>>(aligned_at_end).
template <Axis Query, Axis Key = Query, class Alignment = AsManyQueriesAsKeys>
constexpr Mask<Query, Key, Causal> causal(
    const the_alignment_must_be_named_where_extents_differ<Query, Key, Alignment>& alignment = {}) {
    return {{alignment.template offset<Query, Key>()}};
}

/// Void, if a window of that many keys holds a query's own. The name is what compilers print.
template <std::size_t Width, class Query>
    requires(Width > 0)
using the_window_must_hold_the_querys_own_key = void;

/// Each query sees the last keys up to its own place, itself included, as many as Width says.
template <std::size_t Width,
          Axis Query,
          Axis Key = Query,
          class Alignment = AsManyQueriesAsKeys,
          class = the_window_must_hold_the_querys_own_key<Width, Query>>
constexpr Mask<Query, Key, SlidingWindow> sliding_window(
    const the_alignment_must_be_named_where_extents_differ<Query, Key, Alignment>& alignment = {}) {
    return {{Width, alignment.template offset<Query, Key>()}};
}

/// Each query sees the first keys, as many as the length says; those behind are padding. A length
/// beyond the keys is no constant expression, and std::invalid_argument at run time.
template <Axis Query, Axis Key = Query>
constexpr Mask<Query, Key, FirstKeys> padding(std::size_t length) {
    if (length > Key::extent) throw std::invalid_argument("attest::padding: the length is beyond the keys");
    return {{length}};
}

/// Void, if there are that many keys. The name is what compilers print.
template <std::size_t Length, class Key>
    requires(Length <= Key::extent)
using the_length_must_be_within_the_keys = void;

/// The padding whose length is known when the program is written: padding_of<3, Tokens<5>>().
template <std::size_t Length,
          Axis Query,
          Axis Key = Query,
          class = the_length_must_be_within_the_keys<Length, Key>>
constexpr Mask<Query, Key, FirstKeys> padding_of() {
    return {{Length}};
}

/// Each query sees the keys of the prefix, which is that long, and those up to its own place. A prefix
/// beyond the keys is refused as padding refuses it.
template <Axis Query,
          Axis Key = Query,
          class Alignment = AsManyQueriesAsKeys,
          class = the_alignment_must_be_named_where_extents_differ<Query, Key, Alignment>>
constexpr Mask<Query, Key, Either<FirstKeys, Causal>> prefix_lm(std::size_t prefix,
                                                                const Alignment& alignment = {}) {
    return attest::padding<Query, Key>(prefix) | attest::causal<Query, Key>(alignment);
}

#ifndef __clang__  // GCC tells of a deleted function in half the lines that a failed requirement takes
template <Axis Query, Axis Key, bool the_alignment_must_be_named_where_extents_differ = true>
    requires(Query::extent != Key::extent)
Mask<Query, Key, Causal> causal() = delete;

template <std::size_t Width,
          Axis Query,
          Axis Key,
          bool the_alignment_must_be_named_where_extents_differ = true>
    requires(Query::extent != Key::extent && Width > 0)
Mask<Query, Key, SlidingWindow> sliding_window() = delete;

template <std::size_t Width,
          Axis Query,
          Axis Key = Query,
          bool the_window_must_hold_the_querys_own_key = true>
    requires(Width == 0)
Mask<Query, Key, SlidingWindow> sliding_window() = delete;

template <std::size_t Length, Axis Query, Axis Key = Query, bool the_length_must_be_within_the_keys = true>
    requires(Length > Key::extent)
Mask<Query, Key, FirstKeys> padding_of() = delete;

template <Axis Query, Axis Key, bool the_alignment_must_be_named_where_extents_differ = true>
    requires(Query::extent != Key::extent)
Mask<Query, Key, Either<FirstKeys, Causal>> prefix_lm(std::size_t prefix) = delete;
#endif

/// A query sees a key where the matrix is true.
template <Axis Query, Axis Key>
constexpr Mask<Query, Key, KeepWhere<Query, Key>> keep_where(const Matrix<bool, Query, Key>& matrix) {
    return {{matrix}};
}

}  // namespace attest
