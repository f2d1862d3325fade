// Step 4: softmax makes each row of scores a probability distribution, weights that sum to 1.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

using Row = Matrix<double, Query<1>, Key<5>>;

constexpr Row s{{3.2, 4.0, 1.0, 6.2, 8.0}};
constexpr Row weights = softmax<Key<5>>(s);

// The article's walk-through: the exponentials and their sum, to the digits it prints. A bare exp
// is the C library's, which is no constant expression everywhere.
static_assert(prints_as(attest::exp(3.2), 24.53, 2) && prints_as(attest::exp(4.0), 54.60, 2) &&
              prints_as(attest::exp(1.0), 2.72, 2));
static_assert(prints_as(attest::exp(6.2), 492.75, 2) && prints_as(attest::exp(8.0), 2980.96, 2));
static_assert(prints_as(attest::exp(3.2) + attest::exp(4.0) + attest::exp(1.0) + attest::exp(6.2) +
                            attest::exp(8.0),
                        3555.56,
                        2));

// Its percentages.
static_assert(prints_as(100 * weights[0, 0], 0.69, 2));
static_assert(prints_as(100 * weights[0, 1], 1.54, 2));
static_assert(prints_as(100 * weights[0, 2], 0.08, 2));
static_assert(prints_as(100 * weights[0, 3], 13.86, 2));

// The article prints 83.83 % for token 5. 2980.96 / 3555.56 is 83.8394 %, which reads 83.84.
static_assert(!prints_as(100 * weights[0, 4], 83.83, 2));
static_assert(prints_as(100 * weights[0, 4], 83.84, 2));

// "Despite being only 1.8 points above Token 4": 1.8 points are a factor of e^1.8, which is 6.
static_assert(prints_as(s[0, 4] - s[0, 3], 1.8, 1));

// In full precision: 3.2 and 6.2 are stored with an error of up to 2^-52, which exp passes on to the
// weights as up to 4 of their ulps.
static_assert(ulps_apart(weights,
                         Row{{0.006899773274495076, 0.01535572781970729, 0.0007645166707980769,
                              0.1385856508664943, 0.8383943313685052}}) <= 4);

// exp(800) is infinite in double. softmax subtracts the largest score first, which changes no weight
// and leaves no exponent above zero.
static_assert(attest::exp(800.0) == std::numeric_limits<double>::infinity());
using Three = Matrix<double, Query<1>, Key<3>>;
constexpr Three large = softmax<Key<3>>(Three{{800, 799, 790}});
static_assert(ulps_apart(large,
                         Three{{0.73103431559513276913, 0.26893249549828524566, 0.000033188906581985212}}) <=
              2);
static_assert(large == softmax<Key<3>>(Three{{10, 9, 0}}));

// Softmax names its axis: over the queries instead, it does not compile.
template <class Over, class Scores>
concept SoftmaxOver = requires(Scores scores) { softmax<Over>(scores); };
static_assert(SoftmaxOver<Key<5>, Row> && !SoftmaxOver<Query<1>, Row>);

int main() {
    const Labels<Query<1>> token{"token"};
    const Labels<Key<5>> tokens{"1", "2", "3", "4", "5"};
    show("scores", s, token, tokens);
    show("weights", weights, token, tokens);
    show("weights in percent", times(100.0, weights), token, tokens);
    show("weights of the scores 800, 799, 790", large, token);
    return same_at_run_time(weights, softmax<Key<5>>(unseen(s)));
}
