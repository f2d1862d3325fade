// Step 5: the output of a token is the mixture of all values by its weights. The article's "it", in
// "The animal didn't cross the street because it was tired.", looks at
//     animal 0.65    street 0.20    tired 0.10    the rest 0.05

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

constexpr Matrix<double, Query<1>, Key<4>> weights{{0.65, 0.20, 0.10, 0.05}};
static_assert(ulps_apart(weights[0, 0] + weights[0, 1] + weights[0, 2] + weights[0, 3], 1.0) <= 1);

// The article leaves V open. Let its columns be "alive", "a place" and "a state".
constexpr Matrix<double, Key<4>, ValueDim<3>> v{
    {1.0, 0.0, 0.5},  // animal
    {0.0, 1.0, 0.0},  // street
    {0.5, 0.0, 1.0},  // tired
    {0.2, 0.2, 0.2},  // the rest
};

// Weights and values join on Key: who was asked is who is mixed. The result speaks of "it".
constexpr Matrix<double, Query<1>, ValueDim<3>> it = weighted_sum(weights, v);

static_assert(ulps_apart(it,
                         {{0.65 * 1.0 + 0.10 * 0.5 + 0.05 * 0.2, 0.20 * 1.0 + 0.05 * 0.2,
                           0.65 * 0.5 + 0.10 * 1.0 + 0.05 * 0.2}}) <= 2);

// With one value column for each token, the output is the weights themselves: 0.65 of "animal".
constexpr Matrix<double, Key<4>, ValueDim<4>> one_each{{1, 0, 0, 0},
                                                       {0, 1, 0, 0},
                                                       {0, 0, 1, 0},
                                                       {0, 0, 0, 1}};
static_assert(weighted_sum(weights, one_each) == rename_cols<ValueDim>(weights));

int main() {
    const Labels<Query<1>> token{"it"};
    const Labels<Key<4>> tokens{"animal", "street", "tired", "the rest"};
    const Labels<ValueDim<3>> meanings{"alive", "a place", "a state"};
    show("weights", weights, token, tokens);
    show("V", v, tokens, meanings);
    show("output = weights V", it, token, meanings);
    return same_at_run_time(it, weighted_sum(unseen(weights), unseen(v)));
}
