#pragma once

// Attention of so few queries that one vector holds one score of each, and so few keys and columns that a
// register tile holds them all: scores and weights of every pair in registers, and the output turned, its
// columns summed as scores are, until it is turned back at the end.

#include <attest/kernel/block_mask.hpp>
#include <attest/kernel/lanes.hpp>
#include <attest/kernel/online_softmax.hpp>
#include <attest/kernel/problem.hpp>
#include <attest/kernel/register_tile.hpp>
#include <attest/kernel/transpose.hpp>
#include <attest/kernel/turned.hpp>
#include <attest/rounding.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace attest::kernel {

/// Whether an attention is one of those.
template <class P>
inline constexpr bool is_small = P::queries <= native_lanes<typename P::Number> && P::keys <= tile_rows<1> &&
                                 P::width <= tile_rows<1> && P::depth <= 64;

/// Rows of a matrix, each a vector's lanes, from columns that are vectors.
template <std::size_t Rows, std::size_t Cols, class V>
[[gnu::always_inline]] inline void store_turned(const V (&columns)[Cols], ElementOf<V> (*to)[Cols]) {
    constexpr std::size_t lanes = lanes_of<V>;
    if constexpr (Cols < lanes) {
        unrolled<Cols>([&] [[gnu::always_inline]] (auto col) {
            unrolled<Rows>([&] [[gnu::always_inline]] (auto row) { to[row][col] = columns[col][row]; });
        });
    } else {
        constexpr std::size_t blocks = (Cols + lanes - 1) / lanes;
        unrolled<blocks>([&] [[gnu::always_inline]] (auto part) {
            const std::size_t first = std::min(part * lanes, Cols - lanes);
            V block[lanes];
            unrolled<lanes>([&] [[gnu::always_inline]] (auto i) { block[i] = columns[first + i]; });
            transpose(block);
            unrolled<Rows>([&] [[gnu::always_inline]] (auto row) { store(block[row], to[row] + first); });
        });
    }
}

/// The largest of Count rows of vectors from First on, in few steps. Beside a NaN it may be any.
template <std::size_t First, std::size_t Count, std::size_t Rows, class V>
[[gnu::always_inline]] inline V largest_of(const V (&rows)[Rows][1]) {
    if constexpr (Count == 1)
        return rows[First][0];
    else
        return larger(largest_of<First, Count / 2>(rows),
                      largest_of<First + Count / 2, Count - Count / 2>(rows));
}

template <class P>
[[gnu::always_inline]] inline typename P::Output small_attention(const P& problem) {
    using T = typename P::Number;
    constexpr std::size_t lanes = std::max(16 / sizeof(T), std::bit_ceil(P::queries));
    using V = Lanes<T, lanes>;
    using Seen = BlockMask<V, 1, P::queries, typename P::Masking>;
    const Seen mask(problem.mask, 0, P::keys);
    OnlineRows<V, 1> online(problem.sink, P::unit.unit);

    alignas(vector_bytes) T queries[P::depth * lanes];
    turn_small<V, P::queries, P::depth>(problem.q.elements, queries);
    RegisterTile<V, P::keys, 1> scores;
    scores.clear();
    scores.add_products(problem.k.elements[0], P::depth, 1, queries, lanes, P::depth);
    unrolled<P::keys>([&] [[gnu::always_inline]] ([[maybe_unused]] auto j) {
        if constexpr (!P::is_unchanged)
            unrolled<P::queries>([&] [[gnu::always_inline]] (auto row) {
                scores.sums[j][0][row] = problem.change(scores.sums[j][0][row], P::unit.root, row, j);
            });
        if constexpr (Seen::is_mask)
            scores.sums[j][0] = mask.kept(0, j) ? scores.sums[j][0] : broadcast<V>(-detail::infinity<T>);
    });
    const V highest[1]{larger(largest_of<0, P::keys>(scores.sums), online.largest[0])};

    alignas(vector_bytes) T weights[P::keys * lanes];
    scores.store_to(weights, lanes);
    online.template see_all<P::keys>(highest, weights, P::unit.scale, problem.sink.takes_part);

    RegisterTile<V, P::width, 1> mixed;
    mixed.clear();
    if constexpr (Seen::is_mask) {
        unrolled<P::keys>([&] [[gnu::always_inline]] (auto j) {
            const auto kept = mask.kept(0, j);
            const V weight = load<V>(weights + j * lanes);
            unrolled<P::width>([&] [[gnu::always_inline]] (auto col) {
                V& so_far = mixed.sums[col][0];
                so_far =
                    kept ? multiply_add(broadcast<V>(problem.v.elements[j][col]), weight, so_far) : so_far;
            });
        });
    } else {
        mixed.add_products(problem.v.elements[0], 1, P::width, weights, lanes, P::keys);
    }
    const V inverse = online.inverse_sum(0);
    V columns[P::width];
    unrolled<P::width>([&] [[gnu::always_inline]] (auto col) {
        columns[col] = rounded_product(mixed.sums[col][0], inverse);
    });
    typename P::Output output(detail::ToBeWritten{});
    store_turned<P::queries>(columns, output.elements);
    return output;
}

}  // namespace attest::kernel
