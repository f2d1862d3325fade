// A number is missing in the last row of the literal.
// read: Model<2> takes two numbers a row. The lengths of the written rows are listed: 2, 2, 1.
// expect: Tokens<3>
// expect: Model<2>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
#else
const Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2}};
#endif
