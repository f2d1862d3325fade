// Step 0: what X is. Each token of a sentence has an embedding, a row of d_model numbers; stacked,
// they are X, of shape [n_tokens, d_model]. In attest the shape is the type.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

// One token is a matrix with a single row.
using Embedding = Matrix<double, Tokens<1>, Model<4>>;

constexpr Embedding the{{0.2, 0.5, 0.1, 0.7}};
constexpr Embedding cat{{0.8, 0.3, 0.6, 0.2}};
constexpr Embedding sat{{0.4, 0.9, 0.5, 0.1}};

// Stacking adds up the Tokens and keeps the Model: the compiler works out that X is 3 x 4.
constexpr auto stack(const Embedding& first, const Embedding& second, const Embedding& third) {
    return join_rows(join_rows(first, second), third);
}

constexpr Matrix<double, Tokens<3>, Model<4>> x = stack(the, cat, sat);

// The same X as one literal. A row too few, or a number too many, does not compile.
static_assert(x == Matrix<double, Tokens<3>, Model<4>>{
                       {0.2, 0.5, 0.1, 0.7},
                       {0.8, 0.3, 0.6, 0.2},
                       {0.4, 0.9, 0.5, 0.1},
                   });

// A matrix is its numbers and nothing else.
static_assert(sizeof x == 3 * 4 * sizeof(double));

// Tokens<4> and Model<4> are different types, so even a square matrix knows its rows from its columns.
static_assert(!std::same_as<Matrix<double, Tokens<4>, Model<4>>, Matrix<double, Model<4>, Tokens<4>>>);

int main() {
    show("X", x, {"The", "cat", "sat"});
    return same_at_run_time(x, stack(unseen(the), unseen(cat), unseen(sat)));
}
