#pragma once

// Heads: what each of them has, and how their columns stand side by side.

#include <attest/algebra.hpp>
#include <attest/axis.hpp>
#include <attest/matrix.hpp>
#include <attest/real.hpp>

#include <cassert>
#include <cstddef>

namespace attest {

/// Whether the query heads are Heads, in as many groups of one size as there are KeyValueHeads. The name is
/// what compilers print.
template <class QueryHeads, class KeyValueHeads>
inline constexpr bool the_Heads_divide_evenly_among_the_KeyValueHeads = false;
template <std::size_t H, std::size_t KV>
inline constexpr bool the_Heads_divide_evenly_among_the_KeyValueHeads<Heads<H>, KeyValueHeads<KV>> =
    H % KV == 0;

/// One value for each head, such as its scores or its output.
template <Axis Heads, class Value>
struct PerHead {
    Value values[Heads::extent]{};

    constexpr Value& operator[](std::size_t head) & {
        assert(head < Heads::extent);
        return values[head];
    }
    constexpr const Value& operator[](std::size_t head) const& {
        assert(head < Heads::extent);
        return values[head];
    }
    /// Of what is about to go, as in split_heads(q)[1], by value: a reference to it would dangle.
    constexpr Value operator[](std::size_t head) const&& {
        assert(head < Heads::extent);
        return values[head];
    }

    friend constexpr bool operator==(const PerHead&, const PerHead&) = default;
};

/// The same value for each head.
template <Axis Heads, class Value>
constexpr PerHead<Heads, Value> for_all_heads(const Value& value) {
    PerHead<Heads, Value> all;
    for (Value& one : all.values) one = value;
    return all;
}

/// The blocks of columns, one a head, as matrices of their own.
template <Axis Heads, Axis Head, Axis Rows, class T>
constexpr PerHead<Heads, Matrix<T, Rows, Head>> split_heads(const Matrix<T, Rows, Flat<Heads, Head>>& m) {
    PerHead<Heads, Matrix<T, Rows, Head>> heads;
    for (std::size_t h = 0; h < Heads::extent; ++h)
        heads[h] =
            generate<Matrix<T, Rows, Head>>([&](auto i, auto j) { return m[i, h * Head::extent + j]; });
    return heads;
}

/// The heads' columns side by side: what split_heads took apart.
template <Axis Heads, Axis Head, Axis Rows, class T>
constexpr Matrix<T, Rows, Flat<Heads, Head>> join_heads(const PerHead<Heads, Matrix<T, Rows, Head>>& heads) {
    return generate<Matrix<T, Rows, Flat<Heads, Head>>>(
        [&](auto i, auto j) { return heads[j / Head::extent][i, j % Head::extent]; });
}

/// The mean of what the heads have, summed in their order from zero. Nothing averages heads unasked.
template <Axis Heads, Axis Rows, Axis Cols, Real T>
constexpr Matrix<T, Rows, Cols> mean_of_heads(const PerHead<Heads, Matrix<T, Rows, Cols>>& heads) {
    Matrix<T, Rows, Cols> sum;
    for (const auto& head : heads.values) sum = sum + head;
    return sum / static_cast<T>(Heads::extent);
}

}  // namespace attest
