// Rotary positions with the base 0, meant to leave it to the library.
// read: Frequencies are powers of the base. Leave it out for 10000, which is what most models have.
// expect: the_base_must_be_positive
// expect: Base = 0
// expect: HeadDim<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<4>> q;

#if defined(CORRECTED)
const auto turned = rotary<HalfSplit>(q);
#else
const auto turned = rotary<HalfSplit, 0>(q);
#endif
