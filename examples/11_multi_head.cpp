// Multi-head attention: several heads look at the same tokens, each through columns of its own, and
// their outputs stand side by side. MultiHead(x) = [head_0 head_1] W_o.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};  // cat eats fish

// Two heads, each one wide. The columns that hold both are one axis made of two: for each of the
// Heads<2> a HeadDim<1>.
using TwoHeads = MultiHeadWeights<double, Model<2>, Heads<2>, KeyValueHeads<2>, HeadDim<1>, ValueDim<1>>;
constexpr TwoHeads weights{
    .query = {{1, 0}, {0, 1}},   // the first head asks by the first column of x, the second by the second
    .key = {{1, 0}, {0, 1}},     // and so are they asked
    .value = {{0, 1}, {1, 0}},   // what they pass on is the other column
    .output = {{1, 0}, {0, 1}},  // nothing is mixed
};
static_assert(parameter_count<TwoHeads> == 4 * 2 * 2);

// One product projects for all heads, and splitting gives each its own columns of every token. To read
// the rows on from left to right instead would be another order; it has no name here.
constexpr Matrix<double, Tokens<3>, Flat<Heads<2>, HeadDim<1>>> q = x * weights.query;
constexpr PerHead<Heads<2>, Matrix<double, Tokens<3>, HeadDim<1>>> queries = split_heads(q);
static_assert(queries[0] == Matrix<double, Tokens<3>, HeadDim<1>>{{1}, {3}, {2}});
static_assert(queries[1] == Matrix<double, Tokens<3>, HeadDim<1>>{{2}, {1}, {4}});
static_assert(same_bits(join_heads(queries), q));

// Each head attends by itself, and may see something else: "cat" looks to "eats" by its first column,
// and to "fish" by its second.
constexpr auto seen = multi_head_attention_with_weights(q, x* weights.key, x* weights.value);
static_assert(prints_as(seen.weights[0][0, 1], 0.6652, 4));  // softmax(1, 3, 2)
static_assert(prints_as(seen.weights[1][0, 2], 0.9796, 4));  // softmax(4, 2, 8)

// Weights are never averaged unasked: the mean of the two tells of neither.
constexpr auto mean = mean_of_heads(seen.weights);
static_assert(mean[0, 1] == (seen.weights[0][0, 1] + seen.weights[1][0, 1]) / 2);

// Joined and projected, they are one output of the model's width.
constexpr Matrix<double, Tokens<3>, Model<2>> output = multi_head_self_attention(x, weights);
static_assert(same_bits(seen.output * weights.output, output));

// The width of a head is a choice of its own: Gemma 7B has 16 heads of 256 on a model of 3072. This is a
// type, and stores nothing.
using Gemma7B =
    MultiHeadWeights<float, Model<3072>, Heads<16>, KeyValueHeads<16>, HeadDim<256>, ValueDim<256>>;
static_assert(parameter_count<Gemma7B> == 50'331'648);

int main() {
    const Labels<Tokens<3>> tokens{"cat", "eats", "fish"};
    show("queries of both heads", q, tokens);
    show("weights of head 0", seen.weights[0], tokens, tokens);
    show("weights of head 1", seen.weights[1], tokens, tokens);
    show("output", output, tokens);
    return same_at_run_time(output, multi_head_self_attention(unseen(x), weights));
}
