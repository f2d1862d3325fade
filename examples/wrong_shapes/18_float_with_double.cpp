// The input is in double and the weights are in float.
// read: T is the element type. One matrix has double, the other float; nothing is converted on the quiet.
// expect: 'T'
// expect: double
// expect: float

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q;
extern const Matrix<float, Model<4>, HeadDim<2>> w_q_in_float;

#if defined(CORRECTED)
const auto q = x * w_q;
#else
const auto q = x * w_q_in_float;
#endif
