// The weights were made for embeddings of another width than x has.
// read: The two sides of a product share an axis, here Model: x is 4 wide, the weights take 5.
// expect: Model<4>
// expect: Model<5>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Model<4>, HeadDim<2>> w_q;
extern const Matrix<double, Model<5>, HeadDim<2>> w_q_of_wider_model;

#if defined(CORRECTED)
const auto q = x * w_q;
#else
const auto q = x * w_q_of_wider_model;
#endif
