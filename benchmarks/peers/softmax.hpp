#pragma once

// The softmax of the peers that have only products: in vectors, as they deserve.

#include "../vectors.hpp"
#include "blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace bench {

/// Vectors of that many floats: short rows have narrower ones.
template <std::size_t Lanes>
struct Narrow {
    using Floats __attribute__((vector_size(Lanes * sizeof(float)))) = float;
    using Ints __attribute__((vector_size(Lanes * sizeof(float)))) = std::int32_t;
};

template <class Floats>
Floats larger(const Floats& a, const Floats& b) {
    return a > b ? a : b;
}

/// Each lane's number, and that of the lane Step away: after steps of 1, 2, 4 and so on, all lanes have all.
template <std::size_t Step, class Floats, class Join, std::size_t... I>
void join_lanes(Floats& x, Join join, std::index_sequence<I...> lane) {
    x = join(x, Floats(__builtin_shufflevector(x, x, static_cast<int>(I ^ Step)...)));
    if constexpr (2 * Step < sizeof...(I)) join_lanes<2 * Step>(x, join, lane);
}

template <std::size_t Lanes, class Floats, class Join>
float joined(Floats x, Join join) {
    join_lanes<1>(x, join, std::make_index_sequence<Lanes>{});
    return x[0];
}

/// 2^x for x <= 0: x is split at the nearest integer, and for the rest there is a polynomial through six
/// Chebyshev nodes, 1e-7 off at most.
template <std::size_t Lanes, class Floats>
Floats exp2_of_negative(const Floats& x) {
    using Ints = typename Narrow<Lanes>::Ints;
    const Floats bounded =
        larger(x, Floats{} - 126.0F);  // below, the result would have no exponent of its own
    const Ints integer = __builtin_convertvector(bounded - 0.5F, Ints);
    const Floats rest = bounded - __builtin_convertvector(integer, Floats);
    Floats power = rest * 0.00133908634F + 0.00967603192F;
    power = power * rest + 0.0555035711F;
    power = power * rest + 0.240221075F;
    power = power * rest + 0.693147188F;
    power = power * rest + 1.0F;
    constexpr int exponent_at = 23;
    return reinterpret_cast<Floats>(reinterpret_cast<Ints>(power) + (integer << exponent_at));
}

/// 0, 1, 2 and so on.
template <std::size_t Lanes>
typename Narrow<Lanes>::Ints places() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
        return typename Narrow<Lanes>::Ints{static_cast<int>(I)...};
    }(std::make_index_sequence<Lanes>{});
}

/// How many floats a vector has for rows of so many.
inline std::size_t lanes_for(std::size_t keys) {
    std::size_t count = 4;
    while (count < keys && count < lanes<float>) count *= 2;
    return count;
}

/// Numbers in a row of scores, so that rows are whole vectors.
inline std::size_t padded(std::size_t keys) {
    const std::size_t count = lanes_for(keys);
    return (keys + count - 1) / count * count;
}

/// Makes a padded row of scores into weights that are not yet divided by their sum, which is returned.
/// Vectors of scores that are not kept are not looked at, and what is not kept of others is masked where they
/// are loaded: whoever writes single floats and then loads them in a vector waits for the writing.
template <std::size_t Lanes, bool AllKept>
float softmax_row(float* row, std::size_t length, const Range& kept, float scale) {
    using Floats = typename Narrow<Lanes>::Floats;
    const Floats nothing = Floats{} + std::numeric_limits<float>::lowest();
    [[maybe_unused]] const auto begin = static_cast<int>(kept.begin);
    [[maybe_unused]] const auto end = static_cast<int>(kept.end);
    const std::size_t first = kept.begin / Lanes * Lanes;
    const std::size_t last = (kept.end + Lanes - 1) / Lanes * Lanes;
    const auto score_at = [&](std::size_t j) {
        Floats score;
        std::memcpy(&score, row + j, sizeof score);
        if constexpr (AllKept) {
            return score;
        } else {
            const auto key = places<Lanes>() + static_cast<int>(j);
            return Floats(((key >= begin) & (key < end)) ? score : nothing);
        }
    };
    Floats maximum = nothing;
    for (std::size_t j = first; j < last; j += Lanes) maximum = larger(maximum, score_at(j));
    const float subtracted = joined<Lanes>(maximum, larger<Floats>);
    const float factor = scale * 1.44269504F;  // log2(e)
    std::fill(row, row + first, 0.0F);
    Floats sum{};
    for (std::size_t j = first; j < last; j += Lanes) {
        const Floats weight = exp2_of_negative<Lanes>(Floats((score_at(j) - subtracted) * factor));
        sum += weight;
        std::memcpy(row + j, &weight, sizeof weight);
    }
    std::fill(row + last, row + length, 0.0F);
    return joined<Lanes>(sum, [](const Floats& a, const Floats& b) { return Floats(a + b); });
}

/// softmax_row for a block of queries; the reciprocals of the sums go to where they are asked for.
template <std::size_t Lanes>
void softmax_rows(float* scores, const Block& block, const Shape& shape, float* reciprocals) {
    const std::size_t length = padded(block.keys.size());
    const float scale = 1 / std::sqrt(static_cast<float>(shape.width));
    for (std::size_t i = 0; i < block.count; ++i) {
        const Range kept = keys_within(block, shape, block.first + i);
        float* row = scores + i * length;
        reciprocals[i] = 1 / (kept.size() == length ? softmax_row<Lanes, true>(row, length, kept, scale)
                                                    : softmax_row<Lanes, false>(row, length, kept, scale));
    }
}

inline void softmax_block(float* scores, const Block& block, const Shape& shape, float* reciprocals) {
    switch (lanes_for(block.keys.size())) {
        case 4:
            return softmax_rows<4>(scores, block, shape, reciprocals);
        case 8:
            return softmax_rows<std::min(8UL, lanes<float>)>(scores, block, shape, reciprocals);
        default:
            return softmax_rows<lanes<float>>(scores, block, shape, reciprocals);
    }
}

/// Divides a block of the output by the sums of its weights.
inline void normalise(float* output, const Block& block, std::size_t width, const float* reciprocals) {
    for (std::size_t i = 0; i < block.count; ++i)
        for (std::size_t c = 0; c < width; ++c) output[i * width + c] *= reciprocals[i];
}

}  // namespace bench
