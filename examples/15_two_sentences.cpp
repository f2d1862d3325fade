// Two sentences, and two heads between them: a translation looks back at its source, whose embeddings
// come from an encoder of another width. Each head has its own reason for looking.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

template <std::size_t N>
struct Source : axis<N> {};
template <std::size_t N>
struct Encoder : axis<N> {};

// An encoder that is three wide has seen the source: what a word means, and whether it is a verb.
constexpr Matrix<double, Source<3>, Encoder<3>> source{{1, 2, 0}, {3, 1, 1}, {2, 4, 0}};  // cat eats fish
constexpr Matrix<double, Tokens<2>, Model<2>> translation{{2, 4}, {1, 2}};                // Fisch Katze

// Queries come from the translation, Model<2>, keys and values from the source, Encoder<3>. The output
// goes back to the translation.
using Weights =
    MultiHeadWeights<double, Model<2>, Heads<2>, KeyValueHeads<2>, HeadDim<1>, ValueDim<2>, Encoder<3>>;
constexpr Weights weights{
    .query = {{1, 0}, {0, 1}},
    .key = {{0, 0}, {1, 0}, {0, 8}},                      // one head asks for the meaning, one for a verb
    .value = {{1, 0, 1, 0}, {0, 1, 0, 1}, {0, 0, 0, 0}},  // both pass the meaning on
    .output = {{1, 0}, {0, 1}, {0, 0}, {0, 0}},           // of which only the first one's is used
};

constexpr auto q = translation * weights.query;
constexpr auto k = source * weights.key;
constexpr auto v = source * weights.value;
constexpr auto seen = multi_head_attention_with_weights(q, k, v);
static_assert(prints_as(seen.weights[0][0, 2], 0.9796, 4));  // "Fisch" looks to "fish" by its meaning
static_assert(prints_as(seen.weights[1][0, 1], 1.0000, 4));  // and to "eats" for the verb

constexpr Matrix<double, Tokens<2>, Model<2>> output =
    multi_head_cross_attention(translation, source, weights);
static_assert(same_bits(seen.output * weights.output, output));

// A source that has been padded to a length has a mask for it: the padding is not looked at, whatever
// it is.
constexpr auto padded = join_rows(source, Matrix<double, Source<1>, Encoder<3>>{{1e300, -1e300, 1e300}});
static_assert(
    same_bits(multi_head_cross_attention(translation, padded, weights, padding<Tokens<2>, Source<4>>(3)),
              output));

// The translation cannot be taken for the source, nor the encoder's width for the model's.
template <class X, class Memory>
concept Looks = requires(X x, Memory memory) { multi_head_cross_attention(x, memory, weights); };
static_assert(Looks<Matrix<double, Tokens<2>, Model<2>>, Matrix<double, Source<3>, Encoder<3>>>);
static_assert(!Looks<Matrix<double, Source<3>, Encoder<3>>, Matrix<double, Tokens<2>, Model<2>>>);
static_assert(!Looks<Matrix<double, Tokens<2>, Model<2>>, Matrix<double, Source<3>, Encoder<2>>>);

int main() {
    const Labels<Source<3>> english{"cat", "eats", "fish"};
    const Labels<Tokens<2>> german{"Fisch", "Katze"};
    show("head 0, the meaning: weights", seen.weights[0], german, english);
    show("head 1, the verb: weights", seen.weights[1], german, english);
    show("output", output, german);
    return same_at_run_time(output, multi_head_cross_attention(unseen(translation), unseen(source), weights));
}
