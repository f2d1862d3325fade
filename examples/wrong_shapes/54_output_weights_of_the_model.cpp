// The heads' outputs are multiplied by weights from the model to the model; both are four wide.
// read: The output weights take the columns of all heads, Flat<Heads, ValueDim>, to Model.
// expect: Flat<Heads<2>, ValueDim<2>
// expect: Model<4>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Flat<Heads<2>, ValueDim<2>>> heads;
extern const Matrix<double, Flat<Heads<2>, ValueDim<2>>, Model<4>> w_o;
extern const Matrix<double, Model<4>, Model<4>> w_of_the_next_layer;

#if defined(CORRECTED)
const auto y = heads * w_o;
#else
const auto y = heads * w_of_the_next_layer;
#endif
