// In a stack of three layers, the third takes another width than the second gives.
// read: The first two products are right; the third joins Model<8> with Model<6>.
// expect: Model<8>
// expect: Model<6>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;
extern const Matrix<double, Model<4>, Model<8>> first;
extern const Matrix<double, Model<8>, Model<8>> second;
extern const Matrix<double, Model<8>, Model<4>> third;
extern const Matrix<double, Model<6>, Model<4>> third_of_narrower_stack;

#if defined(CORRECTED)
const auto y = x * first * second * third;
#else
const auto y = x * first * second * third_of_narrower_stack;
#endif
