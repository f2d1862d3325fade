// W_K comes from a wider head than W_Q.
// read: W_Q and W_K lead to the same HeadDim: here it is 2 for one and 3 for the other.
// expect: HeadDim<2>
// expect: HeadDim<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q;
extern const Matrix<double, Model<4>, HeadDim<2>> w_k;
extern const Matrix<double, Model<4>, HeadDim<3>> w_k_of_wider_head;
extern const Matrix<double, Model<4>, ValueDim<2>> w_v;

#if defined(CORRECTED)
const auto y = self_attention(x, w_q, w_k, w_v);
#else
const auto y = self_attention(x, w_q, w_k_of_wider_head, w_v);
#endif
