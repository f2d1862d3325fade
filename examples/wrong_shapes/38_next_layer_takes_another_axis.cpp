// A head's output goes into the next head without its way back to Model.
// read: self_attention begins with x times weights: the output has ValueDim, the weights begin with Model.
// expect: ValueDim<4>
// expect: Model<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, ValueDim<4>> output;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q;
extern const Matrix<double, Model<4>, HeadDim<2>> w_k;
extern const Matrix<double, Model<4>, ValueDim<4>> w_v;
extern const Matrix<double, ValueDim<4>, Model<4>> w_o;

#if defined(CORRECTED)
const auto next = self_attention(output * w_o, w_q, w_k, w_v);
#else
const auto next = self_attention(output, w_q, w_k, w_v);
#endif
