// The residual connection adds a head's output before it is projected back.
// read: The widths agree, but a head's output is ValueDim until W_O leads it back to Model.
// expect: Model<4>
// expect: ValueDim<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Tokens<3>, ValueDim<4>> output;
extern const Matrix<double, ValueDim<4>, Model<4>> w_o;

#if defined(CORRECTED)
const auto y = x + output * w_o;
#else
const auto y = x + output;
#endif
