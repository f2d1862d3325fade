#pragma once

// attest as a contender: its public calls, whose results are values.

#include "buffer.hpp"
#include "case.hpp"
#include "contender.hpp"
#include "problem.hpp"

#include <attest/attest.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// A matrix at the start of a cache line.
template <class M>
struct alignas(cache_line) Placed {
    M matrix;

    explicit Placed() = default;
    explicit Placed(const std::vector<double>& numbers) {
        using T = std::remove_reference_t<decltype(matrix.elements[0][0])>;
        for (std::size_t i = 0; i < M::rows; ++i)
            for (std::size_t j = 0; j < M::cols; ++j)
                matrix.elements[i][j] = static_cast<T>(numbers[i * M::cols + j]);
    }
};

/// The elements of a matrix, row by row.
template <class M>
std::vector<double> numbers_of(const M& matrix) {
    std::vector<double> all;
    for (const auto& row : matrix.elements)
        for (const auto number : row) all.push_back(static_cast<double>(number));
    return all;
}

/// Attention of N queries to M keys with the mask.
template <class T, std::size_t N, std::size_t M, std::size_t D, class Mask>
Contender attest_attention(const Problem& problem, const Mask& mask, std::string name, Role role) {
    struct State {
        Placed<attest::Matrix<T, attest::Query<N>, attest::HeadDim<D>>> q;
        Placed<attest::Matrix<T, attest::Key<M>, attest::HeadDim<D>>> k;
        Placed<attest::Matrix<T, attest::Key<M>, attest::ValueDim<D>>> v;
        Mask mask;

        auto output() const { return attest::attention(q.matrix, k.matrix, v.matrix, mask); }

        State(const Problem& from, const Mask& with)
            : q(from.first), k(from.second), v(from.third), mask(with) {}
    };
    return make_contender(
        std::move(name), role, std::make_shared<State>(problem, mask),
        [](const State& s) {
            alignas(cache_line) const auto output = s.output();
            benchmark::DoNotOptimize(output);
        },
        [role](const State& s) {
            return role == Role::attest ? numbers_of(s.output()) : std::vector<double>{};
        });
}

/// The same without a mask: with the one that a call without a mask has by default.
template <class T, std::size_t N, std::size_t M, std::size_t D>
Contender attest_attention(const Problem& problem, std::string name = "attest", Role role = Role::attest) {
    constexpr auto unmasked = attest::no_mask<attest::Query<N>, attest::Key<M>>();
    return attest_attention<T, N, M, D>(problem, unmasked, std::move(name), role);
}

}  // namespace bench
