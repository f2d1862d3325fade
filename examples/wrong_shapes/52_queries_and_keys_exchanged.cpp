// Queries and keys are exchanged, and there are as many heads of both.
// read: The first argument is the queries'. The second and third have the same heads, KeyValueHeads.
// expect: Heads<2>
// expect: KeyValueHeads<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Flat<Heads<2>, HeadDim<2>>> q;
extern const Matrix<double, Tokens<3>, Flat<KeyValueHeads<2>, HeadDim<2>>> k;
extern const Matrix<double, Tokens<3>, Flat<KeyValueHeads<2>, ValueDim<2>>> v;

#if defined(CORRECTED)
const auto y = multi_head_attention(q, k, v);
#else
const auto y = multi_head_attention(k, q, v);
#endif
