#pragma once

// Attention in tiles, with the softmax taken online: as fast kernels do it, which never hold a whole
// matrix of scores. A row keeps the largest score that it has met, the sum of exponentials below it
// and their mixture of values. Where a larger score comes, what was summed is scaled down to it.
// (Milakov and Gimelshein: Online normalizer calculation for softmax; Dao et al.: FlashAttention.)

#include <attest/algebra.hpp>
#include <attest/axis.hpp>
#include <attest/mask.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace attest {

namespace detail {

/// Part of an axis: the places from first on, up to last and without it.
struct Tile {
    std::size_t first;
    std::size_t last;
};

/// An axis of that extent cut into tiles of that size; what is left is the last one.
template <std::size_t Extent, std::size_t Size>
inline constexpr auto tiles = [] {
    std::array<Tile, (Extent - 1) / Size + 1> result{};
    for (std::size_t n = 0; n < result.size(); ++n) result[n] = {n * Size, std::min((n + 1) * Size, Extent)};
    return result;
}();

/// A query's way through the keys: the largest score so far, the sum of the exponentials below it, and
/// the values mixed by them.
template <Real T, std::size_t Cols>
struct OnlineRow {
    T largest;
    T sum;
    T mixed[Cols]{};

    /// Counts from a larger score than before. Where there was none, nothing is kept.
    constexpr void raise(T score) {
        const T shrink = exp_below(score, largest);
        largest = score;
        sum *= shrink;
        for (T& element : mixed) element *= shrink;
    }

    constexpr void add(T score, const T (&value)[Cols]) {
        const T weight = exp_below(largest, score);
        sum += weight;
        add_times(mixed, weight, value);
    }

    constexpr void write(T (&output)[Cols]) const {
        for (std::size_t c = 0; c < Cols; ++c) output[c] = sum == 0 ? mixed[c] : mixed[c] / sum;
    }
};

/// One row sees one tile of keys: first all scores, for the largest of them, then each exponential.
template <std::size_t KeyTile, Real T, Axis Key, Axis Value, class Keeps, class Score>
constexpr void see_tile(OnlineRow<T, Value::extent>& row,
                        Tile keys,
                        Keeps keeps,
                        Score score,
                        const Matrix<T, Key, Value>& v) {
    T scores[KeyTile]{};
    T largest = row.largest;
    for (std::size_t j = keys.first; j < keys.last; ++j)
        if (keeps(j)) largest = std::max(largest, scores[j - keys.first] = score(j));
    if (largest > row.largest) row.raise(largest);
    for (std::size_t j = keys.first; j < keys.last; ++j)
        if (keeps(j)) row.add(scores[j - keys.first], v.elements[j]);
}

/// The dot product of two rows, in the order of their axis, from zero, as the matrix product has it.
template <Real T, std::size_t N>
constexpr T dot(const T (&a)[N], const T (&b)[N]) {
    T sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum = multiply_add(a[i], b[i], sum);
    return sum;
}

}  // namespace detail

/// The name is what compilers print.
template <std::size_t QueryTile, std::size_t KeyTile>
inline constexpr bool a_tile_holds_a_query_and_a_key = QueryTile > 0 && KeyTile > 0;

/// attention(q, k, v, mask, change, sink) in tiles of QueryTile queries by KeyTile keys; those at the
/// edges may be smaller. It differs from attention by roundings alone: sums are scaled down on the way,
/// begin with the sink, and divide the values that they have mixed instead of their weights.
template <std::size_t QueryTile,
          std::size_t KeyTile,
          Real T,
          Axis Query,
          Axis Key,
          Axis Head,
          Axis Value,
          class Rule = KeepAll,
          class Change = Unchanged>
    requires a_tile_holds_a_query_and_a_key<QueryTile, KeyTile>
constexpr Matrix<T, Query, Value> tiled_attention(const Matrix<T, Query, Head>& q,
                                                  const Matrix<T, Key, Head>& k,
                                                  const Matrix<T, Key, Value>& v,
                                                  const Mask<Query, Key, Rule>& mask = {},
                                                  const ScoreChange<T, Query, Key, Change>& change = {},
                                                  const Sink<T>& sink = {}) {
    const T root = attest::sqrt(static_cast<T>(Head::extent));
    const T first_score = detail::first_score(sink);
    Matrix<T, Query, Value> output;
    for (const detail::Tile queries : detail::tiles<Query::extent, QueryTile>) {
        std::array<detail::OnlineRow<T, Value::extent>, QueryTile> rows;
        rows.fill({first_score, detail::exp_below(first_score, sink)});
        for (const detail::Tile keys : detail::tiles<Key::extent, KeyTile>)
            for (std::size_t i = queries.first; i < queries.last; ++i)
                detail::see_tile<KeyTile>(
                    rows[i - queries.first], keys, [&](auto j) { return mask.keeps(i, j); },
                    [&](auto j) { return change(detail::dot(q.elements[i], k.elements[j]), root, i, j); }, v);
        for (std::size_t i = queries.first; i < queries.last; ++i)
            rows[i - queries.first].write(output.elements[i]);
    }
    return output;
}

}  // namespace attest
