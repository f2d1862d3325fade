// A head that is three wide is turned by pairs of its columns; of two heads there are six.
// read: Pairs do not cross from one head to the next: HeadDim<3> leaves a column over. Two of them may turn.
// expect: the_columns_must_be_pairs_within_a_head_not_turned_before
// expect: Heads<2>
// expect: HeadDim<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, Flat<Heads<2>, HeadDim<3>>> q;

#if defined(CORRECTED)
const auto turned = rotary<HalfSplit, 10000, 2>(q);
#else
const auto turned = rotary<HalfSplit, 10000>(q);
#endif
