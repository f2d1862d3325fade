#pragma once

// Attention of any size at run time. Blocks of queries go through tiles of keys: the scores of a block
// and a tile, their weights, and the values mixed by them, all in registers or in scratch on the stack.
//
// Queries are turned once, so that they lie beside one another in a vector: a row's largest score, its
// weights and their sum are then made by whole vectors, each lane for its own query, in the order of the
// keys. Keys and values are read where they are.

#include <attest/axis.hpp>
#include <attest/kernel/block_mask.hpp>
#include <attest/kernel/lanes.hpp>
#include <attest/kernel/mixed_panel.hpp>
#include <attest/kernel/online_softmax.hpp>
#include <attest/kernel/problem.hpp>
#include <attest/kernel/register_tile.hpp>
#include <attest/kernel/single_query.hpp>
#include <attest/kernel/small_attention.hpp>
#include <attest/kernel/turned.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace attest::kernel {

/// So much of the width of queries and keys is summed at a time, which bounds the scratch.
inline constexpr std::size_t depth_per_pass = 128;

/// The scores of Rows keys, stride apart, for the turned queries, added to what they are if goes_on. Rows of
/// queries and of scores are row_stride apart. The scores raise the highest of each query, if that is wanted
/// already.
template <class V, std::size_t Rows, std::size_t Vectors>
[[gnu::noinline]] void score_keys(const ElementOf<V>* keys,
                                  std::size_t stride,
                                  const ElementOf<V>* queries,
                                  std::size_t row_stride,
                                  std::size_t depth,
                                  bool goes_on,
                                  ElementOf<V>* scores,
                                  V* highest) {
    RegisterTile<V, Rows, Vectors> tile;
    tile.begin(scores, row_stride, goes_on);
    tile.add_products(keys, stride, 1, queries, row_stride, depth);
    tile.store_to(scores, row_stride);
    if (highest != nullptr)
        tile.for_each([&] [[gnu::always_inline]] (auto row, auto vector) {
            highest[vector] = larger(tile.sums[row][vector], highest[vector]);
        });
}

/// Rows queries from first_query on, in Vectors vectors of V.
template <class V, std::size_t Vectors, std::size_t Rows, class P>
class QueryBlock {
public:
    using T = ElementOf<V>;

    static constexpr std::size_t size = Rows;
    /// How many scores there are of a tile.
    static constexpr std::size_t scratch = std::min(P::keys, detail::keys_per_tile) * Vectors * lanes_of<V>;

    QueryBlock(const P& problem, std::size_t first_query, T (*to)[P::width])
        : problem_(problem),
          first_query_(first_query),
          output_(to),
          mask_(problem.mask, first_query, P::keys),
          keys_(mask_.keys()),
          online_(problem.sink, P::unit.unit) {
        if (keys_.empty()) std::fill_n(to[0], Rows * P::width, T{0});
        if constexpr (is_turned_once) turn_queries(0, P::depth);
    }

    /// Sees the tile that begins with a key, where any query sees a key of it. The scores are of no use
    /// after.
    void attend(std::size_t tile, T* scores) {
        const std::size_t first = std::max(tile, keys_.first);
        const std::size_t last = std::min(tile + detail::keys_per_tile, keys_.last);
        if (first >= last) return;
        scores_ = scores;
        score(first, last);
        const bool is_first = first == keys_.first && !problem_.sink.takes_part;
        online_.raise(highest_, scores_, last - first, P::unit.scale, is_first ? nullptr : shrink_);
        for_each_part(first, last,
                      [&]<std::size_t Some>(std::size_t begin, std::size_t end, std::size_t vector) {
                          online_.template weigh_tile<Some>(scores_ + (begin - first) * width, end - begin,
                                                            vector, P::unit.scale);
                      });
        if (last == keys_.last)
            unrolled<Vectors>(
                [&](auto vector) { store(online_.inverse_sum(vector), inverse_sums_ + vector * lanes); });
        mix(first, last);
    }

private:
    using Masked = BlockMask<V, Vectors, Rows, typename P::Masking>;
    static constexpr std::size_t lanes = lanes_of<V>;
    static constexpr std::size_t width = Vectors * lanes;
    static constexpr bool is_turned_once = P::depth <= depth_per_pass;
    /// Whether the mixed values are so many fewer vectors turned that it is worth to turn them back.
    static constexpr bool is_mixed_turned =
        !Masked::is_mask &&
        4 * Vectors * P::width <= 3 * Rows * ((P::width + native_lanes<T> - 1) / native_lanes<T>);
    struct Nothing {};
    using Mixed = std::conditional_t<is_mixed_turned, std::array<T, P::width * width>, Nothing>;

    void turn_queries(std::size_t from, std::size_t depth) {
        turn<V, Vectors, Rows, P::depth>(problem_.q.elements[first_query_] + from, depth, queries_);
    }

    /// Calls body<Some>(begin, end, vector) for parts of the keys, each with the vectors of queries that see
    /// a key of it, Some from that one on. For the others there is nothing to compute.
    void for_each_part(std::size_t first, std::size_t last, auto body) const {
        if constexpr (Vectors == 2 && Masked::is_mask) {
            const KeptKeys lower = mask_.keys_of_vector(0);
            const KeptKeys upper = mask_.keys_of_vector(1);
            const std::size_t begin = std::clamp(std::max(lower.first, upper.first), first, last);
            const std::size_t end = std::clamp(std::min(lower.last, upper.last), begin, last);
            if (first < begin) body.template operator()<1>(first, begin, lower.first < upper.first ? 0 : 1);
            if (begin < end) body.template operator()<2>(begin, end, 0);
            if (end < last) body.template operator()<1>(end, last, lower.last > upper.last ? 0 : 1);
        } else {
            body.template operator()<Vectors>(first, last, 0);
        }
    }

    /// The scores of the keys from first up to last, and the highest of each query.
    void score(std::size_t first, std::size_t last) {
        unrolled<Vectors>([&](auto vector) { highest_[vector] = online_.largest[vector]; });
        for (std::size_t from = 0; from < P::depth; from += depth_per_pass) {
            const std::size_t depth = std::min(depth_per_pass, P::depth - from);
            if constexpr (!is_turned_once) turn_queries(from, depth);
            for_each_part(first, last,
                          [&]<std::size_t Some>(std::size_t begin, std::size_t end, std::size_t vector) {
                              score_for<Some>(begin, end, first, vector, from, depth);
                          });
        }
    }

    template <std::size_t Some>
    void score_for(std::size_t first,
                   std::size_t last,
                   std::size_t tile,
                   std::size_t vector,
                   std::size_t from,
                   std::size_t depth) {
        const bool is_final = from + depth == P::depth;
        for_each_group<std::min(tile_rows<Some>, P::keys)>(first, last, [&](auto rows, std::size_t j) {
            const bool is_seen = P::is_unchanged && is_final && mask_.template kept_by<Some>(vector, j, rows);
            T* const scores = scores_ + (j - tile) * width;
            score_keys<V, rows, Some>(problem_.k.elements[j] + from, P::depth, queries_ + vector * lanes,
                                      width, depth, from > 0, scores + vector * lanes,
                                      is_seen ? highest_ + vector : nullptr);
            if (!is_seen && is_final)
                for (std::size_t i = 0; i < Some; ++i) change_and_hide(j, rows, scores, vector + i);
        });
    }

    /// What becomes of a vector's scores before they count: their change, and -inf where the pair is hidden.
    void change_and_hide(std::size_t first, std::size_t count, T* scores, std::size_t vector) {
        const std::size_t begin = vector * lanes;
        if constexpr (!P::is_unchanged)
            for (std::size_t j = 0; j < count; ++j)
                for (std::size_t row = begin; row < std::min(Rows, begin + lanes); ++row) {
                    T& score = scores[j * width + row];
                    score = problem_.change(score, P::unit.root, first_query_ + row, first + j);
                }
        const bool is_seen = mask_.template kept_by<1>(vector, first, count);
        V highest = highest_[vector];  // which the compiler knows that no store changes
        for (std::size_t j = 0; j < count; ++j) {
            T* const of_key = scores + j * width + begin;
            V score = load<V>(of_key);
            if (!is_seen) {
                score = mask_.kept(vector, first + j) ? score : broadcast<V>(-detail::infinity<T>);
                store(score, of_key);
            }
            highest = larger(score, highest);
        }
        highest_[vector] = highest;
    }

    /// Adds the values of the keys, by their weights, to what is mixed.
    void mix(std::size_t first, std::size_t last) {
        if constexpr (is_mixed_turned) {
            const auto mixture = mixture_for(0, first, last, mixed_.data(), width, all_keys(last - first));
            for_each_even_group<P::width, most_tile_rows<Vectors>>(
                [&](auto columns, std::size_t column) { mix_turned<V, columns, Vectors>(mixture, column); });
            if (last == keys_.last) turn_back<V, Rows>(mixed_.data(), width, output_);
        } else {
            for_each_group<std::min(tile_rows<2>, Rows)>(0, Rows, [&](auto rows, std::size_t row) {
                SeenKeysStorage storage;
                const auto mixture = mixture_for(row, first, last, output_[row], P::width,
                                                 mask_.template seen<rows>(row, first, last, storage));
                for_each_panel<Lanes<T, native_lanes<T>>, P::width>(
                    [&]<class U, std::size_t Panel, std::size_t Overlap>(std::size_t column) {
                        mix_panel<U, rows, Panel, Overlap, Masked::is_mask>(mixture, column);
                    });
            });
        }
    }

    Mixture<T> mixture_for(std::size_t row,
                           std::size_t first,
                           std::size_t last,
                           T* output,
                           std::size_t output_row,
                           const SeenKeys& seen) const {
        const bool goes_on = first != keys_.first;
        const bool is_last = last == keys_.last;
        return {scores_ + row,
                width,
                problem_.v.elements[first],
                P::width,
                output,
                output_row,
                goes_on ? shrink_ + row : nullptr,
                is_last ? inverse_sums_ + row : nullptr,
                seen};
    }

    const P& problem_;
    std::size_t first_query_;
    T (*output_)[P::width];
    Masked mask_;
    KeptKeys keys_;
    OnlineRows<V, Vectors> online_;
    V highest_[Vectors];
    T* scores_;
    alignas(vector_bytes) T queries_[std::min(P::depth, depth_per_pass) * width];
    T shrink_[width];
    T inverse_sums_[width];
    [[no_unique_address]] Mixed mixed_;
};

/// How many blocks go through the tiles together, so that keys and values which the second level of cache
/// does not hold come once for all of them. Their turned queries take half of the first level.
template <class P>
inline constexpr std::size_t blocks_together = [] {
    constexpr std::size_t second_level = 512 * 1024;
    constexpr std::size_t read = P::keys * (P::depth + P::width) * sizeof(typename P::Number);
    constexpr std::size_t turned = std::min(P::depth, depth_per_pass) * 2 * vector_bytes;
    return read > second_level ? std::clamp<std::size_t>(32 * 1024 / turned, 1, 4) : 1;
}();

/// So many blocks' way through the tiles.
template <class Block, std::size_t Count, class P>
void attend_together(const P& problem, std::size_t first_query, typename P::Output& output) {
    alignas(vector_bytes) typename P::Number scores[Block::scratch];
    const auto block = [&](std::size_t part) {
        const std::size_t first = first_query + part * Block::size;
        return Block(problem, first, output.elements + first);
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        Block blocks[]{block(i)...};
        for (std::size_t tile = 0; tile < P::keys; tile += detail::keys_per_tile)
            for (Block& each : blocks) each.attend(tile, scores);
    }(std::make_index_sequence<Count>{});
}

/// Two vectors of queries at a time, and what is left in as narrow ones as hold it, or alone.
template <class P>
typename P::Output attention_in_blocks(const P& problem) {
    using T = typename P::Number;
    constexpr std::size_t lanes = native_lanes<T>;
    constexpr std::size_t block = 2 * lanes;
    constexpr std::size_t rest = P::queries % block;
    constexpr std::size_t whole = P::queries - rest;
    using Block = QueryBlock<Lanes<T, lanes>, 2, block, P>;
    typename P::Output output(detail::ToBeWritten{});
    constexpr std::size_t together = blocks_together<P>;
    std::size_t i = 0;
    for (; i + together * block <= whole; i += together * block)
        attend_together<Block, together>(problem, i, output);
    for (; i < whole; i += block) attend_together<Block, 1>(problem, i, output);
    if constexpr (rest > lanes)
        attend_together<QueryBlock<Lanes<T, lanes>, 2, rest, P>, 1>(problem, whole, output);
    else if constexpr (rest == 1)
        attend_alone(problem, whole, output.elements[whole]);
    else if constexpr (rest > 0)
        attend_together<QueryBlock<Lanes<T, std::max(16 / sizeof(T), std::bit_ceil(rest))>, 1, rest, P>, 1>(
            problem, whole, output);
    return output;
}

/// Beside a sink of NaN every row is NaN that sees a key.
template <Real T, Axis Value, Axis Query, Axis Key, class Rule>
[[gnu::cold]] Matrix<T, Query, Value> beside_nan(const Mask<Query, Key, Rule>& mask, const Sink<T>& sink) {
    Matrix<T, Query, Value> output;
    for (std::size_t i = 0; i < Query::extent; ++i)
        for (std::size_t j = 0; j < Key::extent; ++j)
            if (mask.keeps(i, j)) std::ranges::fill(output.elements[i], sink.score);
    return output;
}

/// Attention by the kernel that its shape asks for.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, class Rule, class Change>
Matrix<T, Query, Value> attention(const Matrix<T, Query, Head>& q,
                                  const Matrix<T, Key, Head>& k,
                                  const Matrix<T, Key, Value>& v,
                                  const Mask<Query, Key, Rule>& mask,
                                  const ScoreChange<T, Query, Key, Change>& change,
                                  const Sink<T>& sink) {
    using P = Problem<T, Query, Key, Head, Value, Rule, Change>;
    if (sink.score != sink.score) [[unlikely]]
        return beside_nan<T, Value>(mask, sink);
    if constexpr (is_small<P>) {
        return small_attention(P{q, k, v, mask, change, sink});
    } else if constexpr (Query::extent == 1) {
        const P problem{q, k, v, mask, change, sink};
        Matrix<T, Query, Value> output(detail::ToBeWritten{});
        attend_alone(problem, 0, output.elements[0]);
        return output;
    } else {
        return attention_in_blocks(P{q, k, v, mask, change, sink});
    }
}

}  // namespace attest::kernel
