#pragma once

// Attention of so few queries that one vector holds one score of each, and so few keys and columns that a
// register tile holds them all: scores and weights of every pair in registers, and the output turned, its
// columns summed as scores are, until it is turned back at the end.

#include <attest/kernel/block_mask.hpp>
#include <attest/kernel/lanes.hpp>
#include <attest/kernel/online_softmax.hpp>
#include <attest/kernel/problem.hpp>
#include <attest/kernel/register_tile.hpp>
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

/// The largest of Count vectors from First on, in few steps. Beside a NaN it may be any.
template <std::size_t First, std::size_t Count, std::size_t Rows, class V>
[[gnu::always_inline]] inline V largest_of(const V (&rows)[Rows]) {
    if constexpr (Count == 1)
        return rows[First];
    else
        return larger(largest_of<First, Count / 2>(rows),
                      largest_of<First + Count / 2, Count - Count / 2>(rows));
}

/// Calls add<Count>(key, column) for Count columns from one on, so that each is mixed in the order of the
/// keys. From the middle on few columns are mixed at once: the first are turned back while the last are
/// mixed.
template <std::size_t Keys, std::size_t Columns>
[[gnu::always_inline]] inline void mix_columns(auto add) {
    constexpr std::size_t together = Keys / 2;
    constexpr std::size_t few = std::min<std::size_t>(4, Columns);
    unrolled<together>([&] [[gnu::always_inline]] (auto key) { add.template operator()<Columns>(key, 0); });
    unrolled<Columns / few>([&] [[gnu::always_inline]] (auto group) {
        unrolled<Keys - together>([&] [[gnu::always_inline]] (auto key) {
            add.template operator()<few>(together + key, group * few);
        });
    });
    unrolled<Keys - together>([&] [[gnu::always_inline]] (auto key) {
        add.template operator()<Columns % few>(together + key, Columns / few * few);
    });
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
    RegisterTile<V, P::keys, 1> products;
    products.clear();
    constexpr std::size_t few_steps = 8;  // for which a loop is not worth it
    if constexpr (P::depth <= few_steps)
        unrolled<P::depth>([&] [[gnu::always_inline]] (auto step) {
            products.add_products(problem.k.elements[0] + step, P::depth, 1, queries + step * lanes, lanes,
                                  1);
        });
    else
        products.add_products(problem.k.elements[0], P::depth, 1, queries, lanes, P::depth);
    V scores[P::keys];
    unrolled<P::keys>([&] [[gnu::always_inline]] (auto j) {
        scores[j] = products.sums[j][0];
        if constexpr (!P::is_unchanged)
            unrolled<P::queries>([&] [[gnu::always_inline]] (auto row) {
                scores[j][row] = problem.change(scores[j][row], P::unit.root, row, j);
            });
        if constexpr (Seen::is_mask)
            scores[j] = mask.kept(0, j) ? scores[j] : broadcast<V>(-detail::infinity<T>);
    });
    online.see_all(larger(largest_of<0, P::keys>(scores), online.largest[0]), scores, P::unit.scale,
                   problem.sink.takes_part);

    alignas(vector_bytes) T weights[P::keys * lanes];
    unrolled<P::keys>([&] [[gnu::always_inline]] (auto j) { store(scores[j], weights + j * lanes); });
    V mixed[P::width]{};
    const auto add = [&]<std::size_t Count> [[gnu::always_inline]] (std::size_t j, std::size_t column) {
        const V weight = load<V>(weights + j * lanes);
        unrolled<Count>([&] [[gnu::always_inline]] (auto i) {
            V& so_far = mixed[column + i];
            const V with_key = multiply_add(broadcast<V>(problem.v.elements[j][column + i]), weight, so_far);
            if constexpr (Seen::is_mask)
                so_far = mask.kept(0, j) ? with_key : so_far;
            else
                so_far = with_key;
        });
    };
    mix_columns<P::keys, P::width>(add);
    const V inverse = online.inverse_sum(0);
    unrolled<P::width>(
        [&] [[gnu::always_inline]] (auto col) { mixed[col] = rounded_product(mixed[col], inverse); });
    typename P::Output output(detail::ToBeWritten{});
    const auto column_at = [&] [[gnu::always_inline]] (std::size_t col) { return mixed[col]; };
    store_turned<V>(P::queries, column_at, output.elements);
    return output;
}

}  // namespace attest::kernel
