// The result is given a type with another head width than it has.
// read: The first type is what the right side is, the second what the left side wants: HeadDim is 2, not 3.
// expect: HeadDim<2>
// expect: HeadDim<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q;

#if defined(CORRECTED)
const Matrix<double, Tokens<3>, HeadDim<2>> q = x * w_q;
#else
const Matrix<double, Tokens<3>, HeadDim<3>> q = x * w_q;
#endif
