// The weights are stored [out, in], and they are square.
// read: Only the names tell: x ends in Model<4>, the weights begin with HeadDim<4>.
// expect: Model<4>
// expect: HeadDim<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, HeadDim<4>, Model<4>> w_q;  // [out, in]

#if defined(CORRECTED)
const auto q = project(x, transpose(w_q));
#else
const auto q = project(x, w_q);
#endif
