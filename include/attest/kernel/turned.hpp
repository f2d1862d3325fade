#pragma once

// Rows of numbers turned so that each is a lane, and back.

#include <attest/kernel/lanes.hpp>
#include <attest/kernel/transpose.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace attest::kernel {

/// depth columns of Rows rows, Stride apart, as depth rows of Vectors vectors. Lanes beyond the rows repeat
/// the last one.
template <class V, std::size_t Vectors, std::size_t Rows, std::size_t Stride>
[[gnu::noinline]] void turn(const ElementOf<V>* from, std::size_t depth, ElementOf<V>* to) {
    constexpr std::size_t lanes = lanes_of<V>;
    constexpr std::size_t width = Vectors * lanes;
    if (depth < lanes) {
        for (std::size_t row = 0; row < width; ++row)
            for (std::size_t step = 0; step < depth; ++step)
                to[step * width + row] = from[std::min(row, Rows - 1) * Stride + step];
        return;
    }
    for (std::size_t step = 0; step < depth; step += lanes) {
        const std::size_t column = std::min(step, depth - lanes);  // the last block overlaps
        const ElementOf<V>* const columns = forgotten(from + column);
        ElementOf<V>* const turned = forgotten(to + column * width);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            V block[lanes];
            unrolled<lanes>([&] [[gnu::always_inline]] (auto row) {
                block[row] = load<V>(columns + std::min(vector * lanes + row, Rows - 1) * Stride);
            });
            transpose(block);
            unrolled<lanes>([&] [[gnu::always_inline]] (auto row) {
                store(block[row], turned + row * width + vector * lanes);
            });
        });
    }
}

/// The same for few rows of few columns, written out.
template <class V, std::size_t Rows, std::size_t Depth>
[[gnu::always_inline]] inline void turn_small(const ElementOf<V> (*from)[Depth], ElementOf<V>* to) {
    constexpr std::size_t lanes = lanes_of<V>;
    if constexpr (Depth < lanes) {
        unrolled<Depth>([&] [[gnu::always_inline]] (auto step) {
            V column{};
            unrolled<Rows>([&] [[gnu::always_inline]] (auto row) { column[row] = from[row][step]; });
            store(column, to + step * lanes);
        });
    } else {
        unrolled<(Depth + lanes - 1) / lanes>([&] [[gnu::always_inline]] (auto part) {
            const std::size_t first = std::min(part * lanes, Depth - lanes);
            V block[lanes];
            unrolled<lanes>([&] [[gnu::always_inline]] (auto row) {
                block[row] = load<V>(from[std::min(row, Rows - 1)] + first);
            });
            transpose(block);
            unrolled<lanes>(
                [&] [[gnu::always_inline]] (auto step) { store(block[step], to + (first + step) * lanes); });
        });
    }
}

/// So many rows of a matrix, each a lane of the columns column_at(0), column_at(1), ..., which are vectors.
template <class V, std::size_t Cols>
[[gnu::always_inline]] inline void store_turned(std::size_t rows, auto column_at, ElementOf<V> (*to)[Cols]) {
    constexpr std::size_t lanes = lanes_of<V>;
    if constexpr (Cols < lanes) {
        unrolled<Cols>([&] [[gnu::always_inline]] (auto col) {
            const V column = column_at(col);
            unrolled<lanes>([&] [[gnu::always_inline]] (auto row) {
                if (row < rows) to[row][col] = column[row];
            });
        });
    } else {
        unrolled<(Cols + lanes - 1) / lanes>([&] [[gnu::always_inline]] (auto part) {
            const std::size_t first = std::min(part * lanes, Cols - lanes);
            V block[lanes];
            unrolled<lanes>([&] [[gnu::always_inline]] (auto i) { block[i] = column_at(first + i); });
            transpose(block);
            unrolled<lanes>([&] [[gnu::always_inline]] (auto row) {
                if (row < rows) store(block[row], to[row] + first);
            });
        });
    }
}

/// Rows rows of a matrix, whose columns are vectors of V one behind the other, stride apart.
template <class V, std::size_t Rows, std::size_t Cols>
[[gnu::noinline]] void turn_back(const ElementOf<V>* from, std::size_t stride, ElementOf<V> (*to)[Cols]) {
    constexpr std::size_t lanes = std::clamp(std::bit_floor(Cols), lanes_per_chunk<V>, lanes_of<V>);
    using Part = Lanes<ElementOf<V>, lanes>;
    from = forgotten(from);
    unrolled<(Rows + lanes - 1) / lanes>([&] [[gnu::always_inline]] (auto group) {
        const auto column_at = [&] [[gnu::always_inline]] (std::size_t col) {
            return load<Part>(from + col * stride + group * lanes);
        };
        store_turned<Part>(Rows - group * lanes, column_at, to + group * lanes);
    });
}

}  // namespace attest::kernel
