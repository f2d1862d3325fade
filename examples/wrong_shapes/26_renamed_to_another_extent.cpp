// The tokens are renamed to queries, and are expected to be four of them.
// read: Renaming keeps the extent: three tokens are three queries.
// expect: Query<3
// expect: Query<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;

#if defined(CORRECTED)
const Matrix<double, Query<3>, Model<4>> q = rename_rows<Query>(x);
#else
const Matrix<double, Query<4>, Model<4>> q = rename_rows<Query>(x);
#endif
