#pragma once

// Random matrices that are the same on every machine.

#include <attest/matrix.hpp>

#include <cstddef>
#include <cstdint>
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

/// Elements between -1 and 1 with all the digits that they have, some of them far smaller than others; in
/// constant expressions too. (The bits are those of splitmix64.)
template <class M>
constexpr M rough_matrix(std::uint64_t seed) {
    using T = std::remove_cvref_t<decltype(M{}[0, 0])>;
    return attest::generate<M>([&seed](auto, auto) {
        std::uint64_t bits = seed += 0x9e3779b97f4a7c15;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
        bits ^= bits >> 31;
        const double unit = static_cast<double>(bits >> 11) * 0x1p-52 - 1;
        return static_cast<T>(unit / static_cast<double>(1 << bits % 8));
    });
}

/// Numbers from -1 to 1 in steps of a fiftieth that look like nothing in particular, in constant expressions
/// too.
template <class M>
constexpr M scattered(std::size_t seed) {
    using T = std::remove_cvref_t<decltype(M{}[0, 0])>;
    return attest::generate<M>([seed](std::size_t i, std::size_t j) {
        return static_cast<T>((i * 37 + j * 61 + seed * 17 + i * j * 7) % 101) / T{50} - 1;
    });
}

/// The same for the four matrices of MultiHeadWeights.
template <class Weights>
constexpr Weights scattered_weights(std::size_t seed) {
    return {scattered<typename Weights::ToQuery>(seed), scattered<typename Weights::ToKey>(seed + 1),
            scattered<typename Weights::ToValue>(seed + 2), scattered<typename Weights::ToModel>(seed + 3)};
}
