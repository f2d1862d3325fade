#pragma once

// The one loop in which nearly all time is spent: a tile of sums that stays in registers.

#include <attest/kernel/lanes.hpp>
#include <attest/real.hpp>

#include <bit>
#include <cstddef>
#include <type_traits>

namespace attest::kernel {

/// How many rows a tile of so many vectors has at most. With 32 registers, 24 sums, the vectors and a number
/// in all lanes; with 16, 12 sums.
template <std::size_t Vectors>
inline constexpr std::size_t most_tile_rows = (has_32_registers ? 24 : 12) / Vectors;

/// How many it has best. Either way there are more sums than multiply-adds in flight.
template <std::size_t Vectors>
inline constexpr std::size_t tile_rows = has_32_registers ? (Vectors == 1 ? 16 : 8) : 12 / Vectors;

/// Calls body(count, first) for rows from first up to last: as many as Most at a time, then fewer.
template <std::size_t Most>
[[gnu::always_inline]] inline void for_each_group(std::size_t first, std::size_t last, auto body) {
    for (; first + Most <= last; first += Most) body(std::integral_constant<std::size_t, Most>{}, first);
    if constexpr (Most > 1)
        if (first < last) for_each_group<std::bit_floor(Most - 1)>(first, last, body);
}

/// Calls body(count, first) for Rows rows in as few groups of at most Most as there can be, which differ by
/// no more than one: a group of few has too few sums.
template <std::size_t Rows, std::size_t Most>
[[gnu::always_inline]] inline void for_each_even_group(auto body) {
    constexpr std::size_t groups = (Rows + Most - 1) / Most;
    constexpr std::size_t rows = Rows / groups;
    constexpr std::size_t longer = Rows % groups;
    std::size_t row = 0;
    if constexpr (longer > 0)
        for (; row < longer * (rows + 1); row += rows + 1)
            body(std::integral_constant<std::size_t, rows + 1>{}, row);
    for (; row < Rows; row += rows) body(std::integral_constant<std::size_t, rows>{}, row);
}

/// Calls body<V, Vectors, overlap>(column) for panels of Width columns, of Most vectors and of what is left,
/// but three instead of two and one. Where the last vector is not filled it begins so many columns earlier,
/// and overlaps.
template <class V, std::size_t Width, std::size_t Most = 2>
[[gnu::always_inline]] inline void for_each_panel(auto body) {
    constexpr std::size_t lanes = lanes_of<V>;
    if constexpr (Width < lanes) {
        for_each_panel<Lanes<ElementOf<V>, std::bit_floor(Width)>, Width, Most>(body);
    } else {
        constexpr std::size_t vectors = (Width + lanes - 1) / lanes;
        constexpr std::size_t overlap = vectors * lanes - Width;
        constexpr std::size_t left = (vectors - 1) % Most + 1;
        constexpr std::size_t last = Most == 2 && left == 1 && vectors > 1 && has_32_registers ? 3 : left;
        for (std::size_t vector = 0; vector + last < vectors; vector += Most)
            body.template operator()<V, Most, 0>(vector * lanes);
        body.template operator()<V, last, overlap>((vectors - last) * lanes);
    }
}

/// Rows x Vectors sums of products. Each element sums in the order of its products, whatever the width of
/// V: vectors hold neighbours, never parts of a sum.
template <class V, std::size_t Rows, std::size_t Vectors, std::size_t Overlap = 0>
struct RegisterTile {
    using T = ElementOf<V>;

    V sums[Rows][Vectors];

    /// Where a vector begins: the last one so many columns earlier than it would. What overlaps is not
    /// stored.
    [[gnu::always_inline]] static constexpr std::size_t column(std::size_t vector) {
        return vector * lanes_of<V> - (vector + 1 == Vectors ? Overlap : 0);
    }

    /// body(row, vector), written out: an array that a loop runs over does not stay in registers.
    [[gnu::always_inline]] static void for_each(auto body) {
        unrolled<Rows>([&] [[gnu::always_inline]] (auto row) {
            unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) { body(row, vector); });
        });
    }

    [[gnu::always_inline]] void clear() {
        for_each([&] [[gnu::always_inline]] (auto row, auto vector) { sums[row][vector] = V{}; });
    }

    /// The tile that stands at from, its rows stride apart.
    [[gnu::always_inline]] void load_from(const T* from, std::size_t stride) {
        from = forgotten(from);
        for_each([&] [[gnu::always_inline]] (auto row, auto vector) {
            sums[row][vector] = load<V>(from + row * stride + column(vector));
        });
    }

    /// From zero, or where it goes on, from the tile that stands there.
    [[gnu::always_inline]] void begin(const T* so_far, std::size_t stride, bool goes_on) {
        if (goes_on)
            load_from(so_far, stride);
        else
            clear();
    }

    [[gnu::always_inline]] void store_to(T* to, std::size_t stride) const {
        to = forgotten(to);
        for_each([&] [[gnu::always_inline]] (auto row, auto vector) {
            if (vector + 1 < Vectors || Overlap == 0)
                store(sums[row][vector], to + row * stride + column(vector));
            else
                store_upper<lanes_of<V> - Overlap>(sums[row][vector],
                                                   to + row * stride + column(vector) + Overlap);
        });
    }

    /// Each row times the factor of its own.
    [[gnu::always_inline]] void scale(const T* factors) {
        for_each([&] [[gnu::always_inline]] (auto row, auto vector) {
            sums[row][vector] = rounded_product(broadcast<V>(factors[row]), sums[row][vector]);
        });
    }

    /// Adds a(r, k) * b(k, c) for each k below depth, in that order. In a, rows are a_row apart and
    /// neighbours in a row a_step; in b, rows are b_row apart.
    [[gnu::always_inline]] void add_products(const T* a,
                                             std::size_t a_row,
                                             std::size_t a_step,
                                             const T* b,
                                             std::size_t b_row,
                                             std::size_t depth) {
#pragma GCC unroll 4
        for (std::size_t k = 0; k < depth; ++k) {
            V columns[Vectors];
            unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
                columns[vector] = load<V>(b + k * b_row + column(vector));
            });
            unrolled<Rows>([&] [[gnu::always_inline]] (auto row) {
                const V factor = broadcast<V>(a[row * a_row + k * a_step]);
                unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
                    sums[row][vector] = multiply_add(factor, columns[vector], sums[row][vector]);
                });
            });
        }
    }
};

}  // namespace attest::kernel
