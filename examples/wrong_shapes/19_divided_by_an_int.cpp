// The scores are divided by the integer 2 instead of the number 2.0.
// read: A matrix of double is divided by a double; 2 is an int.
// expect: 'T'
// expect: double
// expect: int

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, Key<3>> s;

#if defined(CORRECTED)
const auto half = s / 2.0;
#else
const auto half = s / 2;
#endif
