// Theorems about masks, softmax and attention: that this file compiles is their proof, for the sizes and
// numbers below, in float and in double.

#include <attest/attest.hpp>

#include "check.hpp"

#include <array>
#include <cstddef>
#include <limits>

using namespace attest;

namespace {

template <std::size_t N>
struct Seen : axis<N> {};

/// Numbers between -1 and 1 in no order, the same everywhere: the bits of a linear congruence.
template <class M>
constexpr M scattered(std::uint32_t state) {
    using T = std::remove_cvref_t<decltype(M{}[0, 0])>;
    return generate<M>([&](auto, auto) {
        state = state * 1664525u + 1013904223u;
        return static_cast<T>(static_cast<int>(state >> 20) - 2048) / 2048;
    });
}

template <class T>
using Q = Matrix<T, Query<5>, HeadDim<3>>;
template <class T>
using K = Matrix<T, Key<5>, HeadDim<3>>;
template <class T>
using V = Matrix<T, Key<5>, ValueDim<2>>;
template <class T>
using Scores = Matrix<T, Query<5>, Key<5>>;
template <class T>
using Output = Matrix<T, Query<5>, ValueDim<2>>;

template <class T>
constexpr Q<T> q = times(T{3}, scattered<Q<T>>(1));
template <class T>
constexpr K<T> k = times(T{3}, scattered<K<T>>(2));
template <class T>
constexpr V<T> v = scattered<V<T>>(3);
template <class T>
constexpr T eps = std::numeric_limits<T>::epsilon();

template <class T>
constexpr bool both(auto theorem) {
    return theorem.template operator()<T>();
}
