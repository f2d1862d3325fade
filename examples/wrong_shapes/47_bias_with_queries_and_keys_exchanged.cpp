// The bias has a row for each key; it is square.
// read: A bias has the axes of the scores, a row for each query. transpose(bias) turns it.
// expect: Query<3>
// expect: Key<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<3>, HeadDim<2>> k;
extern const Matrix<double, Key<3>, ValueDim<2>> v;
extern const Matrix<double, Key<3>, Query<3>> bias;

#if defined(CORRECTED)
const auto y = attention(q, k, v, {}, add_bias(transpose(bias)));
#else
const auto y = attention(q, k, v, {}, add_bias(bias));
#endif
