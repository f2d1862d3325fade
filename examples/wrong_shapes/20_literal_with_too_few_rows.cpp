// A row of the literal is missing.
// read: Tokens<3> takes three rows. Written are two, and their lengths are listed: 2, 2.
// expect: Tokens<3>
// expect: Model<2>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
#else
const Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}};
#endif
