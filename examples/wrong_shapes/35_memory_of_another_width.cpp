// The keys' weights are made for the tokens' width; the memory is wider.
// read: W_K begins with the memory's width. Memory is Model<6> by memory and Model<4> by W_K.
// expect: Model<6>
// expect: Model<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Key<5>, Model<6>> memory;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q;
extern const Matrix<double, Model<6>, HeadDim<2>> w_k;
extern const Matrix<double, Model<6>, ValueDim<2>> w_v;

#if defined(CORRECTED)
const auto y = cross_attention(x, memory, w_q, w_k, w_v);
#else
const auto y = cross_attention(x, memory, w_q, w_q, w_v);
#endif
