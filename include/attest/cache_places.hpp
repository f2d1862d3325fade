#pragma once

// The places of a key-value cache, what fits them, and how many numbers one takes.

#include <attest/axis.hpp>

#include <cstddef>

namespace attest {

/// The places of a cache that refuses a token when all of them are taken.
template <std::size_t N>
struct Capacity : axis<N> {};

/// The places of a cache that holds the last tokens: the oldest gives way to a new one.
template <std::size_t N>
struct Window : axis<N> {};

template <class Places>
inline constexpr bool gives_the_oldest_place_away = false;
template <std::size_t N>
inline constexpr bool gives_the_oldest_place_away<Window<N>> = true;

/// Whether that many tokens could be in the cache at once. The name is what compilers print.
template <class Appended, class Places>
inline constexpr bool the_appended_tokens_fit_an_empty_cache =
    gives_the_oldest_place_away<Places> || Appended::extent <= Places::extent;

// What a constant expression gets for a token too many: a variable that it may not read, by a name
// that compilers print.
template <class Appended, class Places>
inline std::size_t the_appended_tokens_are_past_the_end_of_the_cache{};

/// How many numbers a layer keeps of each token: its key and its value for each key-value head. The
/// query heads do not matter.
template <Axis KeyValueHeads, Axis Head, Axis Value>
inline constexpr std::size_t cached_numbers_per_token =
    Flat<KeyValueHeads, Head>::extent + Flat<KeyValueHeads, Value>::extent;

}  // namespace attest
