// Keys and values are put side by side as if they were one matrix.
// read: Joined columns are one axis, so both sides have it: HeadDim and ValueDim are two.
// expect: HeadDim<2>
// expect: ValueDim<2>
// expect: have_one_name

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Key<3>, HeadDim<2>> k;
extern const Matrix<double, Key<3>, ValueDim<2>> v;

#if defined(CORRECTED)
const auto both = join_cols(k, rename_cols<HeadDim>(v));
#else
const auto both = join_cols(k, v);
#endif
