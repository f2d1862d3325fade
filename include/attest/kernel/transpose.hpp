#pragma once

// Square blocks of numbers, rows and columns exchanged in registers.

#include <attest/kernel/lanes.hpp>

#include <cstddef>

namespace attest::kernel {

/// Groups of Size lanes of a and of b in turn, from the lower or the upper half of each chunk of Chunk lanes.
template <std::size_t Size, std::size_t Chunk, bool Upper, class V>
[[gnu::always_inline]] inline V interleaved(V a, V b) {
    constexpr auto place = [](std::size_t i) {
        const std::size_t in_chunk = i % Chunk;
        const std::size_t group = in_chunk / (2 * Size);
        const bool from_b = in_chunk / Size % 2 == 1;
        return (from_b ? lanes_of<V> : 0) + i / Chunk * Chunk + (Upper ? Chunk / 2 : 0) + group * Size +
               i % Size;
    };
    return shuffled<place, lanes_of<V>>(a, b);
}

/// How many numbers a chunk of 16 bytes holds.
template <class V>
inline constexpr std::size_t lanes_per_chunk = 16 / sizeof(ElementOf<V>);

/// Every other of the chunks of a and then of b: the first of each two, or the second. That is
/// one instruction, and a fast one, where exchanging two chunks alone takes a permutation of all lanes.
template <bool Second, class V>
[[gnu::always_inline]] inline V every_other_chunk(V a, V b) {
    constexpr auto place = [](std::size_t i) {
        constexpr std::size_t chunk = lanes_per_chunk<V>;
        return i / chunk * 2 * chunk + (Second ? chunk : 0) + i % chunk;
    };
    return shuffled<place, lanes_of<V>>(a, b);
}

/// The same of each two rows so far from one another: the first ones stay in the upper, the second ones go to
/// the lower. Done for twice the distance each time it makes chunk c of row r of what was chunk r of row c.
template <std::size_t Distance, class V>
[[gnu::always_inline]] inline void exchange_chunks(V (&rows)[lanes_of<V>]) {
    unrolled<lanes_of<V> / 2>([&] [[gnu::always_inline]] (auto term) {
        const std::size_t i = term / Distance * 2 * Distance + term % Distance;
        const V first = rows[i];
        rows[i] = every_other_chunk<false>(first, rows[i + Distance]);
        rows[i + Distance] = every_other_chunk<true>(first, rows[i + Distance]);
    });
}

/// Rows and columns exchanged within each chunk, by interleaving, which every target has as one instruction.
template <class V>
[[gnu::always_inline]] inline void transpose_chunks(V* r) {
    if constexpr (lanes_per_chunk<V> == 2) {
        const V first = r[0];
        r[0] = interleaved<1, 2, false>(first, r[1]);
        r[1] = interleaved<1, 2, true>(first, r[1]);
    } else {
        const V low_01 = interleaved<1, 4, false>(r[0], r[1]);
        const V high_01 = interleaved<1, 4, true>(r[0], r[1]);
        const V low_23 = interleaved<1, 4, false>(r[2], r[3]);
        const V high_23 = interleaved<1, 4, true>(r[2], r[3]);
        r[0] = interleaved<2, 4, false>(low_01, low_23);
        r[1] = interleaved<2, 4, true>(low_01, low_23);
        r[2] = interleaved<2, 4, false>(high_01, high_23);
        r[3] = interleaved<2, 4, true>(high_01, high_23);
    }
}

/// Rows and columns exchanged: within the chunks, and then the chunks.
template <class V>
[[gnu::always_inline]] inline void transpose(V (&rows)[lanes_of<V>]) {
    constexpr std::size_t chunk = lanes_per_chunk<V>;
    unrolled<lanes_of<V> / chunk>(
        [&] [[gnu::always_inline]] (auto col) { transpose_chunks(rows + col * chunk); });
    if constexpr (lanes_of<V> >= 2 * chunk) exchange_chunks<chunk>(rows);
    if constexpr (lanes_of<V> >= 4 * chunk) exchange_chunks<2 * chunk>(rows);
}

/// A chunk of columns of so many rows as V has lanes, stride apart.
template <class V>
[[gnu::always_inline]] inline void load_columns(const ElementOf<V>* from,
                                                std::size_t stride,
                                                V (&columns)[lanes_per_chunk<V>]) {
    constexpr std::size_t chunk = lanes_per_chunk<V>;
    unrolled<chunk>([&] [[gnu::always_inline]] (auto i) {
        columns[i] = joined<lanes_of<V> / chunk>([&] [[gnu::always_inline]] (std::size_t group) {
            return load<Lanes<ElementOf<V>, chunk>>(from + (group * chunk + i) * stride);
        });
    });
    transpose_chunks(columns);
}

}  // namespace attest::kernel
