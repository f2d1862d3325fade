// The article's complete worked example, "cat eats fish" with d_model = 2, every number of every
// step; 02 to 06 say what the steps are. Exact values have 17 digits and a bound in ulp.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
constexpr Matrix<double, Model<2>, HeadDim<2>> w_q{{1, 0}, {0, 1}};   // identity
constexpr Matrix<double, Model<2>, HeadDim<2>> w_k{{1, 0}, {0, 1}};   // identity
constexpr Matrix<double, Model<2>, ValueDim<2>> w_v{{0, 1}, {1, 0}};  // swaps the two dimensions

constexpr auto q = rename_rows<Query>(project(x, w_q));
constexpr auto k = rename_rows<Key>(project(x, w_k));
constexpr auto v = rename_rows<Key>(project(x, w_v));
static_assert(v == Matrix<double, Key<3>, ValueDim<2>>{{2, 1}, {1, 3}, {4, 2}});

using Scores = Matrix<double, Query<3>, Key<3>>;
constexpr Scores raw = scores(q, k);
static_assert(raw == Scores{{5, 5, 10}, {5, 10, 10}, {10, 10, 20}});

constexpr Scores scaled_scores = scaled<HeadDim<2>>(raw);
static_assert(ulps_apart(scaled_scores,
                         Scores{{3.5355339059327376, 3.5355339059327376, 7.0710678118654752},
                                {3.5355339059327376, 7.0710678118654752, 7.0710678118654752},
                                {7.0710678118654752, 7.0710678118654752, 14.14213562373095}}) <= 1);

constexpr Scores weights = softmax<Key<3>>(scaled_scores);
static_assert(ulps_apart(weights,
                         Scores{{0.027538096956219981, 0.027538096956219981, 0.94492380608756004},
                                {0.014362314700204973, 0.49281884264989751, 0.49281884264989751},
                                {0.00084788544291651731, 0.00084788544291651731, 0.99830422911416697}}) <= 8);
static_assert(prints_as(100 * weights[2, 2], 99.8, 1));  // "fish self-attends at ~99.8%"

constexpr auto output = weighted_sum(weights, v);
static_assert(ulps_apart(output,
                         Matrix<double, Query<3>, ValueDim<2>>{{3.8623095152189001, 2},
                                                               {2.4928188426498975, 2.4784565279496925},
                                                               {3.9957605727854174, 2}}) <= 2);

// The article prints output[fish] as [3.997, 2.001]. It is [3.996, 2.000].
static_assert(!prints_as(output[2, 0], 3.997, 3) && !prints_as(output[2, 1], 2.001, 3));
static_assert(prints_as(output[2, 0], 3.996, 3) && prints_as(output[2, 1], 2.000, 3));
// Its second number is 2 by symmetry: cat and eats have the same weight w, fish has 1 - 2w, and
// w * 1 + w * 3 + (1 - 2w) * 2 = 2 for any w.
static_assert(weights[2, 0] == weights[2, 1] && v[0, 1] + v[1, 1] == 2 * v[2, 1] && output[2, 1] == 2);

// The whole of it is one call. It takes the softmax as 17_tiles.cpp does, which rounds elsewhere: here the
// last digit differs at most.
static_assert(ulps_apart(attention(q, k, v), output) <= 1);
static_assert(same_bits(rename_rows<Query>(self_attention(x, w_q, w_k, w_v)), attention(q, k, v)));

int main() {
    const std::array<std::string, 3> tokens{"cat", "eats", "fish"};
    show("Q K^T", raw, tokens, tokens);
    show("Q K^T / sqrt(2)", scaled_scores, tokens, tokens);
    show("weights", weights, tokens, tokens);
    show("output = weights V", output, tokens);
    return same_at_run_time(self_attention(x, w_q, w_k, w_v),
                            self_attention(unseen(x), unseen(w_q), unseen(w_k), unseen(w_v)));
}
