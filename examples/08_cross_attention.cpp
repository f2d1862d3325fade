// Self- against cross-attention. In self-attention Q, K and V come from one sequence; in
// cross-attention Q comes from one and K and V from another, as when a translation, word by word,
// looks back at its source.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

// An axis of your own is one line. The source sentence is not the translation, and its length is
// another, so its tokens are another axis.
template <std::size_t N>
struct Source : axis<N> {};

constexpr Matrix<double, Source<3>, Model<2>> source{{1, 2}, {3, 1}, {2, 4}};  // cat eats fish
constexpr Matrix<double, Tokens<2>, Model<2>> translation{{2, 4}, {1, 2}};     // Fisch Katze

constexpr HeadWeights<double, Model<2>, HeadDim<2>, ValueDim<2>> head{
    .query = {{1, 0}, {0, 1}},
    .key = {{1, 0}, {0, 1}},
    .value = {{0, 1}, {1, 0}},
};

constexpr Matrix<double, Source<3>, ValueDim<2>> to_itself = self_attention(source, head);
constexpr Matrix<double, Tokens<2>, ValueDim<2>> to_source =
    cross_attention(translation, source, head.query, head.key, head.value);

// "Fisch" has the embedding of "fish", "Katze" that of "cat": each gets what its twin got from the
// same keys and values.
static_assert(to_source[0, 0] == to_itself[2, 0] && to_source[0, 1] == to_itself[2, 1]);
static_assert(to_source[1, 0] == to_itself[0, 0] && to_source[1, 1] == to_itself[0, 1]);

// The weights have a row for each asking token and a column for each asked one.
constexpr Matrix<double, Tokens<2>, Source<3>> weights = softmax<Source<3>>(
    scaled<HeadDim<2>>(scores(project(translation, head.query), project(source, head.key))));

// Keys from one sequence with values from another do not compile, even of the same length.
template <class Q, class K, class V>
concept Attends = requires(Q q, K k, V v) { attention(q, k, v); };
static_assert(Attends<Matrix<double, Tokens<2>, HeadDim<2>>,
                      Matrix<double, Source<2>, HeadDim<2>>,
                      Matrix<double, Source<2>, ValueDim<2>>>);
static_assert(!Attends<Matrix<double, Tokens<2>, HeadDim<2>>,
                       Matrix<double, Source<2>, HeadDim<2>>,
                       Matrix<double, Tokens<2>, ValueDim<2>>>);

int main() {
    const Labels<Source<3>> english{"cat", "eats", "fish"};
    const Labels<Tokens<2>> german{"Fisch", "Katze"};
    show("self-attention: output", to_itself, english);
    show("cross-attention: weights", weights, german, english);
    show("cross-attention: output", to_source, german);
    return same_at_run_time(
        to_source, cross_attention(unseen(translation), unseen(source), unseen(head.query), unseen(head.key),
                                   unseen(head.value)));
}
