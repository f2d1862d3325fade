// Attention to a memory of five tokens gets a soft cap made for the own sequence.
// read: Here the scores are those of Query<2> and Key<5>, and so is whatever changes them.
// expect: Key<5>
// expect: Query<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<2>, Model<4>> x;
extern const Matrix<double, Key<5>, Model<4>> memory;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q, w_k, w_v;

#if defined(CORRECTED)
const auto y =
    cross_attention(x, memory, w_q, w_k, w_v, no_mask<Query<2>, Key<5>>(), soft_cap<Query<2>, Key<5>>(50.0));
#else
const auto y =
    cross_attention(x, memory, w_q, w_k, w_v, no_mask<Query<2>, Key<5>>(), soft_cap<Query<2>>(50.0));
#endif
