// The keys of two tokens are appended with the value of one.
// read: Each token brings a key and a value: NewTokens<2> and NewTokens<1> are different tokens.
// expect: NewTokens<2>
// expect: NewTokens<1>

#include <attest/attest.hpp>

using namespace attest;

template <std::size_t N>
struct NewTokens : axis<N> {};

extern KvCache<float, Capacity<16>, KeyValueHeads<2>, HeadDim<4>, ValueDim<4>> cache;
extern const Matrix<float, NewTokens<2>, Flat<Heads<4>, HeadDim<4>>> q;
extern const Matrix<float, NewTokens<2>, Flat<KeyValueHeads<2>, HeadDim<4>>> k;
extern const Matrix<float, NewTokens<2>, Flat<KeyValueHeads<2>, ValueDim<4>>> v;
extern const Matrix<float, NewTokens<1>, Flat<KeyValueHeads<2>, ValueDim<4>>> v_of_one;

#if defined(CORRECTED)
const auto y = cache.attend(q, k, v);
#else
const auto y = cache.attend(q, k, v_of_one);
#endif
