#pragma once

// Attention as it is computed at run time, beside the specification of its order, a number at a time.

#include <attest/tiled_attention.hpp>

#include "catch.hpp"
#include "random.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

/// Whether two matrices have the same bits, but for those of a NaN, which are the target's.
template <attest::Axis Rows, attest::Axis Cols, class T>
bool same_but_for_payloads(const attest::Matrix<T, Rows, Cols>& a, const attest::Matrix<T, Rows, Cols>& b) {
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t j = 0; j < Cols::extent; ++j) {
            const bool both_are_nan = a[i, j] != a[i, j] && b[i, j] != b[i, j];
            if (!both_are_nan && !attest::same_bits(a[i, j], b[i, j])) return false;
        }
    return true;
}

/// Queries, keys and values of one set of shapes.
template <class T, std::size_t Queries, std::size_t Keys, std::size_t Depth, std::size_t Width>
struct Operands {
    using Number = T;
    using Rows = attest::Query<Queries>;
    using Cols = attest::Key<Keys>;
    using Pairs = attest::Matrix<bool, Rows, Cols>;
    using Scores = attest::Matrix<T, Rows, Cols>;

    attest::Matrix<T, Rows, attest::HeadDim<Depth>> q;
    attest::Matrix<T, Cols, attest::HeadDim<Depth>> k;
    attest::Matrix<T, Cols, attest::ValueDim<Width>> v;

    /// Numbers of that size at most. Of larger ones the weights are sharper.
    explicit Operands(std::uint64_t seed, T size = T{1})
        : q(attest::times(size, rough_matrix<decltype(q)>(seed))),
          k(attest::times(size, rough_matrix<decltype(k)>(seed + 1'000'000))),
          v(rough_matrix<decltype(v)>(seed + 2'000'000)) {}

    static auto no_mask() { return attest::no_mask<Rows, Cols>(); }
    static auto unchanged() { return attest::ScoreChange<T, Rows, Cols, attest::Unchanged>{}; }

    auto attention(const auto& mask, const auto& change, const attest::Sink<T>& sink) const {
        return attest::attention(q, k, v, mask, change, sink);
    }

    auto as_specified(const auto& mask, const auto& change, const attest::Sink<T>& sink) const {
        return attest::tiled_attention<8, 128>(q, k, v, mask, change, sink);
    }

    bool agree(const auto& mask, const auto& change, const attest::Sink<T>& sink = {}) const {
        return same_but_for_payloads(attention(mask, change, sink), as_specified(mask, change, sink));
    }
    bool agree(const auto& mask) const { return agree(mask, unchanged()); }
    bool agree() const { return agree(no_mask()); }
};

/// None, those that take all or nothing, and those that share.
template <class T>
void for_each_sink(auto require) {
    using Limits = std::numeric_limits<T>;
    require(attest::Sink<T>{});
    for (const T score : {T(0), T(0.5), T(-3), T(60), T(-60), T(1e30), T(-1e30), Limits::max(),
                          Limits::lowest(), Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
        require(attest::Sink<T>{score});
}

/// Whether both agree beside each of them.
template <class O>
void require_agreement_beside_sinks(const O& operands, const auto& mask, const auto& change) {
    for_each_sink<typename O::Number>([&](const auto& sink) {
        CAPTURE(sink.takes_part, sink.score);
        REQUIRE(operands.agree(mask, change, sink));
    });
}
