// The keys come from one sequence and the values from another of the same length.
// read: The lengths agree, the sequences do not: the keys are the source's, the values the tokens' own.
// expect: Source<3>
// expect: Tokens<3>

#include <attest/attest.hpp>

using namespace attest;

template <std::size_t N>
struct Source : axis<N> {};

extern const Matrix<double, Tokens<3>, HeadDim<2>> q;
extern const Matrix<double, Source<3>, HeadDim<2>> k;
extern const Matrix<double, Source<3>, ValueDim<2>> v;
extern const Matrix<double, Tokens<3>, ValueDim<2>> own_v;

#if defined(CORRECTED)
const auto y = attention(q, k, v);
#else
const auto y = attention(q, k, own_v);
#endif
