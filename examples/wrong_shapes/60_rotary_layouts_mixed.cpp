// The queries are turned by pairs of neighbours, the keys by pairs of halves.
// read: Either layout is right if both have it. Otherwise the first token is right and the rest is rubbish.
// expect: Interleaved<HeadDim<4>
// expect: HalfSplit<HeadDim<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<4>> q;
extern const Matrix<double, Key<3>, HeadDim<4>> k;

#if defined(CORRECTED)
const auto s = scores(rotary<Interleaved>(q), rotary<Interleaved>(k));
#else
const auto s = scores(rotary<Interleaved>(q), rotary<HalfSplit>(k));
#endif
