#pragma once

// The rules of masks: each says of a query and a key, by their places, whether the
// pair is kept, and of a query where the keys lie that are.

#include <attest/axis.hpp>
#include <attest/matrix.hpp>

#include <algorithm>
#include <cstddef>

namespace attest {

/// Where the keys lie that a rule keeps for a query: from first up to last and without it, and all of
/// those if there is no gap. No more is computed with.
struct KeptKeys {
    std::size_t first;
    std::size_t last;
    bool gapless = true;

    constexpr bool empty() const { return first >= last; }
};

namespace detail {

/// The keys from begin up to end, as far as there are any.
constexpr KeptKeys kept_between(std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t keys) {
    const auto within = [keys](std::ptrdiff_t place) {
        return static_cast<std::size_t>(
            std::clamp(place, std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(keys)));
    };
    return {within(begin), within(end)};
}

}  // namespace detail

/// The rule that keeps every pair.
struct KeepAll {
    static constexpr bool keeps(std::size_t, std::size_t) { return true; }
    static constexpr KeptKeys kept(std::size_t, std::size_t keys) { return {0, keys}; }
};

/// The rule that keeps the keys up to the query's own place: j <= i + offset.
struct Causal {
    std::ptrdiff_t offset = 0;

    constexpr bool keeps(std::size_t query, std::size_t key) const {
        return static_cast<std::ptrdiff_t>(key) <= static_cast<std::ptrdiff_t>(query) + offset;
    }
    constexpr KeptKeys kept(std::size_t query, std::size_t keys) const {
        return detail::kept_between(0, static_cast<std::ptrdiff_t>(query) + offset + 1, keys);
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
    constexpr KeptKeys kept(std::size_t query, std::size_t keys) const {
        const auto end = static_cast<std::ptrdiff_t>(query) + offset + 1;
        return detail::kept_between(end - static_cast<std::ptrdiff_t>(width), end, keys);
    }
};

/// The rule that keeps the first keys: j < length.
struct FirstKeys {
    std::size_t length = 0;

    constexpr bool keeps(std::size_t, std::size_t key) const { return key < length; }
    constexpr KeptKeys kept(std::size_t, std::size_t keys) const { return {0, std::min(length, keys)}; }
};

/// The rule that keeps a pair where the matrix is true.
template <Axis Query, Axis Key>
struct KeepWhere {
    Matrix<bool, Query, Key> matrix;

    constexpr bool keeps(std::size_t query, std::size_t key) const { return matrix.elements[query][key]; }
    static constexpr KeptKeys kept(std::size_t, std::size_t keys) { return {0, keys, false}; }
};

/// The rule that keeps what both keep.
template <class First, class Second>
struct Both {
    First first;
    Second second;

    constexpr bool keeps(std::size_t query, std::size_t key) const {
        return first.keeps(query, key) && second.keeps(query, key);
    }
    constexpr KeptKeys kept(std::size_t query, std::size_t keys) const {
        const KeptKeys a = first.kept(query, keys);
        const KeptKeys b = second.kept(query, keys);
        return {std::max(a.first, b.first), std::min(a.last, b.last), a.gapless && b.gapless};
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
    constexpr KeptKeys kept(std::size_t query, std::size_t keys) const {
        const KeptKeys a = first.kept(query, keys);
        const KeptKeys b = second.kept(query, keys);
        if (a.empty()) return b;
        if (b.empty()) return a;
        const bool touch = std::max(a.first, b.first) <= std::min(a.last, b.last);
        return {std::min(a.first, b.first), std::max(a.last, b.last), a.gapless && b.gapless && touch};
    }
};

/// The rule that keeps what the other hides.
template <class Rule>
struct Not {
    Rule rule;

    constexpr bool keeps(std::size_t query, std::size_t key) const { return !rule.keeps(query, key); }
    static constexpr KeptKeys kept(std::size_t, std::size_t keys) { return {0, keys, false}; }
};

}  // namespace attest
