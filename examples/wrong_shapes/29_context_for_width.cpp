// Positions are added the wrong way round, and context and width are both 1024.
// read: Rows are compared with rows: Tokens<1024> with Model<1024>. PyTorch would add them.
// expect: Tokens<1024>
// expect: Model<1024>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<float, Tokens<1024>, Model<1024>> x;
extern const Matrix<float, Model<1024>, Tokens<1024>> positions;

#if defined(CORRECTED)
auto shifted() {
    return x + transpose(positions);
}
#else
auto shifted() {
    return x + positions;
}
#endif
