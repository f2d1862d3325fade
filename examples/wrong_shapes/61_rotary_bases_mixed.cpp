// The queries turn by frequencies of the base 10000, the keys by those of 500000.
// read: The layout, the base and how many columns turn are parts of the axis: 10000 is not 500000.
// expect: HalfSplit<
// expect: 10000,
// expect: 500000,

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<4>> q;
extern const Matrix<double, Key<3>, HeadDim<4>> k;

#if defined(CORRECTED)
const auto s = scores(rotary<HalfSplit, 500000>(q), rotary<HalfSplit, 500000>(k));
#else
const auto s = scores(rotary<HalfSplit>(q), rotary<HalfSplit, 500000>(k));
#endif
