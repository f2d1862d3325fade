// Four query heads are given sinks for two, as many as there are key-value heads.
// read: Each query head has a sink of its own: Heads<4>.
// expect: Heads<4>
// expect: Heads<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<8>> x;
extern const MultiHeadWeights<double, Model<8>, Heads<4>, KeyValueHeads<2>, HeadDim<2>, ValueDim<2>> weights;
constexpr auto change = for_all_heads<Heads<4>>(soft_cap<Tokens<3>>(50.0));

#if defined(CORRECTED)
const auto y =
    multi_head_self_attention(x, weights, causal<Tokens<3>>(), change, for_all_heads<Heads<4>>(Sink{0.0}));
#else
const auto y =
    multi_head_self_attention(x, weights, causal<Tokens<3>>(), change, for_all_heads<Heads<2>>(Sink{0.0}));
#endif
