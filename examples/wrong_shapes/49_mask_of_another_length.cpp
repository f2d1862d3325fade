// Scores of five tokens go through the softmax with a mask made for four.
// read: A mask has the axes of the scores: Tokens<5>, not Tokens<4>.
// expect: Tokens<5>
// expect: Tokens<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<5>, Tokens<5>> s;

#if defined(CORRECTED)
const auto weights = softmax<Tokens<5>>(s, causal<Tokens<5>>());
#else
const auto weights = softmax<Tokens<5>>(s, causal<Tokens<4>>());
#endif
