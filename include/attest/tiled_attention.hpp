#pragma once

// Attention in tiles, as fast kernels do it, which never hold a whole matrix of scores.

#include <attest/attention.hpp>
#include <attest/axis.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <cstddef>

namespace attest {

/// The name is what compilers print.
template <std::size_t QueryTile, std::size_t KeyTile>
inline constexpr bool a_tile_holds_a_query_and_a_key = QueryTile > 0 && KeyTile > 0;

/// attention(q, k, v, mask, change, sink) in tiles of QueryTile queries by KeyTile keys; those at the
/// edges may be smaller. With tiles of 128 keys it is attention bit for bit, whatever the queries; with
/// others it differs by roundings alone: sums are scaled down at other places.
template <std::size_t QueryTile,
          std::size_t KeyTile,
          Real T,
          Axis Query,
          Axis Key,
          Axis Head,
          Axis Value,
          class Rule = KeepAll,
          class Change = Unchanged>
    requires a_tile_holds_a_query_and_a_key<QueryTile, KeyTile>
constexpr Matrix<T, Query, Value> tiled_attention(const Matrix<T, Query, Head>& q,
                                                  const Matrix<T, Key, Head>& k,
                                                  const Matrix<T, Key, Value>& v,
                                                  const Mask<Query, Key, Rule>& mask = {},
                                                  const ScoreChange<T, Query, Key, Change>& change = {},
                                                  const Sink<T>& sink = {}) {
    return detail::attention_in_tiles<QueryTile, KeyTile>(q, k, v, mask, change, sink);
}

}  // namespace attest
