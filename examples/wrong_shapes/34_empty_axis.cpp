// A sequence of no tokens.
// read: An axis has at least one place. A sequence that may be empty has no fixed size.
// expect: is_an_axis_and_not_empty
// expect: Tokens<0>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
extern const Matrix<double, Tokens<1>, Model<4>> x;
#else
extern const Matrix<double, Tokens<0>, Model<4>> x;
#endif
