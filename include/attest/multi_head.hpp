#pragma once

// Attention by several heads at once, each of its own part of the columns.
//
//     MultiHead(x) = [head_0 ... head_{H-1}] W_o,  head_h = Attention(x W_q^h, m W_k^g, m W_v^g),
//     g = h / (H / KV), where m is x itself or a memory.
//
// With as many key-value heads as query heads, KV = H, this is the multi-head attention of "Attention
// Is All You Need" (Vaswani et al. 2017); with KV = 1, multi-query attention (Shazeer 2019); between
// the two, grouped-query attention (Ainslie et al. 2023). The width of a head is a choice of its own.

#include <attest/algebra.hpp>
#include <attest/attention.hpp>
#include <attest/axis.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/real.hpp>

#include <boost/hana/define_struct.hpp>

#include <cassert>
#include <cstddef>

namespace attest {

/// One value for each head, such as its scores or its output.
template <Axis Heads, class Value>
struct PerHead {
    Value values[Heads::extent]{};

    constexpr Value& operator[](std::size_t head) {
        assert(head < Heads::extent);
        return values[head];
    }
    constexpr const Value& operator[](std::size_t head) const {
        assert(head < Heads::extent);
        return values[head];
    }

    friend constexpr bool operator==(const PerHead&, const PerHead&) = default;
};

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

/// Whether the query heads are Heads, in as many groups of one size as there are KeyValueHeads. The name is
/// what compilers print.
template <class QueryHeads, class KeyValueHeads>
inline constexpr bool the_Heads_divide_evenly_among_the_KeyValueHeads = false;
template <std::size_t H, std::size_t KV>
inline constexpr bool the_Heads_divide_evenly_among_the_KeyValueHeads<Heads<H>, KeyValueHeads<KV>> =
    H % KV == 0;

/// The heads' outputs side by side, before any output projection. Query head h attends to key-value
/// head h / (H / KV): the first H / KV query heads share the first key-value head, and so on. The mask
/// is the same for all heads. H must be a multiple of KV.
template <Axis QueryHeads,
          Axis KeyValueHeads,
          Axis Query,
          Axis Key,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll>
    requires the_Heads_divide_evenly_among_the_KeyValueHeads<QueryHeads, KeyValueHeads>
constexpr Matrix<T, Query, Flat<QueryHeads, Value>> multi_head_attention(
    const Matrix<T, Query, Flat<QueryHeads, Head>>& q,
    const Matrix<T, Key, Flat<KeyValueHeads, Head>>& k,
    const Matrix<T, Key, Flat<KeyValueHeads, Value>>& v,
    const Mask<Query, Key, Rule>& mask = {}) {
    constexpr std::size_t group = QueryHeads::extent / KeyValueHeads::extent;
    const auto queries = attest::split_heads(q);
    const auto keys = attest::split_heads(k);
    const auto values = attest::split_heads(v);
    PerHead<QueryHeads, Matrix<T, Query, Value>> outputs;
    for (std::size_t h = 0; h < QueryHeads::extent; ++h)
        outputs[h] = attest::attention(queries[h], keys[h / group], values[h / group], mask);
    return attest::join_heads(outputs);
}

/// The weights of all heads and of the projection of their outputs, a Boost.Hana Struct. Keys and
/// values are made of Memory, which is the model itself unless it is named.
template <Real T, Axis Model, Axis Heads, Axis KeyValueHeads, Axis Head, Axis Value, Axis Memory = Model>
    requires the_Heads_divide_evenly_among_the_KeyValueHeads<Heads, KeyValueHeads>
struct MultiHeadWeights {
    using ToQuery = Matrix<T, Model, Flat<Heads, Head>>;
    using ToKey = Matrix<T, Memory, Flat<KeyValueHeads, Head>>;
    using ToValue = Matrix<T, Memory, Flat<KeyValueHeads, Value>>;
    using ToModel = Matrix<T, Flat<Heads, Value>, Model>;
    BOOST_HANA_DEFINE_STRUCT(MultiHeadWeights,
                             (ToQuery, query),
                             (ToKey, key),
                             (ToValue, value),
                             (ToModel, output));
};

/// Attention of one sequence to itself by several heads, projections included.
template <Axis Tokens,
          Axis Model,
          Axis Heads,
          Axis KeyValueHeads,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll>
constexpr Matrix<T, Tokens, Model> multi_head_self_attention(
    const Matrix<T, Tokens, Model>& x,
    const MultiHeadWeights<T, Model, Heads, KeyValueHeads, Head, Value>& weights,
    const Mask<Tokens, Tokens, Rule>& mask = {}) {
    return attest::multi_head_attention(x * weights.query, x * weights.key, x * weights.value, mask) *
           weights.output;
}

/// Attention of one sequence to another by several heads, projections included. The memory's width may
/// differ.
template <Axis Query,
          Axis Key,
          Axis Model,
          Axis Memory,
          Axis Heads,
          Axis KeyValueHeads,
          Axis Head,
          Axis Value,
          Real T,
          class Rule = KeepAll>
constexpr Matrix<T, Query, Model> multi_head_cross_attention(
    const Matrix<T, Query, Model>& x,
    const Matrix<T, Key, Memory>& memory,
    const MultiHeadWeights<T, Model, Heads, KeyValueHeads, Head, Value, Memory>& weights,
    const Mask<Query, Key, Rule>& mask = {}) {
    return attest::multi_head_attention(x * weights.query, memory * weights.key, memory * weights.value,
                                        mask) *
           weights.output;
}

}  // namespace attest
