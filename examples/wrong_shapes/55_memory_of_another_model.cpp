// The memory comes from an encoder that is six wide; the weights were made for one that is four wide.
// read: The last argument of the weights is the memory's width, which is the model's unless it is named.
// expect: Model<6>
// expect: Model<4>

#include <attest/attest.hpp>

using namespace attest;

template <std::size_t N>
struct Source : axis<N> {};

extern const Matrix<double, Tokens<2>, Model<4>> x;
extern const Matrix<double, Source<3>, Model<6>> memory;
template <class Memory>
using Weights =
    MultiHeadWeights<double, Model<4>, Heads<2>, KeyValueHeads<2>, HeadDim<2>, ValueDim<2>, Memory>;

#if defined(CORRECTED)
extern const Weights<Model<6>> weights;
const auto y = multi_head_cross_attention(x, memory, weights);
#else
extern const Weights<Model<4>> weights;
const auto y = multi_head_cross_attention(x, memory, weights);
#endif
