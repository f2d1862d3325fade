// A program's globals may have the names of the library's own variables: it compiles without a warning.

#include <attest/attest.hpp>

using namespace attest;

int q, k, v, w_q, w_k, w_v, head, memory;
int query, queries, key, keys, value, values, token, tokens;
int score, scores, weight, weights, sum, sums, total, highest;
int row, rows, column, columns, vector, vectors, lane, lanes;
int first, last, begin, end, step, size, count, width, depth;
int group, block, tile, chunk, part, place, stage, cell, word;
int i, j, n, r, x, y, factor, exponent, scratch, storage;
int mask, change, sink, rule, problem, input, output, result, all;

namespace {

template <class T, std::size_t N, std::size_t D>
void attend_to_itself(const Matrix<T, Tokens<N>, HeadDim<D>>& a) {
    attention(a, a, a);
    attention(a, a, a, causal<Tokens<N>>());
}

using TwoHeads = MultiHeadWeights<float, Model<4>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>>;

}  // namespace

/// Needs every kernel: whole blocks, queries that are left over, few of them, and one; for a cache and a
/// trace too.
void use_everything() {
    attend_to_itself(Matrix<float, Tokens<64>, HeadDim<64>>{});
    attend_to_itself(Matrix<float, Tokens<33>, HeadDim<20>>{});
    attend_to_itself(Matrix<double, Tokens<5>, HeadDim<2>>{});
    attend_to_itself(Matrix<float, Tokens<1>, HeadDim<8>>{});

    const TwoHeads projections{};
    const Matrix<float, Tokens<3>, Model<4>> three{};
    multi_head_self_attention(three, projections, causal<Tokens<3>>());
    multi_head_attention_with_weights(three * projections.query, three * projections.key,
                                      three * projections.value);
    trace_multi_head_self_attention(three, projections);
    KvCache<float, Capacity<8>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>> cache;
    cached_self_attention(three, projections, cache);
}
