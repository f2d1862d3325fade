#pragma once

// Rows of numbers turned so that each is a lane.

#include <attest/kernel/lanes.hpp>
#include <attest/kernel/transpose.hpp>

#include <algorithm>
#include <cstddef>

namespace attest::kernel {

/// depth columns of rows, stride apart, as depth rows of Vectors vectors. Lanes beyond the rows repeat the
/// last one.
template <class V, std::size_t Vectors>
[[gnu::noinline]] void turn(const ElementOf<V>* from,
                            std::size_t stride,
                            std::size_t rows,
                            std::size_t depth,
                            ElementOf<V>* to) {
    constexpr std::size_t lanes = lanes_of<V>;
    constexpr std::size_t width = Vectors * lanes;
    const auto row_of = [=](std::size_t row) { return from + std::min(row, rows - 1) * stride; };
    if (depth < lanes) {
        for (std::size_t row = 0; row < width; ++row)
            for (std::size_t step = 0; step < depth; ++step) to[step * width + row] = row_of(row)[step];
        return;
    }
    for (std::size_t first = 0; first < width; first += lanes)
        for (std::size_t step = 0; step < depth; step += lanes) {
            const std::size_t column = std::min(step, depth - lanes);  // the last block overlaps
            V block[lanes];
            unrolled<lanes>([&] [[gnu::always_inline]] (auto row) {
                block[row] = load<V>(row_of(first + row) + column);
            });
            transpose(block);
            unrolled<lanes>([&] [[gnu::always_inline]] (auto row) {
                store(block[row], to + (column + row) * width + first);
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

}  // namespace attest::kernel
