// One product, through matrices with named axes or, with RAW_ARRAYS, through pointers: zero_overhead.sh
// compares what the compiler makes of both. COLUMNS changes the one and not the other.

#include <attest/attest.hpp>

#ifndef COLUMNS
#define COLUMNS 64
#endif

#ifdef RAW_ARRAYS

float* product(float* result, const float* left, const float* right) asm("product");

float* product(float* result, const float* left, const float* right) {
    attest::kernel::multiply<40, 256, 64>(left, right, result);
    return result;
}

#else

using X = attest::Matrix<float, attest::Tokens<40>, attest::Model<256>>;
using W = attest::Matrix<float, attest::Model<256>, attest::HeadDim<COLUMNS>>;
using Q = attest::Matrix<float, attest::Tokens<40>, attest::HeadDim<COLUMNS>>;

Q product(const X& x, const W& w) asm("product");

Q product(const X& x, const W& w) {
    return x * w;
}

#endif
