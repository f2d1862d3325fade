#pragma once

// Random matrices that are the same on every machine.

#include <attest/matrix.hpp>

#include <random>
#include <type_traits>

/// Elements between -1 and 1, every one of them a multiple of 2^-20.
template <class M>
M random_matrix(unsigned seed) {
    std::mt19937 bits(seed);
    using T = std::remove_cvref_t<decltype(M{}[0, 0])>;
    return attest::generate<M>(
        [&](auto, auto) { return static_cast<T>(static_cast<int>(bits() >> 11) - (1 << 20)) / (1 << 20); });
}
