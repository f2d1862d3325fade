#pragma once

// A panel of the output: some queries' mixtures of a tile of values, in some of their columns.

#include <attest/kernel/lanes.hpp>
#include <attest/kernel/register_tile.hpp>
#include <attest/mask_rule.hpp>
#include <attest/online_softmax.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace attest::kernel {

/// Which keys of a tile some queries see, counted from the tile's first.
struct SeenKeys {
    /// From the first that any of them sees to the last, and those between that all of them see.
    std::size_t first;
    std::size_t last;
    std::size_t by_all_first;
    std::size_t by_all_last;
    /// Whether each query begins, and ends, one key after the query before it.
    bool begins_in_steps = false;
    bool ends_in_steps = false;
    /// Otherwise the keys of each query, and for each key a bit for each query that sees it; none where there
    /// are no gaps.
    const KeptKeys* of_query = nullptr;
    const std::uint8_t* bits = nullptr;
};

/// All of so many keys.
constexpr SeenKeys all_keys(std::size_t keys) {
    return {0, keys, 0, keys};
}

/// Where what a mask says of a tile is kept while values are mixed.
struct SeenKeysStorage {
    KeptKeys of_query[8];
    std::uint8_t bits[detail::keys_per_tile];
};

/// Which queries and which keys. Weights are a row a key, a query a column.
template <class T>
struct Mixture {
    const T* weights;
    std::size_t weights_row;
    const T* values;
    std::size_t values_row;
    T* output;
    std::size_t output_row;
    /// What the output so far is scaled down by, a number a query. None where there is no output so far.
    const T* shrink;
    /// What the output is multiplied by at the end. None where more keys follow.
    const T* inverse_sum;
    SeenKeys seen;
};

/// Mixes the columns from one on, of Vectors vectors of which the last overlaps, for Queries queries. Unless
/// IsMasked all of them see all keys.
template <class V, std::size_t Queries, std::size_t Vectors, std::size_t Overlap, bool IsMasked>
[[gnu::noinline]] void mix_panel(const Mixture<ElementOf<V>>& mixture, std::size_t column) {
    using T = ElementOf<V>;
    RegisterTile<V, Queries, Vectors, Overlap> tile;
    T* const output = mixture.output + column;
    const SeenKeys& seen = mixture.seen;
    const auto weight_of = [&] [[gnu::always_inline]] (std::size_t key) {
        return mixture.weights + key * mixture.weights_row;
    };
    const auto value_of = [&] [[gnu::always_inline]] (std::size_t key) {
        return mixture.values + key * mixture.values_row + column;
    };
    const auto add = [&] [[gnu::always_inline]] (std::size_t row, std::size_t key) {
        const V weight = broadcast<V>(weight_of(key)[row]);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            tile.sums[row][vector] =
                multiply_add(weight, load<V>(value_of(key) + tile.column(vector)), tile.sums[row][vector]);
        });
    };
    // Written out, for a processor cannot foresee branches on who sees a key.
    const auto add_steps = [&] [[gnu::always_inline]] (std::size_t first, bool ends) {
        unrolled<Queries - 1>([&] [[gnu::always_inline]] (auto step) {
            unrolled<Queries>([&] [[gnu::always_inline]] (auto row) {
                if ((row > step) == ends) add(row, first + step);
            });
        });
    };
    // Each query goes its own way, for its sums wait only for one another.
    const auto add_for_some = [&] [[gnu::always_inline]] (std::size_t first, std::size_t last) {
        unrolled<Queries>([&] [[gnu::always_inline]] (auto row) {
            const std::size_t until = std::min(last, seen.of_query[row].last);
            for (std::size_t key = std::max(first, seen.of_query[row].first); key < until; ++key)
                if (seen.bits == nullptr || (seen.bits[key] >> row & 1U) != 0) add(row, key);
        });
    };
    tile.begin(output, mixture.output_row, mixture.shrink != nullptr);
    if (mixture.shrink != nullptr) tile.scale(mixture.shrink);
    if constexpr (IsMasked) {
        if (seen.begins_in_steps)
            add_steps(seen.first, false);
        else if (seen.first < seen.by_all_first)
            add_for_some(seen.first, seen.by_all_first);
    }
    tile.add_products(weight_of(seen.by_all_first), 1, mixture.weights_row, value_of(seen.by_all_first),
                      mixture.values_row, seen.by_all_last - seen.by_all_first);
    if constexpr (IsMasked) {
        if (seen.ends_in_steps)
            add_steps(seen.by_all_last, true);
        else if (seen.by_all_last < seen.last)
            add_for_some(seen.by_all_last, seen.last);
    }
    if (mixture.inverse_sum != nullptr) tile.scale(mixture.inverse_sum);
    tile.store_to(output, mixture.output_row);
}

/// Mixes Columns columns, from one on, for Vectors vectors of queries that see all keys. The output is
/// turned: a row a column, a query a lane, so that no lane is for nothing where columns do not fill their
/// vectors.
template <class V, std::size_t Columns, std::size_t Vectors>
[[gnu::noinline]] void mix_turned(const Mixture<ElementOf<V>>& mixture, std::size_t column) {
    using T = ElementOf<V>;
    RegisterTile<V, Columns, Vectors> tile;
    T* const output = mixture.output + column * mixture.output_row;
    const auto scale = [&] [[gnu::always_inline]] (const T* factors) {
        tile.for_each([&] [[gnu::always_inline]] (auto row, auto vector) {
            V& sum = tile.sums[row][vector];
            sum = rounded_product(load<V>(factors + vector * lanes_of<V>), sum);
        });
    };
    tile.begin(output, mixture.output_row, mixture.shrink != nullptr);
    if (mixture.shrink != nullptr) scale(mixture.shrink);
    tile.add_products(mixture.values + column, 1, mixture.values_row, mixture.weights, mixture.weights_row,
                      mixture.seen.last);
    if (mixture.inverse_sum != nullptr) scale(mixture.inverse_sum);
    tile.store_to(output, mixture.output_row);
}

}  // namespace attest::kernel
