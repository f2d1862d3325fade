#pragma once

// The softmax taken online, tile by tile of keys: a row keeps the largest score that it has met, the sum
// of the weights below it and the values mixed by them. Where a larger score comes, what was summed is
// scaled down to it. It is the order in which attention computes, at compile time and at run time.
// (Milakov and Gimelshein: Online normalizer calculation for softmax; Dao et al.: FlashAttention.)

#include <attest/algebra.hpp>
#include <attest/axis.hpp>
#include <attest/constant_row.hpp>
#include <attest/mask.hpp>
#include <attest/math.hpp>
#include <attest/math/weight.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <utility>

namespace attest::detail {

/// How many keys attention sees before it scales down.
inline constexpr std::size_t keys_per_tile = 128;

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

/// What scores are measured in. Products that nothing changes stay as they are: the root of d_k goes into
/// the weights. Changed ones have been divided by it, or scaled as the change has it.
template <Real T>
struct ScoreUnit {
    T root;
    T unit;
    WeightScale<T> scale;
};

/// That of queries and keys of a width.
template <Real T, class Change, std::size_t Width>
inline constexpr ScoreUnit<T> score_unit = [] {
    constexpr T root = attest::sqrt(static_cast<T>(Width));
    constexpr T unit = std::same_as<Change, Unchanged> ? root : T{1};
    return ScoreUnit<T>{root, unit, weight_scale(unit)};
}();

/// What a row has met before any key: the sink's score, if it takes part. It is never -inf, which a score of
/// -inf would equal.
template <Real T>
constexpr T first_score(const Sink<T>& sink, T unit) {
    if (sink.takes_part) return std::max(rounded_product(sink.score, unit), std::numeric_limits<T>::lowest());
    return std::numeric_limits<T>::lowest();
}

/// The score of a product in that unit.
template <Real T, Axis Query, Axis Key, class Change>
constexpr T score_in_unit(const ScoreChange<T, Query, Key, Change>& change,
                          T product,
                          T root,
                          std::size_t query,
                          std::size_t key) {
    if constexpr (std::same_as<Change, Unchanged>)
        return product;
    else
        return change(product, root, query, key);
}

/// The dot product of two rows, in the order of their axis, from zero, as the matrix product has it.
template <Real T, std::size_t N>
constexpr T dot(const T (&a)[N], const T (&b)[N]) {
    T sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum = multiply_add(a[i], b[i], sum);
    return sum;
}

/// A row of values being mixed, in a loop.
template <Real T, std::size_t Cols>
struct PlainRow {
    T elements[Cols]{};

    constexpr void add_times(T factor, const T (&row)[Cols]) { detail::add_times(elements, factor, row); }
    constexpr void scale(T factor) {
        for (T& element : elements) element = rounded_product(factor, element);
    }
};

/// The same for the constant evaluator.
template <Real T, std::size_t Cols>
struct WrittenOutRow {
    using Places = std::make_index_sequence<Cols>;
    ConstantRow<T, Cols> row{};

    constexpr void add_times(T factor, const ConstantRow<T, Cols>& value) {
        row = row.plus_times(factor, value, Places{});
    }
    constexpr void scale(T factor) { row = row.times(factor, Places{}); }
};

/// A query's way through the keys.
template <Real T, class Mixed>
struct OnlineRow {
    T largest{};
    T sum{};
    Mixed mixed{};

    constexpr OnlineRow() = default;
    /// A row begins with the sink, or with nothing.
    constexpr OnlineRow(const Sink<T>& given, T unit)
        : largest(first_score(given, unit)), sum(given.takes_part ? T{1} : T{0}) {}

    constexpr T weight_of(T score, const WeightScale<T>& scale) const {
        return weight(score == largest ? T{0} : score - largest, scale);
    }

    /// Sees one tile of keys: first all scores, for the largest of them, then each weight.
    template <std::size_t KeyTile>
    constexpr void see(Tile keys, const WeightScale<T>& scale, auto keeps, auto score, auto value) {
        T scores[KeyTile]{};
        T highest = largest;
        for (std::size_t j = keys.first; j < keys.last; ++j)
            if (keeps(j)) {
                scores[j - keys.first] = score(j);
                if (scores[j - keys.first] > highest) highest = scores[j - keys.first];
            }
        if (highest > largest) {
            const T shrink = weight(largest - highest, scale);
            largest = highest;
            sum = rounded_product(sum, shrink);
            mixed.scale(shrink);
        }
        for (std::size_t j = keys.first; j < keys.last; ++j)
            if (keeps(j)) {
                const T share = weight_of(scores[j - keys.first], scale);
                sum += share;
                mixed.add_times(share, value(j));
            }
    }

    /// What is mixed, by shares of one whole. With nothing in the sum it is nothing.
    constexpr const Mixed& finish() {
        mixed.scale(sum == 0 ? T{0} : 1 / sum);
        return mixed;
    }
};

/// attention in tiles of so many queries by so many keys.
template <std::size_t QueryTile,
          std::size_t KeyTile,
          Real T,
          Axis Query,
          Axis Key,
          Axis Head,
          Axis Value,
          class Rule,
          class Change>
constexpr Matrix<T, Query, Value> attention_in_tiles(const Matrix<T, Query, Head>& q,
                                                     const Matrix<T, Key, Head>& k,
                                                     const Matrix<T, Key, Value>& v,
                                                     const Mask<Query, Key, Rule>& mask,
                                                     const ScoreChange<T, Query, Key, Change>& change,
                                                     const Sink<T>& sink) {
    using Row = OnlineRow<T, PlainRow<T, Value::extent>>;
    constexpr auto unit = score_unit<T, Change, Head::extent>;
    Matrix<T, Query, Value> output;
    for (const Tile queries : tiles<Query::extent, QueryTile>) {
        std::array<Row, QueryTile> rows;
        rows.fill(Row(sink, unit.unit));
        for (const Tile keys : tiles<Key::extent, KeyTile>)
            for (std::size_t i = queries.first; i < queries.last; ++i)
                rows[i - queries.first].template see<KeyTile>(
                    keys, unit.scale, [&](auto j) { return mask.keeps(i, j); },
                    [&](auto j) {
                        return score_in_unit(change, dot(q.elements[i], k.elements[j]), unit.root, i, j);
                    },
                    [&](auto j) -> const auto& { return v.elements[j]; });
        for (std::size_t i = queries.first; i < queries.last; ++i)
            std::ranges::copy(rows[i - queries.first].finish().elements, output.elements[i]);
    }
    return output;
}

}  // namespace attest::detail
