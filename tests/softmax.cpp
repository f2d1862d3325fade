#include <attest/softmax.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <cmath>
#include <limits>

using namespace attest;

namespace {
template <class T>
using Row3 = Matrix<T, Query<1>, Key<3>>;
template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();
}  // namespace

TEST_CASE("the article's walk-through") {
    using Row = Matrix<double, Query<1>, Key<5>>;
    constexpr Row s{{3.2, 4.0, 1.0, 6.2, 8.0}};
    constexpr Row weights = softmax<Key<5>>(s);
    STATIC_REQUIRE(ulps_apart(weights, Row{{0.006899773274495076, 0.01535572781970729, 0.0007645166707980769,
                                            0.1385856508664943, 0.8383943313685052}}) <= 4);
    REQUIRE(same_bits(softmax<Key<5>>(unseen(s)), weights));
}

TEST_CASE("C18: softmax names the axis that it goes over, that of the columns") {
    using Scores = Matrix<double, Query<3>, Key<4>>;
    STATIC_REQUIRE(SoftmaxOver<Key<4>, Scores>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<Query<3>, Scores>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<Key<3>, Scores>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<int, Scores>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<Key<4>, Matrix<int, Query<3>, Key<4>>>);

    // Over the queries one turns the scores, and says so.
    constexpr Scores s{{1, 2, 3, 4}, {4, 3, 2, 1}, {0, 0, 0, 0}};
    constexpr Matrix<double, Key<4>, Query<3>> over_queries = softmax<Query<3>>(transpose(s));
    STATIC_REQUIRE(over_queries[0, 1] > over_queries[0, 0]);
}

TEMPLATE_TEST_CASE("C19: scores may have any size", "", float, double) {
    using T = TestType;
    constexpr Row3<T> exact{{T(0.42231879825151820), T(0.42231879825151820), T(0.15536240349696361)}};
    constexpr Row3<T> large = softmax<Key<3>>(Row3<T>{{1000, 1000, 999}});
    STATIC_REQUIRE(ulps_apart(large, exact) <= 2);
    STATIC_REQUIRE(same_bits(softmax<Key<3>>(Row3<T>{{-999, -999, -1000}}), large));
    STATIC_REQUIRE(same_bits(softmax<Key<3>>(Row3<T>{{1, 1, 0}}), large));
    STATIC_REQUIRE(softmax<Key<3>>(Row3<T>{{T(1e30), T(-1e30), 0}}) == Row3<T>{{1, 0, 0}});
    STATIC_REQUIRE(softmax<Key<3>>(Row3<T>{{800, -800, 0}})[0, 0] == 1);
    // The difference of these two overflows.
    constexpr T max = std::numeric_limits<T>::max();
    STATIC_REQUIRE(softmax<Key<3>>(Row3<T>{{max, -max, 0}}) == Row3<T>{{1, 0, 0}});
    REQUIRE(same_bits(softmax<Key<3>>(unseen(Row3<T>{{1000, 1000, 999}})), large));
}

TEST_CASE("each weight is an exponential divided by their sum, added up in order") {
    constexpr Row3<double> weights = softmax<Key<3>>(Row3<double>{{-0.1, -3.5, 0}});
    constexpr double first = attest::exp(-0.1);
    constexpr double second = attest::exp(-3.5);
    constexpr double sum = first + second + 1;
    STATIC_REQUIRE(weights == Row3<double>{{first / sum, second / sum, 1 / sum}});
}

TEST_CASE("C16: known weights") {
    using Row = Matrix<double, Query<1>, Key<2>>;
    STATIC_REQUIRE(ulps_apart(softmax<Key<2>>(Row{{4, 0}}), Row{{.98201379003790844, .01798620996209156}}) <=
                   2);
}

TEMPLATE_TEST_CASE("equal scores have equal weights", "", float, double) {
    using T = TestType;
    using Row = Matrix<T, Query<2>, Key<4>>;
    constexpr T quarter = T(0.25);
    constexpr Row even = softmax<Key<4>>(Row{{3, 3, 3, 3}, {T(-1e4), T(-1e4), T(-1e4), T(-1e4)}});
    STATIC_REQUIRE(even == Row{{quarter, quarter, quarter, quarter}, {quarter, quarter, quarter, quarter}});
}

TEMPLATE_TEST_CASE("infinite scores: -inf has no weight, +inf all of it", "", float, double) {
    using T = TestType;
    constexpr T inf = infinity<T>;
    constexpr T half = T(0.5);
    STATIC_REQUIRE(softmax<Key<3>>(Row3<T>{{1, -inf, 1}}) == Row3<T>{{half, 0, half}});
    STATIC_REQUIRE(softmax<Key<3>>(Row3<T>{{inf, 1, inf}}) == Row3<T>{{half, 0, half}});
    STATIC_REQUIRE(softmax<Key<3>>(Row3<T>{{-inf, 1, inf}}) == Row3<T>{{0, 0, 1}});
    STATIC_REQUIRE(softmax<Key<3>>(Row3<T>{{-inf, -inf, -inf}}) == Row3<T>{{0, 0, 0}});
    REQUIRE(same_bits(softmax<Key<3>>(unseen(Row3<T>{{-inf, -inf, -inf}})), Row3<T>{{0, 0, 0}}));
    REQUIRE(same_bits(softmax<Key<3>>(unseen(Row3<T>{{inf, 1, inf}})), Row3<T>{{half, 0, half}}));
}

TEMPLATE_TEST_CASE("C21: a NaN makes its row NaN wherever it stands, and no other row", "", float, double) {
    using T = TestType;
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    constexpr T inf = infinity<T>;
    using Rows = Matrix<T, Query<6>, Key<3>>;
    const Rows weights = softmax<Key<3>>(
        unseen(Rows{{nan, 1, 2}, {1, nan, 2}, {1, 2, nan}, {nan, nan, nan}, {nan, -inf, inf}, {1, 1, -inf}}));
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            CAPTURE(i, j);
            REQUIRE(std::isnan(weights[i, j]));
        }
    REQUIRE(weights[5, 0] == T(0.5));
}

TEMPLATE_TEST_CASE("rows of weights sum to 1", "", float, double) {
    using T = TestType;
    const auto scores = times(T{20}, random_matrix<Matrix<T, Query<50>, Key<33>>>(4));
    const auto weights = softmax<Key<33>>(scores);
    for (std::size_t i = 0; i < 50; ++i) {
        long double sum = 0;
        long double exact_sum = 0;
        for (std::size_t j = 0; j < 33; ++j) {
            sum += weights[i, j];
            exact_sum += std::exp(static_cast<long double>(scores[i, j]));
        }
        // Each of 33 additions and a division rounds by at most half an ulp.
        REQUIRE(std::fabs(sum - 1) <= 34 * std::numeric_limits<T>::epsilon() / 2);
        for (std::size_t j = 0; j < 33; ++j) {
            const long double exact = std::exp(static_cast<long double>(scores[i, j])) / exact_sum;
            // The difference of two scores of up to 20 is rounded too, and exp passes that on.
            const long double bound = (40 + 33 + 4) * std::numeric_limits<T>::epsilon() / 2 * exact;
            REQUIRE(std::fabs(weights[i, j] - exact) <= bound);
        }
    }
}
