#pragma once

// The matrix product at run time, tile by tile.

#include <attest/kernel/lanes.hpp>
#include <attest/kernel/register_tile.hpp>
#include <attest/real.hpp>

#include <algorithm>
#include <cstddef>

namespace attest::kernel {

/// So many products are summed before the next columns have their turn: what they are made of stays in the
/// nearest cache.
inline constexpr std::size_t product_depth = 128;

/// A tile of the product of a and b, added to what is there if goes_on.
template <class V, std::size_t Rows, std::size_t Vectors, std::size_t Overlap>
[[gnu::noinline]] void multiply_tile(const ElementOf<V>* a,
                                     std::size_t a_row,
                                     const ElementOf<V>* b,
                                     std::size_t b_row,
                                     std::size_t depth,
                                     ElementOf<V>* product,
                                     bool goes_on) {
    RegisterTile<V, Rows, Vectors, Overlap> tile;
    tile.begin(product, b_row, goes_on);
    tile.add_products(a, a_row, 1, b, b_row, depth);
    tile.store_to(product, b_row);
}

/// The product of Rows x Shared numbers and Shared x Cols, all row by row. Each element sums in the order of
/// Shared, from zero.
template <std::size_t Rows, std::size_t Shared, std::size_t Cols, Real T>
[[gnu::noinline]] void multiply(const T* left, const T* right, T* product) {
    for (std::size_t k = 0; k < Shared; k += product_depth) {
        const std::size_t depth = std::min(product_depth, Shared - k);
        for_each_panel<Lanes<T, native_lanes<T>>, Cols>(
            [&]<class V, std::size_t Vectors, std::size_t Overlap>(std::size_t column) {
                for_each_group<std::min(Rows, tile_rows<Vectors>)>(0, Rows, [&](auto rows, std::size_t i) {
                    multiply_tile<V, rows, Vectors, Overlap>(left + i * Shared + k, Shared,
                                                             right + k * Cols + column, Cols, depth,
                                                             product + i * Cols + column, k > 0);
                });
            });
    }
}

}  // namespace attest::kernel
