// A plain type stands where an axis should.
// read: An axis is a class derived from axis<N>, such as Tokens<3>. int is not.
// expect: is_an_axis_and_not_empty
// expect: int
// expect: Model<4>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
extern Matrix<double, Tokens<3>, Model<4>> x;
const auto size = sizeof x;
#else
extern Matrix<double, int, Model<4>> x;
const auto size = sizeof x;
#endif
