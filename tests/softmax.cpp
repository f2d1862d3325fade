#include <attest/softmax.hpp>

#include "both_worlds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "functions.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <type_traits>

using namespace attest;

namespace {
template <class T>
using Row3 = Matrix<T, Query<1>, Key<3>>;
template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

template <class T>
constexpr std::array extreme_scores{infinity<T>,
                                    -infinity<T>,
                                    std::numeric_limits<T>::max(),
                                    std::numeric_limits<T>::lowest(),
                                    std::numeric_limits<T>::min(),
                                    std::numeric_limits<T>::denorm_min(),
                                    -std::numeric_limits<T>::denorm_min(),
                                    T(0),
                                    T(-0.0),
                                    T(1),
                                    T(800),
                                    T(-800),
                                    T(1e30),
                                    T(-1e30)};

template <Axis Rows, Axis Cols>
Matrix<bool, Rows, Cols> random_mask(std::size_t seed) {
    std::mt19937 bits(static_cast<unsigned>(seed));
    return generate<Matrix<bool, Rows, Cols>>([&](auto, auto) { return bits() % 4 != 0; });
}

/// exp(score - largest). The difference is in two parts, as long double may not hold it.
long double exact_exp_below(long double largest, long double score) {
    const long double high = score - largest;
    const long double largest_in_high = score - high;
    const long double low = (score - (high + largest_in_high)) + (largest_in_high - largest);
    return std::exp(high) * (1 + low);
}

/// Holds the weights of finite scores, and their log_sum_exp, against the bounds that are promised.
template <std::size_t R, std::size_t N, class T, class Rule>
void require_exact_enough(const Matrix<T, Query<R>, Key<N>>& scores,
                          const Mask<Query<R>, Key<N>, Rule>& mask,
                          const std::optional<std::type_identity_t<Sink<T>>>& sink = {}) {
    constexpr long double eps = std::numeric_limits<T>::epsilon();
    const auto weights = softmax<Key<N>>(unseen(scores), mask, sink.value_or(Sink<T>{}));
    const auto sums = log_sum_exp<Key<N>>(unseen(scores), mask);
    for (std::size_t i = 0; i < R; ++i) {
        long double n = sink ? 1 : 0;
        T largest_key = -infinity<T>;
        for (std::size_t j = 0; j < N; ++j)
            if (mask.keeps(i, j)) {
                n += 1;
                largest_key = std::max(largest_key, scores[i, j]);
            }
        const T largest = sink ? std::max(largest_key, sink->score) : largest_key;
        long double exact_sum = 0;
        for (std::size_t j = 0; j < N; ++j)
            if (mask.keeps(i, j)) exact_sum += exact_exp_below(largest, scores[i, j]);
        const long double of_keys = exact_sum;
        if (sink) exact_sum += exact_exp_below(largest, sink->score);

        long double sum = 0;
        for (std::size_t j = 0; j < N; ++j) {
            sum += weights[i, j];
            const long double exact =
                mask.keeps(i, j) ? exact_exp_below(largest, scores[i, j]) / exact_sum : 0;
            const long double bound = 2 * ulp_at<T>(static_cast<double>(exact)) + n * eps * exact;
            if (!(std::fabs(weights[i, j] - exact) <= (mask.keeps(i, j) ? bound : 0))) {
                CAPTURE(N, i, j, scores[i, j], largest, weights[i, j], exact);
                FAIL("a weight is beyond its bound");
            }
        }
        CAPTURE(N, i, n, sum, sums[i, 0]);
        if (!sink && n > 0) {
            REQUIRE(std::fabs(sum - 1) <= (n + 1) * eps / 2);
            const long double exact = largest + std::log(of_keys);
            REQUIRE(std::fabs(sums[i, 0] - exact) <= (n + 1) * eps * std::max(1.0L, std::fabs(exact)));
        }
    }
}

/// Whether a row's weights are from 0 to 1 and sum to 1, or to 0 if all its scores are -inf, and whether
/// its log_sum_exp is no NaN and not below any score.
template <class T>
constexpr bool is_distribution(const Row3<T>& scores) {
    const Row3<T> weights = softmax<Key<3>>(scores);
    const T log_sum = log_sum_exp<Key<3>>(scores)[0, 0];
    T sum = 0;
    bool is_empty = true;
    for (std::size_t j = 0; j < 3; ++j) {
        if (!(weights[0, j] >= 0 && weights[0, j] <= 1 && log_sum >= scores[0, j])) return false;
        sum += weights[0, j];
        is_empty = is_empty && scores[0, j] == -infinity<T>;
    }
    return is_empty ? sum == 0
                    : sum >= 1 - 4 * std::numeric_limits<T>::epsilon() &&
                          sum <= 1 + 4 * std::numeric_limits<T>::epsilon();
}
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

TEMPLATE_TEST_CASE("each weight is within its bound of the exact one, and rows sum to 1", "", float, double) {
    using T = TestType;
    const auto check = []<std::size_t N>(std::integral_constant<std::size_t, N>) {
        for (const T size : {T(0.01), T(1), T(30), T(100), T(500), T(1e30)}) {
            const auto scores = times(size, rough_matrix<Matrix<T, Query<20>, Key<N>>>(N));
            const auto keep = random_mask<Query<20>, Key<N>>(N);
            require_exact_enough(scores, no_mask<Query<20>, Key<N>>());
            require_exact_enough(scores, keep_where(keep));
            require_exact_enough(scores, no_mask<Query<20>, Key<N>>(), Sink{size / 2});
            require_exact_enough(scores, keep_where(keep), Sink{-size / 3});
        }
    };
    check(std::integral_constant<std::size_t, 1>{});
    check(std::integral_constant<std::size_t, 2>{});
    check(std::integral_constant<std::size_t, 3>{});
    check(std::integral_constant<std::size_t, 7>{});
    check(std::integral_constant<std::size_t, 64>{});
    check(std::integral_constant<std::size_t, 257>{});
}

TEMPLATE_TEST_CASE("a difference of scores that no number can hold costs a weight nothing",
                   "",
                   float,
                   double) {
    using T = TestType;
    constexpr T far = std::same_as<T, float> ? T(-80.3) : T(-700.3);
    constexpr Row3<T> scores{{T(0.1), far, T(-1) / 3}};
    require_exact_enough(scores, no_mask<Query<1>, Key<3>>());
    constexpr Row3<T> weights = softmax<Key<3>>(scores);
    REQUIRE(same_bits(softmax<Key<3>>(unseen(scores)), weights));
    REQUIRE(same_bits(log_sum_exp<Key<3>>(unseen(scores)), log_sum_exp<Key<3>>(scores)));
}

TEMPLATE_TEST_CASE("what is added to all scores changes no bit, as long as it is exact", "", float, double) {
    require_in_both_worlds([] {
        using T = TestType;
        // Multiples of 2^-8, and so are the sums.
        constexpr Row3<T> scores{{T(0x1.23p+0), T(-0x4.56p+0), T(0x2.5p+0)}};
        const Row3<T> weights = softmax<Key<3>>(unseen(scores));
        for (const T offset : {T(1), T(-37), T(0x1p-8), T(1000), T(-0x1p+14)}) {
            const auto moved = generate<Row3<T>>([&](auto i, auto j) { return scores[i, j] + offset; });
            if (!same_bits(softmax<Key<3>>(unseen(moved)), weights)) return false;
        }
        return true;
    });
}

TEMPLATE_TEST_CASE("equal scores have equal weights, wherever they stand", "", float, double) {
    require_in_both_worlds([] {
        using T = TestType;
        using Row = Matrix<T, Query<1>, Key<5>>;
        for (const T score : {T(0.3), T(-80.7), T(-1e30), T(2), std::numeric_limits<T>::denorm_min()}) {
            const Row weights = softmax<Key<5>>(unseen(Row{{score, T(0.7), score, T(-0.1), score}}));
            if (!same_bits(weights[0, 0], weights[0, 2]) || !same_bits(weights[0, 0], weights[0, 4]))
                return false;
        }
        return true;
    });
}

TEMPLATE_TEST_CASE("scores of any size give weights from 0 to 1 that sum to 1, and no NaN",
                   "",
                   float,
                   double) {
    using T = TestType;
    for (const T a : extreme_scores<T>)
        for (const T b : extreme_scores<T>)
            for (const T c : extreme_scores<T>) REQUIRE(is_distribution(unseen(Row3<T>{{a, b, c}})));
    require_in_both_worlds([] {
        for (const T a : {infinity<T>, -infinity<T>, std::numeric_limits<T>::max(), T(-1e30), T(800)})
            for (const T b : {-infinity<T>, std::numeric_limits<T>::lowest(), T(-800), T(0)})
                if (!is_distribution(unseen(Row3<T>{{a, b, 0}}))) return false;
        return true;
    });
}

TEMPLATE_TEST_CASE("subnormal scores are as good as 0", "", float, double) {
    require_in_both_worlds([] {
        using T = TestType;
        constexpr T tiny = std::numeric_limits<T>::denorm_min();
        constexpr T third = T{1} / 3;
        return softmax<Key<3>>(unseen(Row3<T>{{tiny, -tiny, 0}})) == Row3<T>{{third, third, third}} &&
               softmax<Key<3>>(unseen(Row3<T>{{tiny, -infinity<T>, 0}})) == Row3<T>{{T(0.5), 0, T(0.5)}};
    });
}

TEMPLATE_TEST_CASE("C21: a NaN anywhere in a long row, beside anything", "", float, double) {
    using T = TestType;
    using Row = Matrix<T, Query<1>, Key<17>>;
    for (std::size_t place = 0; place < 17; ++place)
        for (const T beside : extreme_scores<T>) {
            Row scores = generate<Row>([&](auto, auto j) { return j % 2 == 0 ? beside : T(1); });
            scores[0, place] = std::numeric_limits<T>::quiet_NaN();
            const Row weights = softmax<Key<17>>(unseen(scores));
            const auto sum = log_sum_exp<Key<17>>(unseen(scores));
            const auto hidden = ~keep_where(
                generate<Matrix<bool, Query<1>, Key<17>>>([&](auto, auto j) { return j == place; }));
            CAPTURE(place, beside);
            for (std::size_t j = 0; j < 17; ++j) REQUIRE(std::isnan(weights[0, j]));
            REQUIRE(std::isnan(sum[0, 0]));
            const Row without = softmax<Key<17>>(unseen(scores), hidden);
            for (std::size_t j = 0; j < 17; ++j) REQUIRE(!std::isnan(without[0, j]));
            REQUIRE(!std::isnan(log_sum_exp<Key<17>>(unseen(scores), hidden)[0, 0]));
        }
}

TEST_CASE("log_sum_exp of the article's walk-through") {
    require_in_both_worlds([] {
        constexpr Matrix<double, Query<1>, Key<5>> scores{{3.2, 4.0, 1.0, 6.2, 8.0}};
        return ulps_apart(log_sum_exp<Key<5>>(unseen(scores))[0, 0], 8.1762667266876141) <= 1;
    });
}

TEMPLATE_TEST_CASE("log_sum_exp of infinite, huge and no scores", "", float, double) {
    require_in_both_worlds([] {
        using T = TestType;
        using Rows = Matrix<T, Query<8>, Key<3>>;
        using Sums = Matrix<T, Query<8>, Single<1>>;
        constexpr T inf = infinity<T>;
        constexpr T max = std::numeric_limits<T>::max();
        constexpr T ln3 = T(1.0986122886681098);
        constexpr Rows scores{{-inf, -inf, -inf}, {1, inf, -inf},     {inf, inf, inf},   {-inf, 5, -inf},
                              {max, max, -max},   {-max, -inf, -max}, {T(1e30), 800, 0}, {0, 0, 0}};
        const Sums sums = log_sum_exp<Key<3>>(unseen(scores));
        const Sums none = log_sum_exp<Key<3>>(unseen(scores), padding<Query<8>, Key<3>>(0));
        const Sums first = log_sum_exp<Key<3>>(unseen(scores), padding<Query<8>, Key<3>>(1));
        return sums == Sums{{-inf}, {inf}, {inf}, {5}, {max}, {-max}, {T(1e30)}, {ln3}} &&
               none == Sums{{-inf}, {-inf}, {-inf}, {-inf}, {-inf}, {-inf}, {-inf}, {-inf}} &&
               first == Sums{{-inf}, {1}, {inf}, {-inf}, {max}, {-max}, {T(1e30)}, {0}};
    });
}

TEMPLATE_TEST_CASE("softmax is the exponential of what is left of log_sum_exp", "", float, double) {
    require_in_both_worlds([] {
        using T = TestType;
        constexpr Row3<T> scores{{T(0.3), T(-1.7), T(1.1)}};
        const Row3<T> weights = softmax<Key<3>>(unseen(scores));
        const T sum = log_sum_exp<Key<3>>(unseen(scores))[0, 0];
        for (std::size_t j = 0; j < 3; ++j)
            if (ulps_apart(attest::exp(scores[0, j] - sum), weights[0, j]) > 8) return false;
        return true;
    });
}
