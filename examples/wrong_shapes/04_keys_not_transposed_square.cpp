// The transpose of Q K^T is forgotten where k is square, and every size fits.
// read: Sizes fit by chance, names do not: q ends in HeadDim<2>, k begins with Key<2>.
// expect: HeadDim<2>
// expect: Key<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<2>, HeadDim<2>> q;
extern const Matrix<double, Key<2>, HeadDim<2>> k;

#if defined(CORRECTED)
const auto s = q * transpose(k);
#else
const auto s = q * k;
#endif
