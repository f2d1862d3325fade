// The keys come from a head of another width than the queries.
// read: A score is a dot product, so queries and keys share HeadDim; here it is 2 and 4.
// expect: HeadDim<2>
// expect: HeadDim<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<3>, HeadDim<2>> k;
extern const Matrix<double, Key<3>, HeadDim<4>> k_of_wider_head;

#if defined(CORRECTED)
const auto s = scores(q, k);
#else
const auto s = scores(q, k_of_wider_head);
#endif
