// The weights come from a file that stores them [out, in].
// read: project wants weights that begin with Model. These begin with HeadDim: transpose says so in the open.
// expect: Model<4>
// expect: HeadDim<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, HeadDim<2>, Model<4>> w_q;  // [out, in]

#if defined(CORRECTED)
const auto q = project(x, transpose(w_q));
#else
const auto q = project(x, w_q);
#endif
