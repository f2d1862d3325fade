// Causal masking: a token that writes on must not see what it has yet to write. The mask is a type
// with the axes of the scores; what it hides is skipped, not added to minus infinity.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};  // cat eats fish
constexpr Matrix<double, Model<2>, HeadDim<2>> w_qk{{1, 0}, {0, 1}};
constexpr Matrix<double, Model<2>, ValueDim<2>> w_v{{0, 1}, {1, 0}};

constexpr auto mask = causal<Tokens<3>>();
static_assert(mask.keeps(2, 0) && mask.keeps(1, 1) && !mask.keeps(0, 2));

// Step by step, softmax and weighted_sum take the mask. Nothing is left of the future, and each row
// still sums to 1.
constexpr auto s = scaled<HeadDim<2>>(scores(project(x, w_qk), project(x, w_qk)));
constexpr Matrix<double, Tokens<3>, Tokens<3>> weights = softmax<Tokens<3>>(s, mask);
static_assert(weights[0, 0] == 1 && weights[0, 1] == 0 && weights[0, 2] == 0 && weights[1, 2] == 0);
static_assert(ulps_apart(weights[1, 0], 0.0283179185426457) <= 30);  // printed to 15 digits
static_assert(ulps_apart(weights[1, 1], 0.971682081457354) <= 30);

// "cat" has only itself to look at, and gets its own value.
constexpr auto output = self_attention(x, w_qk, w_qk, w_v, mask);
static_assert(output[0, 0] == 2 && output[0, 1] == 1);
static_assert(ulps_apart(output, weighted_sum(weights, project(x, w_v), mask)) <= 1);  // but for roundings

// "fish" comes last and sees everything, so nothing changes for it.
constexpr auto unmasked = self_attention(x, w_qk, w_qk, w_v);
static_assert(output[2, 0] == unmasked[2, 0] && output[2, 1] == unmasked[2, 1]);

// Where there are more keys than queries, "the keys before a query" has two meanings, and one must be
// named: the queries may be the first tokens or, as when a text is continued, the last.
constexpr auto first_two = causal<Query<2>, Key<5>>(aligned_at_start);
constexpr auto last_two = causal<Query<2>, Key<5>>(aligned_at_end);
static_assert(first_two.keeps(0, 0) && !first_two.keeps(0, 1));
static_assert(last_two.keeps(0, 3) && !last_two.keeps(0, 4));

template <class Q, class K>
concept NeedsNoAlignment = requires { causal<Q, K>(); };
static_assert(NeedsNoAlignment<Query<5>, Key<5>> && !NeedsNoAlignment<Query<2>, Key<5>>);

// Masks combine: a window of the last two tokens, of which only the first two are no padding.
constexpr auto windowed = sliding_window<2, Tokens<3>>() & padding<Tokens<3>>(2);
constexpr auto narrow = self_attention(x, w_qk, w_qk, w_v, windowed);
static_assert(narrow[2, 0] == 1 && narrow[2, 1] == 3);  // "fish" sees "eats" alone

// A row that sees nothing is zero, not NaN.
constexpr auto blind = self_attention(x, w_qk, w_qk, w_v, ~no_mask<Tokens<3>>());
static_assert(blind == Matrix<double, Tokens<3>, ValueDim<2>>{{0, 0}, {0, 0}, {0, 0}});

int main() {
    const Labels<Tokens<3>> words{"cat", "eats", "fish"};
    show("causal weights", weights, words, words);
    show("causal output", output, words);
    show("output without a mask", unmasked, words);
    show("output in a window of two without the last token", narrow, words);
    return same_at_run_time(output, self_attention(unseen(x), unseen(w_qk), unseen(w_qk), unseen(w_v), mask));
}
