#pragma once

// Who may attend to whom. A mask carries the axes that it is for and a rule that says of each query
// and key whether the pair is kept; what is not kept is skipped, never computed with.
//
// The functions that make masks are told the axes: causal<Tokens<3>>() is for one sequence,
// causal<Query<3>, Key<3>>() for queries and keys that have axes of their own.

#include <attest/alignment.hpp>
#include <attest/axis.hpp>
#include <attest/matrix.hpp>

#include <cstddef>
#include <stdexcept>

namespace attest {

/// The rule that keeps every pair.
struct KeepAll {
    static constexpr bool keeps(std::size_t, std::size_t) { return true; }
};

/// A rule for the scores of Query and Key: true keeps.
template <Axis Query, Axis Key, class Rule>
struct Mask {
    [[no_unique_address]] Rule rule{};

    constexpr bool keeps(std::size_t query, std::size_t key) const { return rule.keeps(query, key); }
};

/// The rule that keeps the keys up to the query's own place: j <= i + offset.
struct Causal {
    std::ptrdiff_t offset = 0;

    constexpr bool keeps(std::size_t query, std::size_t key) const {
        return static_cast<std::ptrdiff_t>(key) <= static_cast<std::ptrdiff_t>(query) + offset;
    }
};

/// The rule that keeps that many keys up to the query's own place: i + offset - width < j <= i + offset.
struct SlidingWindow {
    std::size_t width = 1;
    std::ptrdiff_t offset = 0;

    constexpr bool keeps(std::size_t query, std::size_t key) const {
        const auto place = static_cast<std::ptrdiff_t>(query) + offset;
        const auto distance = place - static_cast<std::ptrdiff_t>(key);
        return distance >= 0 && static_cast<std::size_t>(distance) < width;
    }
};

/// The rule that keeps the first keys: j < length.
struct FirstKeys {
    std::size_t length = 0;

    constexpr bool keeps(std::size_t, std::size_t key) const { return key < length; }
};

/// The rule that keeps a pair where the matrix is true.
template <Axis Query, Axis Key>
struct KeepWhere {
    Matrix<bool, Query, Key> matrix;

    constexpr bool keeps(std::size_t query, std::size_t key) const { return matrix.elements[query][key]; }
};

/// The rule that keeps what both keep.
template <class First, class Second>
struct Both {
    First first;
    Second second;

    constexpr bool keeps(std::size_t query, std::size_t key) const {
        return first.keeps(query, key) && second.keeps(query, key);
    }
};

/// The rule that keeps what one keeps or the other.
template <class First, class Second>
struct Either {
    First first;
    Second second;

    constexpr bool keeps(std::size_t query, std::size_t key) const {
        return first.keeps(query, key) || second.keeps(query, key);
    }
};

/// The rule that keeps what the other hides.
template <class Rule>
struct Not {
    Rule rule;

    constexpr bool keeps(std::size_t query, std::size_t key) const { return !rule.keeps(query, key); }
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
constexpr Mask<Query, Key, Not<Rule>> operator!(const Mask<Query, Key, Rule>& mask) {
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
using the_window_must_hold_the_own_key_of_a = void;

/// Each query sees the last keys up to its own place, itself included, as many as Width says.
template <std::size_t Width,
          Axis Query,
          Axis Key = Query,
          class Alignment = AsManyQueriesAsKeys,
          class = the_window_must_hold_the_own_key_of_a<Width, Query>>
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

/// Each query sees the keys of the prefix, which is that long, and those up to its own place.
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
    requires(Query::extent != Key::extent)
Mask<Query, Key, SlidingWindow> sliding_window() = delete;

template <std::size_t Width,
          Axis Query,
          Axis Key = Query,
          bool the_window_must_hold_the_own_key_of_a_query = true>
    requires(Width == 0)
Mask<Query, Key, SlidingWindow> sliding_window() = delete;

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
