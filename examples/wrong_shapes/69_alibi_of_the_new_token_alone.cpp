// A cache is given ALiBi for the new token alone, which would be at no distance from anything.
// read: In a cache, changes are for its places: Capacity<16>.
// expect: Capacity<16>
// expect: Tokens<1>

#include <attest/attest.hpp>

using namespace attest;

extern KvCache<float, Capacity<16>, KeyValueHeads<2>, HeadDim<4>, ValueDim<4>> cache;
extern const Matrix<float, Tokens<1>, Flat<Heads<4>, HeadDim<4>>> q;
extern const Matrix<float, Tokens<1>, Flat<KeyValueHeads<2>, HeadDim<4>>> k;
extern const Matrix<float, Tokens<1>, Flat<KeyValueHeads<2>, ValueDim<4>>> v;

#if defined(CORRECTED)
const auto y = cache.attend(q, k, v, alibi_per_head<float, Heads<4>, Capacity<16>>());
#else
const auto y = cache.attend(q, k, v, alibi_per_head<float, Heads<4>, Tokens<1>>());
#endif
