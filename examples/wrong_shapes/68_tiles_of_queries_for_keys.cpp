// Attention in tiles is given the queries for keys.
// read: Keys have an axis Key, as the values have. Tiles change nothing about shapes.
// expect: Query<6>
// expect: Key<6>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<6>, HeadDim<2>> q;
extern const Matrix<double, Key<6>, HeadDim<2>> k;
extern const Matrix<double, Key<6>, ValueDim<3>> v;

#if defined(CORRECTED)
const auto output = tiled_attention<2, 3>(q, k, v);
#else
const auto output = tiled_attention<2, 3>(q, q, v);
#endif
