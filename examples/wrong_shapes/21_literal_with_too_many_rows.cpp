// The literal has a row too many.
// read: Tokens<3> takes three rows. Written are four, and their lengths are listed: 2, 2, 2, 2.
// expect: Tokens<3>
// expect: Model<2>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
#else
const Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}, {0, 0}};
#endif
