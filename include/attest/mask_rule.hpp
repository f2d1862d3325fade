#pragma once

// The rules of masks: each says of a query and a key, by their places, whether the pair is kept.

#include <attest/axis.hpp>
#include <attest/matrix.hpp>

#include <cstddef>

namespace attest {

/// The rule that keeps every pair.
struct KeepAll {
    static constexpr bool keeps(std::size_t, std::size_t) { return true; }
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

}  // namespace attest
