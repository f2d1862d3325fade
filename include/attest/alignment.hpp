#pragma once

// Where the queries stand among the keys, without which "the keys before a query" means nothing. With
// as many of both, query i stands at key i. With more keys than queries there are two usual answers,
// the start and the end, and no default between them.

#include <attest/axis.hpp>

#include <cstddef>

namespace attest {

/// Query i stands at the place i + offset among the keys. How the offset was chosen is the type's name.
struct AsManyQueriesAsKeys {
    template <Axis Query, Axis Key>
    static constexpr std::ptrdiff_t offset() {
        return 0;
    }
};

struct AlignedAtStart {
    template <Axis Query, Axis Key>
    static constexpr std::ptrdiff_t offset() {
        return 0;
    }
};

struct AlignedAtEnd {
    template <Axis Query, Axis Key>
    static constexpr std::ptrdiff_t offset() {
        return static_cast<std::ptrdiff_t>(Key::extent) - static_cast<std::ptrdiff_t>(Query::extent);
    }
};

struct AlignedAt {
    std::size_t place = 0;

    template <Axis Query, Axis Key>
    constexpr std::ptrdiff_t offset() const {
        return static_cast<std::ptrdiff_t>(place);
    }
};

/// The first query stands at the first key.
inline constexpr AlignedAtStart aligned_at_start{};

/// The last query stands at the last key. With more queries than keys, the first ones stand before
/// every key.
inline constexpr AlignedAtEnd aligned_at_end{};

/// The first query stands at the key of that place, as after so many tokens in a cache.
constexpr AlignedAt aligned_at(std::size_t place) {
    return {place};
}

/// Whether an alignment fits: any that was named, and without one only as many queries as keys.
template <class Query, class Key, class Alignment>
inline constexpr bool is_aligned = true;
template <class Query, class Key>
inline constexpr bool is_aligned<Query, Key, AsManyQueriesAsKeys> = Query::extent == Key::extent;

/// Alignment, if one was named or none is needed. The name is what compilers print.
template <class Query, class Key, class Alignment>
    requires is_aligned<Query, Key, Alignment>
using the_alignment_must_be_named_where_extents_differ = Alignment;

}  // namespace attest
