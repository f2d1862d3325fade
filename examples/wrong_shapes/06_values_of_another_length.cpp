// The values come from a longer sequence than the keys.
// read: Every key has one value, so k and v share the axis Key: here it is 3 for one and 5 for the other.
// expect: Key<3>
// expect: Key<5>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<3>, HeadDim<2>> k;
extern const Matrix<double, Key<3>, ValueDim<2>> v;
extern const Matrix<double, Key<5>, ValueDim<2>> v_of_longer_sequence;

#if defined(CORRECTED)
const auto y = attention(q, k, v);
#else
const auto y = attention(q, k, v_of_longer_sequence);
#endif
