// A mask made of keys by queries hides from heads what it should show; there are three of both.
// read: A mask has its queries first, as scores have.
// expect: Query<3>
// expect: Key<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, Flat<Heads<2>, HeadDim<2>>> q;
extern const Matrix<double, Key<3>, Flat<KeyValueHeads<2>, HeadDim<2>>> k;
extern const Matrix<double, Key<3>, Flat<KeyValueHeads<2>, ValueDim<2>>> v;

#if defined(CORRECTED)
const auto y = multi_head_attention(q, k, v, causal<Query<3>, Key<3>>());
#else
const auto y = multi_head_attention(q, k, v, causal<Key<3>, Query<3>>());
#endif
