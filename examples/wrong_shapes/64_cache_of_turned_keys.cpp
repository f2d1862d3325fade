// The cache holds keys with their positions, and is given one without.
// read: Cached keys are HalfSplit<HeadDim<4>, 10000, 4>. The position of the new one is the cache's next.
// expect: HalfSplit<HeadDim<4>, 10000, 4>
// expect: HeadDim<4>

#include <attest/attest.hpp>

using namespace attest;

using Turned = HalfSplit<HeadDim<4>, 10000, 4>;
extern KvCache<float, Capacity<16>, KeyValueHeads<2>, Turned, ValueDim<4>> cache;
extern const Matrix<float, Tokens<1>, Flat<Heads<4>, Turned>> q;
extern const Matrix<float, Tokens<1>, Flat<KeyValueHeads<2>, HeadDim<4>>> k;
extern const Matrix<float, Tokens<1>, Flat<KeyValueHeads<2>, ValueDim<4>>> v;

#if defined(CORRECTED)
const auto y = cache.attend(q, rotary<HalfSplit>(k, cache.next_position()), v);
#else
const auto y = cache.attend(q, k, v);
#endif
