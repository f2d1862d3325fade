// A test compares queries with expected keys.
// read: Equality has both axes in common: Query and Key are two, of whatever extent.
// expect: Query<3>
// expect: Key<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Query<3>, HeadDim<2>> expected;
extern const Matrix<double, Key<3>, HeadDim<2>> expected_keys;

#if defined(CORRECTED)
const bool right = q == expected;
#else
const bool right = q == expected_keys;
#endif
