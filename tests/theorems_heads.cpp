// What is proved about heads, caches and rotary positions when this file compiles: each static_assert
// computes both sides of a law, on numbers that look like nothing in particular.

#include <attest/attest.hpp>

#include "check.hpp"
#include "decoding.hpp"
#include "random.hpp"

#include <cstddef>

using namespace attest;

namespace {

template <std::size_t H, std::size_t KV>
using Weights = MultiHeadWeights<double, Model<4>, Heads<H>, KeyValueHeads<KV>, HeadDim<2>, ValueDim<1>>;

template <class Places, std::size_t KV>
using Cache = KvCache<double, Places, KeyValueHeads<KV>, HeadDim<2>, ValueDim<1>>;

constexpr auto multi_head = scattered_weights<Weights<4, 4>>(1);
constexpr auto grouped = scattered_weights<Weights<4, 2>>(2);
constexpr auto multi_query = scattered_weights<Weights<4, 1>>(3);
constexpr auto x = scattered<Matrix<double, Tokens<5>, Model<4>>>(4);

template <class W>
constexpr auto causally(const W& weights) {
    return multi_head_self_attention(x, weights, causal<Tokens<5>>());
}

/// The rows of m in another order.
constexpr std::size_t order[] = {3, 0, 4, 1, 2};
template <Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Rows, Cols> permuted(const Matrix<T, Rows, Cols>& m) {
    return generate<Matrix<T, Rows, Cols>>([&](auto i, auto j) { return m[order[i], j]; });
}

// ---- A cache changes no bit: each token gets what it would get if all were computed anew.

// Token by token, with as many key-value heads as query heads, with fewer, and with one.
static_assert(same_bits(decoded<Cache<Capacity<5>, 4>, 1, 1, 1, 1, 1>(x, multi_head), causally(multi_head)));
static_assert(same_bits(decoded<Cache<Capacity<5>, 2>, 1, 1, 1, 1, 1>(x, grouped), causally(grouped)));
static_assert(same_bits(decoded<Cache<Capacity<5>, 1>, 1, 1, 1, 1, 1>(x, multi_query),
                        causally(multi_query)));

// It makes no difference how many tokens are appended at a time.
static_assert(same_bits(decoded<Cache<Capacity<5>, 2>, 5>(x, grouped), causally(grouped)));
static_assert(same_bits(decoded<Cache<Capacity<5>, 2>, 3, 2>(x, grouped), causally(grouped)));

// It makes no difference how much room is left.
static_assert(same_bits(decoded<Cache<Capacity<8>, 2>, 4, 1>(x, grouped), causally(grouped)));

// A cache of the last tokens is a windowed mask, long after the first have been overwritten.
static_assert(same_bits(decoded<Cache<Window<2>, 2>, 1, 1, 1, 1, 1>(x, grouped),
                        multi_head_self_attention(x, grouped, sliding_window<2, Tokens<5>>())));
static_assert(same_bits(decoded<Cache<Window<3>, 2>, 5>(x, grouped),
                        multi_head_self_attention(x, grouped, sliding_window<3, Tokens<5>>())));

// A window as long as the sequence forgets nothing.
static_assert(same_bits(decoded<Cache<Window<5>, 2>, 2, 3>(x, grouped), causally(grouped)));

// ---- Groups: sharing keys and values is multi-head attention with copies of them.

/// The columns of key-value heads, a copy of them for each query head of the group.
template <std::size_t H, std::size_t KV, Axis Rows, Axis Head, class T>
constexpr Matrix<T, Rows, Flat<KeyValueHeads<H>, Head>> copied(
    const Matrix<T, Rows, Flat<KeyValueHeads<KV>, Head>>& m) {
    const auto shared = split_heads(m);
    PerHead<KeyValueHeads<H>, Matrix<T, Rows, Head>> copies;
    for (std::size_t h = 0; h < H; ++h) copies[h] = shared[h / (H / KV)];
    return join_heads(copies);
}

template <std::size_t KV>
constexpr Weights<4, 4> with_copies(const Weights<4, KV>& weights) {
    return {weights.query, copied<4>(weights.key), copied<4>(weights.value), weights.output};
}

static_assert(same_bits(causally(grouped), causally(with_copies(grouped))));
static_assert(same_bits(causally(multi_query), causally(with_copies(multi_query))));

// With KV = H, each query head has a key-value head of its own: nothing is copied, and head h is the
// attention of its own projections.
static_assert(same_bits(copied<4>(multi_head.key), multi_head.key));
constexpr auto of_head = [](std::size_t h) {
    return attention((split_heads(x * multi_head.query)[h]), (split_heads(x * multi_head.key)[h]),
                     (split_heads(x * multi_head.value)[h]), causal<Tokens<5>>());
};
static_assert(same_bits(causally(multi_head),
                        join_heads(PerHead<Heads<4>, Matrix<double, Tokens<5>, ValueDim<1>>>{
                            {of_head(0), of_head(1), of_head(2), of_head(3)}}) *
                            multi_head.output));

// With KV = 1, every query head reads the one key-value head.
constexpr auto shared_by_all = [](std::size_t h) {
    return attention(split_heads(x * multi_query.query)[h], split_heads(x * multi_query.key)[0],
                     split_heads(x * multi_query.value)[0], causal<Tokens<5>>());
};
static_assert(same_bits(causally(multi_query),
                        join_heads(PerHead<Heads<4>, Matrix<double, Tokens<5>, ValueDim<1>>>{
                            {shared_by_all(0), shared_by_all(1), shared_by_all(2), shared_by_all(3)}}) *
                            multi_query.output));

// ---- Order: without a mask, attention knows no positions.

// Permuting the queries permutes the output, bit for bit.
static_assert(same_bits(multi_head_cross_attention(permuted(x), x, grouped),
                        permuted(multi_head_cross_attention(x, x, grouped))));

// Permuting all tokens permutes the output. Its sums then go in another order: five weights and five
// mixed values, each below 2, are rounded differently, and four heads are projected back.
static_assert(largest_difference(multi_head_self_attention(permuted(x), grouped),
                                 permuted(multi_head_self_attention(x, grouped))) <= 0x1p-48);

// With a causal mask it does not.
static_assert(largest_difference(
                  causally(grouped),
                  permuted(multi_head_self_attention(permuted(x), grouped, causal<Tokens<5>>()))) > 0.01);

// ---- Heads split and join.

constexpr auto columns = scattered<Matrix<double, Tokens<3>, Flat<Heads<3>, HeadDim<2>>>>(6);

// Splitting and joining undo one another.
static_assert(same_bits(join_heads(split_heads(columns)), columns));
static_assert(split_heads(join_heads(split_heads(columns))) == split_heads(columns));

// Projecting all heads at once is projecting each by its own columns.
static_assert(same_bits(split_heads(x * grouped.query)[2], x* split_heads(grouped.query)[2]));

// Projecting joined heads is summing what each head's rows give, up to the order of the sum.
constexpr auto part_of_head = [](std::size_t h) {
    const auto mine = generate<Matrix<double, HeadDim<2>, Model<4>>>([&](auto i, auto j) {
        return scattered<Matrix<double, Flat<Heads<3>, HeadDim<2>>, Model<4>>>(7)[2 * h + i, j];
    });
    return split_heads(columns)[h] * mine;
};
static_assert(largest_difference(columns * scattered<Matrix<double, Flat<Heads<3>, HeadDim<2>>, Model<4>>>(7),
                                 part_of_head(0) + part_of_head(1) + part_of_head(2)) <= 0x1p-50);

// ---- Rotary positions tell distances.

constexpr auto queries = scattered<Matrix<double, Query<1>, HeadDim<4>>>(8);
constexpr auto keys = scattered<Matrix<double, Key<1>, HeadDim<4>>>(9);

template <template <class, std::size_t, std::size_t> class Layout>
constexpr double score(std::size_t query_at, std::size_t key_at) {
    return scores(rotary<Layout>(queries, query_at), rotary<Layout>(keys, key_at))[0, 0];
}
constexpr double apart(double a, double b) {
    return a < b ? b - a : a - b;
}

// A score depends on the distance alone. Elements are below 1, so that scores are below 4, and the
// angles, up to 30 radians, are rounded by at most 2^-49.
static_assert(apart(score<Interleaved>(5, 3), score<Interleaved>(12, 10)) <= 0x1p-48);
static_assert(apart(score<Interleaved>(2, 0), score<Interleaved>(30, 28)) <= 0x1p-48);
static_assert(apart(score<HalfSplit>(5, 3), score<HalfSplit>(12, 10)) <= 0x1p-48);
static_assert(apart(score<HalfSplit>(3, 5), score<HalfSplit>(10, 12)) <= 0x1p-48);

// The direction counts.
static_assert(apart(score<Interleaved>(5, 3), score<Interleaved>(3, 5)) > 0.01);

// At the same position rotary changes no score, whichever it is.
static_assert(apart(score<Interleaved>(7, 7), scores(queries, keys)[0, 0]) <= 0x1p-48);

// Both layouts give the same scores if the columns are in their order.
static_assert(apart(scores(rotary<HalfSplit>(reorder_pairs<Interleaved, HalfSplit>(queries), 6),
                           rotary<HalfSplit>(reorder_pairs<Interleaved, HalfSplit>(keys), 2))[0, 0],
                    score<Interleaved>(6, 2)) <= 0x1p-50);

}  // namespace
