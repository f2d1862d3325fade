// Key-value heads are joined, and expected to be query heads; there are two of both.
// read: What is split from KeyValueHeads joins to KeyValueHeads.
// expect: Heads<2>
// expect: KeyValueHeads<2>

#include <attest/attest.hpp>

using namespace attest;

extern const PerHead<KeyValueHeads<2>, Matrix<double, Tokens<3>, HeadDim<2>>> keys;

#if defined(CORRECTED)
const Matrix<double, Tokens<3>, Flat<KeyValueHeads<2>, HeadDim<2>>> k = join_heads(keys);
#else
const Matrix<double, Tokens<3>, Flat<Heads<2>, HeadDim<2>>> k = join_heads(keys);
#endif
