// The keys of all query heads are put into a cache of the key-value heads.
// read: A cache is as wide as the key-value heads, here two; the four query heads share them.
// expect: KeyValueHeads<2>
// expect: Heads<4>

#include <attest/attest.hpp>

using namespace attest;

extern KvCache<float, Capacity<16>, KeyValueHeads<2>, HeadDim<4>, ValueDim<4>> cache;
extern const Matrix<float, Tokens<1>, Flat<Heads<4>, HeadDim<4>>> q;
extern const Matrix<float, Tokens<1>, Flat<KeyValueHeads<2>, HeadDim<4>>> k;
extern const Matrix<float, Tokens<1>, Flat<KeyValueHeads<2>, ValueDim<4>>> v;

#if defined(CORRECTED)
const auto y = cache.attend(q, k, v);
#else
const auto y = cache.attend(q, q, v);
#endif
