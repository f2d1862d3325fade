// The mask is made for the keys among themselves, and the queries are another sequence.
// read: A mask has the axes of the scores, here Query<3> and Key<5>. This one has Key<5> twice.
// expect: Query<3>
// expect: Key<5>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<5>, HeadDim<2>> k;
extern const Matrix<double, Key<5>, ValueDim<2>> v;

#if defined(CORRECTED)
const auto y = attention(q, k, v, causal<Query<3>, Key<5>>(aligned_at_end));
#else
const auto y = attention(q, k, v, causal<Key<5>>());
#endif
