// Keys and values are handed over in the wrong order; both have the same size.
// read: The second argument has the head's width, HeadDim, as the queries do. Here it has ValueDim.
// expect: HeadDim<2>
// expect: ValueDim<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<3>, HeadDim<2>> k;
extern const Matrix<double, Key<3>, ValueDim<2>> v;

#if defined(CORRECTED)
const auto y = attention(q, k, v);
#else
const auto y = attention(q, v, k);
#endif
