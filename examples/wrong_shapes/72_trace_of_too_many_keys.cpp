// A trace is asked for of more keys than one tile has.
// read: Beyond 128 keys attention scales down what it has summed, for which a trace has no stage.
// expect: a_trace_has_at_most_128_keys
// expect: Key<129>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Query<3>, HeadDim<2>> q;
extern const Matrix<double, Key<128>, HeadDim<2>> k;
extern const Matrix<double, Key<128>, ValueDim<2>> v;
extern const Matrix<double, Key<129>, HeadDim<2>> more_k;
extern const Matrix<double, Key<129>, ValueDim<2>> more_v;

#if defined(CORRECTED)
const auto trace = trace_attention(q, k, v);
#else
const auto trace = trace_attention(q, more_k, more_v);
#endif
