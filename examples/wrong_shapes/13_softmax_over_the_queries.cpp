// Softmax goes over the queries, so that each key's column sums to 1 and no row does.
// read: softmax names the axis that it goes over, and that is the axis of the columns, Key.
// expect: Query<3>
// expect: Key<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, Key<3>> s;

#if defined(CORRECTED)
const auto weights = softmax<Key<3>>(s);
#else
const auto weights = softmax<Query<3>>(s);
#endif
