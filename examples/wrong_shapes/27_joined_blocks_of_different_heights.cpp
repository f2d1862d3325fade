// Two heads' outputs are put side by side, of sequences of different lengths.
// read: Blocks that stand side by side have their rows in common: 3 tokens and 2 tokens do not join.
// expect: Tokens<3>
// expect: Tokens<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, ValueDim<2>> first;
extern const Matrix<double, Tokens<3>, ValueDim<2>> second;
extern const Matrix<double, Tokens<2>, ValueDim<2>> second_of_shorter_sequence;

#if defined(CORRECTED)
const auto both = join_cols(first, second);
#else
const auto both = join_cols(first, second_of_shorter_sequence);
#endif
