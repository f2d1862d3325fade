// A function returns the values where it promises queries of the same size.
// read: The first type is what is returned, the second what the function promises.
// expect: HeadDim<2>
// expect: ValueDim<2>

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, HeadDim<2>> q;
extern const Matrix<double, Tokens<3>, ValueDim<2>> v;

#if defined(CORRECTED)
Matrix<double, Tokens<3>, HeadDim<2>> queries() {
    return q;
}
#else
Matrix<double, Tokens<3>, HeadDim<2>> queries() {
    return v;
}
#endif
