// Step 2: Q K^T. Cell [i, j] is the score of token i, which asks, for token j, which is asked: the
// dot product of query i and key j. The larger it is, the more relevant they are to each other.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

// "cat eats fish" with d_model = 2. W_Q and W_K are the identity, so that Q = K = X.
constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
constexpr Matrix<double, Model<2>, HeadDim<2>> identity{{1, 0}, {0, 1}};

// The score matrix is square. With its axes named Query and Key it still has a right way round.
constexpr auto scores_of(const Matrix<double, Tokens<3>, Model<2>>& embeddings) {
    const auto q = rename_rows<Query>(project(embeddings, identity));
    const auto k = rename_rows<Key>(project(embeddings, identity));
    return scores(q, k);
}

constexpr Matrix<double, Query<3>, Key<3>> s = scores_of(x);

static_assert(s == Matrix<double, Query<3>, Key<3>>{
                       {5, 5, 10},
                       {5, 10, 10},
                       {10, 10, 20},
                   });

// The article's three numbers for "fish", spelled out.
static_assert(s[2, 0] == 2 * 1 + 4 * 2);  // fish -> cat   10
static_assert(s[2, 1] == 2 * 3 + 4 * 1);  // fish -> eats  10
static_assert(s[2, 2] == 2 * 2 + 4 * 4);  // fish -> fish  20

// scores(q, k) transposes the keys. Without that the product is wrong, also where it happens to be
// square: HeadDim is no axis of k's rows.
template <class A, class B>
concept Multipliable = requires(A a, B b) { a* b; };
static_assert(!Multipliable<Matrix<double, Query<2>, HeadDim<2>>, Matrix<double, Key<2>, HeadDim<2>>>);

int main() {
    const std::array<std::string, 3> tokens{"cat", "eats", "fish"};
    show("Q K^T", s, tokens, tokens);
    return same_at_run_time(s, scores_of(unseen(x)));
}
