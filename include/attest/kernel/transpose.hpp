#pragma once

// Square blocks of numbers, rows and columns exchanged in registers.

#include <attest/kernel/lanes.hpp>

#include <cstddef>
#include <utility>

namespace attest::kernel {

/// The lanes that place(0), place(1), ... name, counted through a and then b.
template <auto place, class V>
[[gnu::always_inline]] inline V shuffled(V a, V b) {
    return [&]<std::size_t... i> [[gnu::always_inline]] (std::index_sequence<i...>) {
        return __builtin_shufflevector(a, b, static_cast<int>(place(i))...);
    }(std::make_index_sequence<lanes_of<V>>{});
}

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
    return shuffled<place>(a, b);
}

/// Exchanges what lies off the diagonal in each 2 x 2 square of blocks of Size lanes by Size rows.
template <std::size_t Size, class V>
[[gnu::always_inline]] inline void exchange_blocks(V (&rows)[lanes_of<V>]) {
    constexpr auto lower = [](std::size_t i) { return i / Size % 2 == 0 ? i : lanes_of<V> + i - Size; };
    constexpr auto upper = [](std::size_t i) { return i / Size % 2 == 0 ? i + Size : lanes_of<V> + i; };
    unrolled<lanes_of<V> / 2>([&] [[gnu::always_inline]] (auto term) {
        const std::size_t i = term / Size * 2 * Size + term % Size;
        const V first = rows[i];
        rows[i] = shuffled<lower>(first, rows[i + Size]);
        rows[i + Size] = shuffled<upper>(first, rows[i + Size]);
    });
}

/// Rows and columns exchanged. Within chunks of 16 bytes by interleaving, which every target has as one
/// instruction; then the chunks change places.
template <class V>
[[gnu::always_inline]] inline void transpose(V (&rows)[lanes_of<V>]) {
    constexpr std::size_t chunk = 16 / sizeof(ElementOf<V>);
    unrolled<lanes_of<V> / chunk>([&] [[gnu::always_inline]] (auto col) {
        V* r = rows + col * chunk;
        if constexpr (chunk == 2) {
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
    });
    if constexpr (lanes_of<V> >= 2 * chunk) exchange_blocks<chunk>(rows);
    if constexpr (lanes_of<V> >= 4 * chunk) exchange_blocks<2 * chunk>(rows);
}

}  // namespace attest::kernel
