// A matrix of booleans is added to the scores, instead of hiding what it does not keep.
// read: add_bias takes numbers. Booleans make a mask: keep_where(keep), where true keeps.
// expect: bool
// expect: Query<3>
// expect: Key<5>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<5>, HeadDim<2>> k;
extern const Matrix<double, Key<5>, ValueDim<2>> v;
extern const Matrix<bool, Query<3>, Key<5>> keep;

#if defined(CORRECTED)
const auto y = attention(q, k, v, keep_where(keep));
#else
const auto y = attention(q, k, v, {}, add_bias(keep));
#endif
