// The keys have four heads and the values two.
// read: Keys and values share their heads, however many query heads there are.
// expect: KeyValueHeads<4>
// expect: KeyValueHeads<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Flat<Heads<8>, HeadDim<2>>> q;
extern const Matrix<double, Tokens<3>, Flat<KeyValueHeads<4>, HeadDim<2>>> k;
extern const Matrix<double, Tokens<3>, Flat<KeyValueHeads<4>, ValueDim<2>>> v;
extern const Matrix<double, Tokens<3>, Flat<KeyValueHeads<2>, ValueDim<2>>> v_of_fewer_heads;

#if defined(CORRECTED)
const auto y = multi_head_attention(q, k, v);
#else
const auto y = multi_head_attention(q, k, v_of_fewer_heads);
#endif
