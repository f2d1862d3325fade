// W_V stands where W_K should; all three weights are square.
// read: W_Q and W_K lead to the same axis, HeadDim. W_V leads to ValueDim, whatever its extent.
// expect: HeadDim<4>
// expect: ValueDim<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Model<4>, HeadDim<4>> w_q;
extern const Matrix<double, Model<4>, HeadDim<4>> w_k;
extern const Matrix<double, Model<4>, ValueDim<4>> w_v;

#if defined(CORRECTED)
const auto y = self_attention(x, w_q, w_k, w_v);
#else
const auto y = self_attention(x, w_q, w_v, w_v);
#endif
