// Attention in tiles: how fast kernels do it, which never hold a whole matrix of scores. The softmax goes
// online: it begins before it knows the largest score, and makes up for that when a larger one comes.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

// One row of scores, and a value for each. In two passes: first the largest score, then the sum of the
// exponentials below it, and the values mixed by them.
constexpr Matrix<double, Query<1>, Key<4>> s{{1, 3, 2, 5}};
constexpr Matrix<double, Key<4>, ValueDim<1>> v{{10}, {20}, {30}, {40}};
constexpr double in_two_passes = weighted_sum(softmax<Key<4>>(s), v)[0, 0];

// Online, a tile of two keys at a time. After the first tile the largest score is 3:
constexpr double sum_of_first = attest::exp(1.0 - 3) + attest::exp(3.0 - 3);
constexpr double mixed_of_first = attest::exp(1.0 - 3) * 10 + attest::exp(3.0 - 3) * 20;

// In the second tile the largest is 5. What was counted below 3 is now counted below 5: e^(s - 5) is
// e^(s - 3) e^(3 - 5), so one factor shrinks all that there is.
constexpr double shrink = attest::exp(3.0 - 5);
constexpr double sum = sum_of_first * shrink + attest::exp(2.0 - 5) + attest::exp(5.0 - 5);
constexpr double mixed = mixed_of_first * shrink + attest::exp(2.0 - 5) * 30 + attest::exp(5.0 - 5) * 40;

// The division comes last. It is the same number, but for roundings.
static_assert(ulps_apart(mixed / sum, in_two_passes) <= 4);

// tiled_attention does that for a tile of queries and a tile of keys at a time. It takes what attention
// takes, and gives what attention gives, whatever the size of the tiles, but for roundings.
constexpr Matrix<double, Tokens<5>, HeadDim<2>> q{{1, 2}, {3, 1}, {2, 4}, {0, 1}, {1, 0}};
constexpr auto& k = q;
constexpr Matrix<double, Tokens<5>, ValueDim<2>> values{{2, 1}, {1, 3}, {4, 2}, {5, 5}, {3, 1}};
constexpr auto mask = causal<Tokens<5>>();
constexpr auto whole = attention(q, k, values, mask);
constexpr auto tiled = tiled_attention<2, 3>(q, k, values, mask);
static_assert(ulps_apart(tiled, whole) <= 8);
static_assert(ulps_apart(tiled_attention<1, 1>(q, k, values, mask), whole) <= 8);

// A tile that holds every key is met with the largest score known: nothing shrinks. attention has tiles of
// 128 keys, and these have the same bits.
static_assert(same_bits(tiled_attention<5, 5>(q, k, values, mask), whole));
static_assert(same_bits(tiled_attention<2, 128>(q, k, values, mask), whole));

// A first tile that is masked as a whole has no largest score, and leaves nothing behind.
constexpr auto last_two = ~padding<Tokens<5>>(3);
static_assert(ulps_apart(tiled_attention<2, 3>(q, k, values, last_two), attention(q, k, values, last_two)) <=
              8);

int main() {
    const Labels<Query<1>> token{"token"};
    show("scores", s, token);
    show("weights, in two passes", softmax<Key<4>>(s), token);
    fmt::print("the values mixed: {:.15f} in two passes, {:.15f} online\n\n", in_two_passes, mixed / sum);
    show("attention in tiles", tiled);
    return same_at_run_time(tiled, tiled_attention<2, 3>(unseen(q), unseen(k), unseen(values), mask));
}
