// The weights stand before x instead of behind it.
// read: A product joins on its inner axes. The weights end in HeadDim, and x begins with Tokens.
// expect: HeadDim<2>
// expect: Tokens<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q;

#if defined(CORRECTED)
const auto q = x * w_q;
#else
const auto q = w_q * x;
#endif
