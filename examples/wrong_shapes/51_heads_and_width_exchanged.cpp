// The queries have the width of a head outside and the heads inside; both are two.
// read: Each head's columns stand together: Flat<Heads, HeadDim>, not Flat<HeadDim, Heads>.
// expect: Heads<2>
// expect: HeadDim<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, Flat<Heads<2>, HeadDim<2>>> q;
extern const Matrix<double, Query<3>, Flat<HeadDim<2>, Heads<2>>> q_turned;
extern const Matrix<double, Key<3>, Flat<KeyValueHeads<2>, HeadDim<2>>> k;
extern const Matrix<double, Key<3>, Flat<KeyValueHeads<2>, ValueDim<2>>> v;

#if defined(CORRECTED)
const auto y = multi_head_attention(q, k, v);
#else
const auto y = multi_head_attention(q_turned, k, v);
#endif
