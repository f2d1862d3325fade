// The residual connection adds the output of a wider layer.
// read: A sum has both axes in common. The tokens agree, the widths do not.
// expect: Model<4>
// expect: Model<6>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Tokens<3>, Model<4>> output;
extern const Matrix<double, Tokens<3>, Model<6>> output_of_wider_layer;

#if defined(CORRECTED)
const auto y = x + output;
#else
const auto y = x + output_of_wider_layer;
#endif
