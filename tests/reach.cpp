// One constant expression of attention, as large as scripts/reach says: EXTENT is n and d. PROJECTED
// has the projections too.

#include <attest/attest.hpp>

#include <cstdint>

using namespace attest;

namespace {

/// Numbers that do not repeat, for compilers remember what they have computed.
template <class M>
constexpr M numbers(std::uint32_t seed) {
    M m;
    for (auto& row : m.elements)
        for (auto& element : row) {
            seed = seed * 1664525 + 1013904223;
            element = static_cast<std::int32_t>(seed >> 12) * 0x1p-20 - 0.5;
        }
    return m;
}

#ifdef PROJECTED
constexpr auto x = numbers<Matrix<double, Tokens<EXTENT>, Model<EXTENT>>>(1);
constexpr auto w_q = numbers<Matrix<double, Model<EXTENT>, HeadDim<EXTENT>>>(2);
constexpr auto w_k = numbers<Matrix<double, Model<EXTENT>, HeadDim<EXTENT>>>(3);
constexpr auto w_v = numbers<Matrix<double, Model<EXTENT>, ValueDim<EXTENT>>>(4);
[[maybe_unused]] constexpr auto output = self_attention(x, w_q, w_k, w_v);
#else
constexpr auto q = numbers<Matrix<double, Query<EXTENT>, HeadDim<EXTENT>>>(1);
constexpr auto k = numbers<Matrix<double, Key<EXTENT>, HeadDim<EXTENT>>>(2);
constexpr auto v = numbers<Matrix<double, Key<EXTENT>, ValueDim<EXTENT>>>(3);
[[maybe_unused]] constexpr auto output = attention(q, k, v);
#endif

}  // namespace
