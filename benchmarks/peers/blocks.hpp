#pragma once

// Queries in blocks, each with the keys that any of its queries sees: how a user of a library of matrix
// products leaves out what a mask hides, and keeps the scores of many queries in the caches.

#include "../problem.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bench {

struct Block {
    std::size_t first;  // query
    std::size_t count;  // of queries
    Range keys;
};

inline bool is_masked(const Shape& shape) {
    return shape.kind == Kind::causal || shape.kind == Kind::window;
}

/// How many queries a block has: so many, or fewer where a mask makes low blocks save work.
struct Height {
    std::size_t unmasked;
    std::size_t masked;

    std::size_t of(const Shape& shape) const {
        return std::min(shape.rows, is_masked(shape) ? masked : unmasked);
    }
};

inline std::vector<Block> blocks_of(const Shape& shape, std::size_t height) {
    std::vector<Block> blocks;
    for (std::size_t first = 0; first < shape.rows; first += height) {
        const std::size_t count = std::min(height, shape.rows - first);
        const std::size_t last = first + count - 1;
        blocks.push_back({first, count, {kept_keys(shape, first).begin, kept_keys(shape, last).end}});
    }
    return blocks;
}

/// The keys that a query sees, counted from the first key of its block.
inline Range keys_within(const Block& block, const Shape& shape, std::size_t query) {
    const Range kept = kept_keys(shape, query);
    return {kept.begin - block.keys.begin, kept.end - block.keys.begin};
}

}  // namespace bench
