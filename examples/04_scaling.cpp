// Step 3: scores divided by the square root of d_k. A dot product of d_k terms grows with d_k; the
// article takes d_k = 512 and the scores 180, 210, 95 as common there. Without scaling, softmax
// gives the largest everything.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

using Scores = Matrix<double, Query<1>, Key<3>>;

constexpr Scores raw{{180, 210, 95}};

// Unscaled: the article's [0.00, 1.00, 0.00]. The rest is so small that nothing can be learned from it.
constexpr Scores collapsed = softmax<Key<3>>(raw);
static_assert(prints_as(collapsed[0, 0], 0.00, 2));
static_assert(prints_as(collapsed[0, 1], 1.00, 2));
static_assert(prints_as(collapsed[0, 2], 0.00, 2));
static_assert(ulps_apart(collapsed,
                         Scores{{9.3576229688392989538e-14, 0.99999999999990642377,
                                 1.1379798735077616610e-50}}) <= 2);

// Scaled: the axis says what d_k is, so nobody can divide by the root of d_model instead.
constexpr Scores scaled_scores = scaled<HeadDim<512>>(raw);
static_assert(ulps_apart(scaled_scores,
                         Scores{{7.9549512883486596495, 9.2807765030734362578, 4.1984465132951259261}}) <= 1);

// A scaled score is rounded by up to half an ulp, 2^-50 here, and exp turns that into as much of the
// weight: 8 of its own ulps.
constexpr Scores weights = softmax<Key<3>>(scaled_scores);
static_assert(ulps_apart(weights,
                         Scores{{0.20882683849701443460, 0.78629386715026136477,
                                 0.0048792943527242006370}}) <= 8);

int main() {
    const Labels<Query<1>> token{"token"};
    show("raw scores", raw, token);
    show("softmax of the raw scores", collapsed, token);
    show("scores / sqrt(512)", scaled_scores, token);
    show("softmax of the scaled scores", weights, token);
    return same_at_run_time(collapsed, softmax<Key<3>>(unseen(raw))) +
           same_at_run_time(weights, softmax<Key<3>>(scaled<HeadDim<512>>(unseen(raw))));
}
