// The queries have their positions, the keys do not.
// read: A turned head has another axis than one that was not: both or neither.
// expect: Interleaved<HeadDim<4>
// expect: HeadDim<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<4>> q;
extern const Matrix<double, Key<3>, HeadDim<4>> k;

#if defined(CORRECTED)
const auto s = scores(rotary<Interleaved>(q), rotary<Interleaved>(k));
#else
const auto s = scores(rotary<Interleaved>(q), k);
#endif
