// The weights are transposed before they mix the values; they are square.
// read: Weights and values join on Key. Turned round, the weights end in Query.
// expect: Query<3>
// expect: Key<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, Key<3>> weights;
extern const Matrix<double, Key<3>, ValueDim<2>> v;

#if defined(CORRECTED)
const auto y = weighted_sum(weights, v);
#else
const auto y = weighted_sum(transpose(weights), v);
#endif
