// The queries meet the keys as they are, without the transpose of Q K^T.
// read: q ends in HeadDim and k begins with Key. Turned round, k begins with HeadDim too.
// expect: HeadDim<2>
// expect: Key<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<3>, HeadDim<2>> k;

#if defined(CORRECTED)
const auto s = q * transpose(k);
#else
const auto s = q * k;
#endif
