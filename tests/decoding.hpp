#pragma once

// A sequence through a cache, in pieces.

#include <attest/kv_cache.hpp>

#include <algorithm>
#include <cstddef>

template <std::size_t N>
struct NewTokens : attest::axis<N> {};

template <std::size_t First, std::size_t Count, attest::Axis Rows, attest::Axis Cols, class T>
constexpr attest::Matrix<T, NewTokens<Count>, Cols> piece(const attest::Matrix<T, Rows, Cols>& m) {
    static_assert(First + Count <= Rows::extent);
    return attest::generate<attest::Matrix<T, NewTokens<Count>, Cols>>(
        [&](auto i, auto j) { return m[First + i, j]; });
}

/// What the tokens of x get when they go through a new cache, as many at a time as the lengths say, with
/// changes of scores and sinks if there are any.
template <class Cache,
          std::size_t... Lengths,
          attest::Axis Tokens,
          attest::Axis Model,
          class T,
          class Weights,
          class... ChangesAndSinks>
constexpr attest::Matrix<T, Tokens, Model> decoded(const attest::Matrix<T, Tokens, Model>& x,
                                                   const Weights& weights,
                                                   const ChangesAndSinks&... changes_and_sinks) {
    static_assert((Lengths + ...) == Tokens::extent);
    Cache cache;
    attest::Matrix<T, Tokens, Model> output;
    std::size_t done = 0;
    const auto decode = [&]<std::size_t Count>(attest::Matrix<T, NewTokens<Count>, Model> tokens) {
        for (std::size_t i = 0; i < Count; ++i) std::ranges::copy(x.elements[done + i], tokens.elements[i]);
        const auto rows = attest::cached_self_attention(tokens, weights, cache, changes_and_sinks...);
        for (std::size_t i = 0; i < Count; ++i)
            std::ranges::copy(rows.elements[i], output.elements[done + i]);
        done += Count;
    };
    (decode(attest::Matrix<T, NewTokens<Lengths>, Model>{}), ...);
    return output;
}
