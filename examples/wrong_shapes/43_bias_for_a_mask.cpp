// An additive bias is given where the mask belongs.
// read: A mask is of booleans and hides; a bias changes scores and comes after it, as add_bias(bias).
// expect: Mask
// expect: Matrix

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<5>, HeadDim<2>> k;
extern const Matrix<double, Key<5>, ValueDim<2>> v;
extern const Matrix<double, Query<3>, Key<5>> bias;

#if defined(CORRECTED)
const auto y = attention(q, k, v, {}, add_bias(bias));
#else
const auto y = attention(q, k, v, bias);
#endif
