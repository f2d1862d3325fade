// What models do to scores before the softmax: another scale, a bias for distance, a soft cap, a sink.
// Each is an object with the axes of the scores, and attention takes them in the order in which they
// are written.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

constexpr Matrix<double, Tokens<4>, HeadDim<2>> q{{1, 2}, {3, 1}, {2, 4}, {0, 1}};
constexpr Matrix<double, Tokens<4>, ValueDim<1>> v{{1}, {2}, {3}, {4}};
constexpr auto& k = q;
constexpr auto mask = causal<Tokens<4>>();

// ALiBi: a score loses its head's slope once for every step of distance. The slopes of 8 heads are powers
// of a half. For other numbers of heads roots come between them.
constexpr auto slopes = alibi_slopes<double, Heads<8>>();
static_assert(slopes[0] == 0.5 && slopes[1] == 0.25 && slopes[7] == 1.0 / 256);
static_assert(alibi_slopes<double, Heads<12>>()[8] == 0.70710678118654752);

// Of eight heads, the first forgets fastest.
constexpr auto near = alibi<Tokens<4>>(slopes[0]);
constexpr auto raw = scores(q, k);
static_assert((scaled<HeadDim<2>>(raw, near)[3, 0] == scaled<HeadDim<2>>(raw)[3, 0] - 0.5 * 3));

// A soft cap bends scores to lie below the cap, as in Gemma 2. It is given the scores before the mask,
// which would otherwise be undone: tanh makes a number of minus infinity.
constexpr auto capped = scaled<HeadDim<2>>(raw, soft_cap<Tokens<4>>(5.0));
static_assert(scaled<HeadDim<2>>(raw)[2, 2] > 14 && capped[2, 2] < 5);

// A cap of 0 does not compile: some code means "no cap" by it, and other code "all scores are 0".
template <auto Cap>
concept IsACap = requires { soft_cap_of<Cap, double, Tokens<4>>(); };
static_assert(IsACap<50> && !IsACap<0> && !IsACap<-1>);

// A scale of one's own comes first, instead of the root of d_k; the rest follows in order.
constexpr auto change = scale_by<Tokens<4>>(0.25) >> near >> soft_cap<Tokens<4>>(5.0);
constexpr auto shown = attention_with_weights(q, k, v, mask, change);
static_assert(same_bits(shown.output, attention(q, k, v, mask, change)));  // asking changes nothing

// A sink takes a share of each row's weight and gives nothing for it, so a token may look away. With a
// score of 0 it is "softmax plus one".
constexpr auto sunk = attention_with_weights(q, k, v, mask, change, Sink{0.0});
static_assert(shown.weights[0, 0] == 1 && sunk.weights[0, 0] < 1);

// A bias is no mask and a mask no bias: neither compiles in the other's place.
using Bias = Matrix<double, Tokens<4>, Tokens<4>>;
template <class Mask, class Change>
concept Takes = requires(Mask m, Change c) { attention(q, k, v, m, c); };
static_assert(Takes<decltype(mask), decltype(add_bias(Bias{}))>);
static_assert(!Takes<decltype(add_bias(Bias{})), decltype(near)> && !Takes<decltype(mask), decltype(mask)>);

int main() {
    show("scaled scores", scaled<HeadDim<2>>(raw));
    show("with ALiBi's slope of a half", scaled<HeadDim<2>>(raw, near));
    show("weights after all changes", shown.weights);
    show("weights beside a sink", sunk.weights);
    return same_at_run_time(shown.output, attention(unseen(q), unseen(k), unseen(v), mask, change));
}
