// Rotary positions: attention does not know where a token stands, so queries and keys are turned, pair
// of columns by pair, by angles that grow with the position. Their scores then tell the distance.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

using Vector = Matrix<double, Tokens<1>, HeadDim<4>>;
constexpr Vector q{{1, 2, 3, 4}};
constexpr Vector k{{4, 3, 2, 1}};

// Pair i turns by position * 10000^(-2i / d): the first by 1 radian a position, the second by 1 / 100.
// Which columns are a pair is a matter of layout. Neighbours, as in the paper:
using InPairs = Matrix<double, Tokens<1>, Interleaved<HeadDim<4>, 10000, 4>>;
constexpr InPairs interleaved = rotary<Interleaved>(q, 1);
static_assert(ulps_apart(interleaved,
                         InPairs{{-1.1426396637476533, 1.9220755965441759, 2.9598506679133292,
                                  4.0297995016691611}}) <= 1);

// Or each column with the one half of them further on, as most checkpoints have it:
using InHalves = Matrix<double, Tokens<1>, HalfSplit<HeadDim<4>, 10000, 4>>;
constexpr InHalves half_split = rotary<HalfSplit>(q, 1);
static_assert(ulps_apart(half_split,
                         InHalves{{-1.9841106485555498, 1.9599006674966639, 2.4623779024123157,
                                   4.0197996683349944}}) <= 1);

// Either is right if queries and keys both have it. Mixed up, the first token is right, for the position
// 0 turns nothing, and the rest is rubbish. Here the layout is part of the type.
template <class Queries, class Keys>
concept Scores = requires(Queries queries, Keys keys) { scores(queries, keys); };
static_assert(Scores<InPairs, InPairs> && Scores<InHalves, InHalves>);
static_assert(!Scores<InPairs, InHalves>);
static_assert(!Scores<InPairs, Vector>);  // nor do turned queries go with keys that were left alone

// One layout is the other with its columns in another order, so weights made for one serve the other.
static_assert(reorder_pairs<Interleaved, HalfSplit>(q) == Vector{{1, 3, 2, 4}});
static_assert(same_bits(rotary<HalfSplit>(reorder_pairs<Interleaved, HalfSplit>(q), 1),
                        reorder_pairs<Interleaved, HalfSplit>(interleaved)));

// What it is for: the score depends on the distance alone. 5 and 3 are as far apart as 12 and 10.
constexpr double score(std::size_t query_at, std::size_t key_at) {
    return scores(rotary<Interleaved>(q, query_at), rotary<Interleaved>(k, key_at))[0, 0];
}
static_assert(prints_as(score(5, 3), 1.19005123359928, 13));
static_assert(prints_as(score(12, 10), 1.19005123359928, 13));
static_assert(prints_as(score(3, 5), 10.483012168789428, 13));  // and on its direction

// A token that comes later begins where the cache ends: rotary<Interleaved>(k, cache.next_position()).
// Rows have positions one after the other.
constexpr Matrix<double, Tokens<2>, HeadDim<4>> two{{1, 2, 3, 4}, {1, 2, 3, 4}};
static_assert(same_bits(slice_rows<1, 1>(rotary<Interleaved>(two)), interleaved));

int main() {
    show("the query", q);
    show("at position 1, neighbours turned", interleaved);
    show("at position 1, halves turned", half_split);
    fmt::print("scores: {:.13f} at 5 and 3, {:.13f} at 12 and 10, {:.13f} at 3 and 5\n\n", score(5, 3),
               score(12, 10), score(3, 5));
    return same_at_run_time(interleaved, rotary<Interleaved>(unseen(q), 1));
}
