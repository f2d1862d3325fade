// The cache of a layer with two key-value heads is used by one with four.
// read: The weights' keys have KeyValueHeads<4>, the cache has places for KeyValueHeads<2>.
// expect: KeyValueHeads<4>
// expect: KeyValueHeads<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<float, Tokens<1>, Model<8>> x;
extern const MultiHeadWeights<float, Model<8>, Heads<4>, KeyValueHeads<4>, HeadDim<2>, ValueDim<2>> weights;
extern KvCache<float, Capacity<16>, KeyValueHeads<4>, HeadDim<2>, ValueDim<2>> cache;
extern KvCache<float, Capacity<16>, KeyValueHeads<2>, HeadDim<2>, ValueDim<2>> cache_of_another_layer;

#if defined(CORRECTED)
const auto y = cached_self_attention(x, weights, cache);
#else
const auto y = cached_self_attention(x, weights, cache_of_another_layer);
#endif
