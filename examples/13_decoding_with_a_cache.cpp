// Decoding with a cache, step by step: a token attends to itself and to those before it. Their keys and
// values do not change any more, so they are kept, and each step computes only what is new.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

#include <stdexcept>

using namespace attest;

constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};  // cat eats fish
using Weights = MultiHeadWeights<double, Model<2>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>>;
constexpr Weights weights{
    .query = {{1, 0, 0, 1}, {0, 1, 1, 0}},
    .key = {{1, 0}, {0, 1}},
    .value = {{0, 1}, {1, 0}},
    .output = {{1, 0}, {0, 1}, {1, 0}, {0, 1}},
};

// All at once, with a mask: this is what the steps have to give.
constexpr auto at_once = multi_head_self_attention(x, weights, causal<Tokens<3>>());

// How many places the cache has is part of its type, and so are the heads that it has them for: those of
// keys and values, not those of queries.
using Cache = KvCache<double, Capacity<3>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>>;
static_assert(Cache::bytes_per_token == (2 + 2) * sizeof(double));

constexpr Matrix<double, Tokens<3>, Model<2>> step_by_step(
    const Matrix<double, Tokens<3>, Model<2>>& tokens) {
    Cache cache;
    const auto cat = cached_self_attention(slice_rows<0, 1>(tokens), weights, cache);
    const auto eats = cached_self_attention(slice_rows<1, 1>(tokens), weights, cache);
    const auto fish = cached_self_attention(slice_rows<2, 1>(tokens), weights, cache);
    return join_rows(join_rows(cat, eats), fish);
}

// Not about the same: the same bits. Each row is computed in one order, with a cache or without.
static_assert(same_bits(step_by_step(x), at_once));

// A prompt comes as a whole. Its tokens are appended in one call, and still see nothing of the future.
constexpr Matrix<double, Tokens<3>, Model<2>> prompt_first(
    const Matrix<double, Tokens<3>, Model<2>>& tokens) {
    Cache cache;
    const auto cat_eats = cached_self_attention(slice_rows<0, 2>(tokens), weights, cache);
    const auto fish = cached_self_attention(slice_rows<2, 1>(tokens), weights, cache);
    return join_rows(cat_eats, fish);
}
static_assert(same_bits(prompt_first(x), at_once));

// With places of a Window instead, the oldest token gives way, and what comes out is what a mask of that
// window gives.
constexpr Matrix<double, Tokens<3>, Model<2>> last_two_only(
    const Matrix<double, Tokens<3>, Model<2>>& tokens) {
    KvCache<double, Window<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>> cache;
    return cached_self_attention(tokens, weights, cache);
}
static_assert(same_bits(last_two_only(x),
                        multi_head_self_attention(x, weights, sliding_window<2, Tokens<3>>())));

// Changes of scores and sinks are taken as they are without a cache. Changes are for the cache's places, of
// which a query has the last, so ALiBi's distances are right for each token.
constexpr Matrix<double, Tokens<3>, Model<2>> with_alibi(const Matrix<double, Tokens<3>, Model<2>>& tokens) {
    constexpr auto alibi = alibi_per_head<double, Heads<2>, Capacity<3>>();
    Cache cache;
    const auto cat_eats = cached_self_attention(slice_rows<0, 2>(tokens), weights, cache, alibi);
    const auto fish = cached_self_attention(slice_rows<2, 1>(tokens), weights, cache, alibi);
    return join_rows(cat_eats, fish);
}
static_assert(same_bits(with_alibi(x),
                        multi_head_self_attention(x,
                                                  weights,
                                                  causal<Tokens<3>>(),
                                                  alibi_per_head<double, Heads<2>, Tokens<3>>())));

// Four tokens at once do not compile with a cache of three. One by one, the fourth is no constant
// expression, and at run time it is refused with the cache as it was.
template <class Tokens>
concept FitsInOneCall = requires(Cache cache, Matrix<double, Tokens, Model<2>> tokens) {
    cached_self_attention(tokens, weights, cache);
};
static_assert(FitsInOneCall<Tokens<3>> && !FitsInOneCall<Tokens<4>>);

int main() {
    show("all at once", at_once, Labels<Tokens<3>>{"cat", "eats", "fish"});
    Cache cache;
    static_cast<void>(cached_self_attention(x, weights, cache));
    try {
        static_cast<void>(cached_self_attention(slice_rows<0, 1>(x), weights, cache));
        return 1;
    } catch (const std::length_error& error) {
        fmt::print("{}\n\n", error.what());
    }
    return same_at_run_time(step_by_step(unseen(x)), at_once);
}
