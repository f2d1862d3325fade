#pragma once

// Vectors of the target's width, whose lanes all do the same: GCC's and Clang's vector extensions, and
// what these leave out. Nothing here is for constant evaluation.

#include <attest/math/split.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace attest::kernel {

using detail::unrolled;

/// The bytes of the widest vector that the target computes with. Wider ones, which compilers make of
/// several, go through memory.
inline constexpr std::size_t vector_bytes =
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__)
    64;
#elif defined(__AVX2__)
    32;
#else
    16;
#endif

template <Real T>
inline constexpr std::size_t native_lanes = vector_bytes / sizeof(T);

/// How many numbers are kept in registers at once: with 64 bytes a target has 32 of them.
inline constexpr bool has_32_registers = vector_bytes == 64;

template <class Element, std::size_t N>
struct LanesOf {
    using Type [[gnu::vector_size(N * sizeof(Element))]] = Element;
};

/// N numbers.
template <class Element, std::size_t N>
using Lanes = typename LanesOf<Element, N>::Type;

template <class V>
using ElementOf = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
template <class V>
inline constexpr std::size_t lanes_of = sizeof(V) / sizeof(ElementOf<V>);

/// The integers of the same width, which are also what a comparison gives: all bits where it holds.
template <class V>
using BitLanes =
    Lanes<std::conditional_t<sizeof(ElementOf<V>) == 4, std::int32_t, std::int64_t>, lanes_of<V>>;

template <class V>
[[gnu::always_inline]] inline V load(const ElementOf<V>* from) {
    V lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

template <class V>
[[gnu::always_inline]] inline void store(const V& lanes, ElementOf<V>* to) {
    std::memcpy(to, &lanes, sizeof lanes);
}

/// The same place, of which the compiler no longer knows that. Addresses near it are then computed where they
/// are used, not ahead of a loop, in registers that the loop needs.
template <class T>
[[gnu::always_inline]] inline T* forgotten(T* place) {
    asm("" : "+r"(place));
    return place;
}

/// What comes before is computed before anything after is loaded. So a compiler keeps few numbers in
/// registers, where it would load those of several steps first.
template <class V>
[[gnu::always_inline]] inline void end_step(V& computed) {
#if defined(__x86_64__)
    asm("" : "+v"(computed) : : "memory");
#endif
}

/// The last Count lanes.
template <std::size_t Count, class V>
[[gnu::always_inline]] inline void store_upper(const V& lanes, ElementOf<V>* to) {
    ElementOf<V> elements[lanes_of<V>];
    store(lanes, elements);
    std::memcpy(to, elements + lanes_of<V> - Count, Count * sizeof *to);
}

/// x in every lane. Of what changes no x, -0 included, subtracting zero.
template <class V>
[[gnu::always_inline]] inline V broadcast(ElementOf<V> x) {
    return x - V{};
}

/// The Count lanes that place(0), place(1), ... name, counted through a and then b; -1 names any.
template <auto place, std::size_t Count, class V>
[[gnu::always_inline]] inline Lanes<ElementOf<V>, Count> shuffled(V a, V b) {
    return [&]<std::size_t... i> [[gnu::always_inline]] (std::index_sequence<i...>) {
        return __builtin_shufflevector(a, b, static_cast<int>(place(i))...);
    }(std::make_index_sequence<Count>{});
}

/// Twice as many lanes, of which the lower ones are those of v and the others any.
template <class V>
[[gnu::always_inline]] inline auto widened(V v) {
    constexpr std::size_t lanes = lanes_of<V>;
#if defined(__x86_64__) && !defined(__clang__)  // GCC clears the others, or goes through memory
    Lanes<ElementOf<V>, 2 * lanes> wide;
    asm("" : "=v"(wide) : "0"(v));
    return wide;
#else
    constexpr auto place = [](std::size_t i) { return i < lanes ? static_cast<int>(i) : -1; };
    return shuffled<place, 2 * lanes>(v, v);
#endif
}

/// Count vectors in one: vector_at(first) and those after it.
template <std::size_t Count>
[[gnu::always_inline]] inline auto joined(auto vector_at, std::size_t first = 0) {
    if constexpr (Count == 1) {
        return vector_at(first);
    } else {
        const auto lower = widened(joined<Count / 2>(vector_at, first));
        const auto upper = widened(joined<Count / 2>(vector_at, first + Count / 2));
        constexpr std::size_t lanes = lanes_of<std::remove_const_t<decltype(lower)>>;
        constexpr auto place = [](std::size_t i) { return i < lanes / 2 ? i : lanes / 2 + i; };
        return shuffled<place, lanes>(lower, upper);
    }
}

/// One of the vectors that were joined.
template <class V, std::size_t Part, class Joined>
[[gnu::always_inline]] inline V part_of(const Joined& all) {
    constexpr auto place = [](std::size_t i) { return Part * lanes_of<V> + i; };
    return shuffled<place, lanes_of<V>>(all, all);
}

/// The mask of so many lanes, for instructions of AVX-512 that have one. Compilers differ in its sign.
template <int Count>
inline constexpr auto every_lane =
#ifdef __clang__
    static_cast<std::conditional_t<Count == 16, std::uint16_t, std::uint8_t>>(-1);
#else
    static_cast<std::conditional_t<Count == 16, std::int16_t, std::int8_t>>(-1);
#endif

/// Whether a comparison holds in any lane.
template <class Bits>
[[gnu::always_inline]] inline bool any(Bits holds) {
    constexpr std::size_t lanes = lanes_of<Bits>;
    using Word =
        std::conditional_t<lanes == 1, std::uint8_t,
                           std::conditional_t<lanes == 2, std::uint16_t,
                                              std::conditional_t<lanes == 4, std::uint32_t, std::uint64_t>>>;
    const auto bytes = __builtin_convertvector(holds, Lanes<std::int8_t, lanes>);
    Word words[lanes / sizeof(Word)];
    std::memcpy(words, &bytes, sizeof words);
    Word found = 0;
    for (const Word word : words) found |= word;
    return found != 0;
}

/// The larger of each two; b where either is NaN.
template <class V>
[[gnu::always_inline]] inline V larger(V a, V b) {
#if defined(__x86_64__) && !defined(__clang__)  // GCC makes two instructions of the expression below
    if constexpr (sizeof(ElementOf<V>) == 4) {
#ifdef __AVX512F__
        if constexpr (sizeof(V) == 64) return __builtin_ia32_maxps512_mask(a, b, V{}, every_lane<16>, 4);
#endif
#ifdef __AVX__
        if constexpr (sizeof(V) == 32) return __builtin_ia32_maxps256(a, b);
#endif
        if constexpr (sizeof(V) == 16) return __builtin_ia32_maxps(a, b);
    } else {
#ifdef __AVX512F__
        if constexpr (sizeof(V) == 64) return __builtin_ia32_maxpd512_mask(a, b, V{}, every_lane<8>, 4);
#endif
#ifdef __AVX__
        if constexpr (sizeof(V) == 32) return __builtin_ia32_maxpd256(a, b);
#endif
        if constexpr (sizeof(V) == 16) return __builtin_ia32_maxpd(a, b);
    }
#endif
    return a > b ? a : b;
}

/// x, computed before it is computed with, as detail::as_written has it of a number.
template <class V>
[[gnu::always_inline]] inline V as_written(V x) {
#ifndef __FAST_MATH__
    return x;
#elif defined(__clang__)
    return __arithmetic_fence(x);
#else
    return (V)((BitLanes<V>)x ^ static_cast<ElementOf<BitLanes<V>>>(detail::unknown_zero));
#endif
}

/// a * b + c in each lane, rounded as multiply_add rounds it.
template <class V>
[[gnu::always_inline]] inline V multiply_add(V a, V b, V c) {
    if constexpr (!multiply_add_is_fused) {
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
        return a * b + c;
    }
#if defined(__x86_64__) && defined(__FMA__)
    if constexpr (sizeof(ElementOf<V>) == 4) {
#ifdef __AVX512F__
        if constexpr (sizeof(V) == 64) return __builtin_ia32_vfmaddps512_mask(a, b, c, every_lane<16>, 4);
#endif
        if constexpr (sizeof(V) == 32) return __builtin_ia32_vfmaddps256(a, b, c);
        if constexpr (sizeof(V) == 16) return __builtin_ia32_vfmaddps(a, b, c);
    } else {
#ifdef __AVX512F__
        if constexpr (sizeof(V) == 64) return __builtin_ia32_vfmaddpd512_mask(a, b, c, every_lane<8>, 4);
#endif
        if constexpr (sizeof(V) == 32) return __builtin_ia32_vfmaddpd256(a, b, c);
        if constexpr (sizeof(V) == 16) return __builtin_ia32_vfmaddpd(a, b, c);
    }
#endif
    V result = c;
    for (std::size_t i = 0; i < lanes_of<V>; ++i) result[i] = detail::builtin_fma(a[i], b[i], c[i]);
    return result;
}

/// a * b in each lane, rounded, and never fused into a sum.
template <class V>
[[gnu::always_inline]] inline V rounded_product(V a, V b) {
    return multiply_add(a, b, broadcast<V>(ElementOf<V>{-0.0}));
}

}  // namespace attest::kernel
