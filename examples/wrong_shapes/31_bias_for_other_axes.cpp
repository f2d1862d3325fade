// A bias made for keys by queries is added to scores of queries by keys.
// read: The scores have a row for each query, the bias one for each key. Both have three.
// expect: Query<3>
// expect: Key<3>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, Key<3>> s;
extern const Matrix<double, Key<3>, Query<3>> bias;

#if defined(CORRECTED)
const auto biased = s + transpose(bias);
#else
const auto biased = s + bias;
#endif
