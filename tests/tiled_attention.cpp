#include <attest/tiled_attention.hpp>

#include <attest/attention.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <cmath>
#include <limits>
#include <utility>

using namespace attest;

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

/// Attention of one query with a head of width 1, whose scores are the keys.
template <std::size_t KeyTile, class T, std::size_t N, class Rule = KeepAll>
constexpr T tiled(const Matrix<T, Query<1>, Key<N>>& scores,
                  const Matrix<T, Key<N>, ValueDim<1>>& v,
                  const Mask<Query<1>, Key<N>, Rule>& mask = {},
                  const Sink<T>& sink = {}) {
    constexpr Matrix<T, Query<1>, HeadDim<1>> one{{1}};
    constexpr auto as_it_is = scale_by<Query<1>, Key<N>>(T(1));
    const auto k = generate<Matrix<T, Key<N>, HeadDim<1>>>([&](auto j, auto) { return scores[0, j]; });
    return tiled_attention<1, KeyTile>(one, k, v, mask, as_it_is, sink)[0, 0];
}

template <class T>
constexpr Matrix<T, Key<4>, ValueDim<1>> counted{{1}, {2}, {3}, {4}};

}  // namespace

TEMPLATE_TEST_CASE("C22: a first tile that is all masked leaves nothing behind", "", float, double) {
    using T = TestType;
    constexpr T ln3 = T(1.0986122886681098);
    using Row = Matrix<T, Query<1>, Key<4>>;
    constexpr auto last_two = keep_where(Matrix<bool, Query<1>, Key<4>>{{false, false, true, true}});
    constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
    // Weights [0, 0, .25, .75], whatever is behind the mask.
    STATIC_REQUIRE(ulps_apart(tiled<2>(Row{{9, 9, 0, ln3}}, counted<T>, last_two), T(3.75)) <= 2);
    REQUIRE(ulps_apart(tiled<2>(Row{{not_a_number, infinity<T>, 0, ln3}}, counted<T>, last_two), T(3.75)) <=
            2);
    STATIC_REQUIRE(ulps_apart(tiled<1>(Row{{9, 9, 0, ln3}}, counted<T>, last_two), T(3.75)) <= 2);
    STATIC_REQUIRE(ulps_apart(tiled<3>(Row{{9, 9, 0, ln3}}, counted<T>, last_two), T(3.75)) <= 2);
    // A first tile of -inf, which has no weight either.
    STATIC_REQUIRE(ulps_apart(tiled<2>(Row{{-infinity<T>, -infinity<T>, 0, ln3}}, counted<T>), T(3.75)) <= 2);
    // All tiles masked, and the last one.
    constexpr auto none = padding<Query<1>, Key<4>>(0);
    STATIC_REQUIRE(same_bits(tiled<2>(Row{{1, 2, 3, 4}}, counted<T>, none), T(0)));
    STATIC_REQUIRE(
        ulps_apart(tiled<2>(Row{{0, ln3, 9, 9}}, counted<T>, padding<Query<1>, Key<4>>(2)), T(1.75)) <= 2);
}

TEMPLATE_TEST_CASE("C22: the largest score of a tile is not forgotten by the next", "", float, double) {
    using T = TestType;
    using Row = Matrix<T, Query<1>, Key<2>>;
    using Values = Matrix<T, Key<2>, ValueDim<1>>;
    // exp(-10) / (1 + exp(-10)) of the value 1, whichever comes first. The weight is off by 1.65 eps, by 10
    // times what log2(e) is rounded by, which is 1.1 eps, and by two roundings: under 4 eps, or 6 ulp here.
    constexpr T share = T(4.5397868702434395e-05);
    STATIC_REQUIRE(ulps_apart(tiled<1>(Row{{10, 0}}, Values{{0}, {1}}), share) <= 6);
    STATIC_REQUIRE(ulps_apart(tiled<1>(Row{{0, 10}}, Values{{1}, {0}}), share) <= 6);
    constexpr auto weights = softmax<Key<2>>(Row{{10, 0}});
    STATIC_REQUIRE(ulps_apart(tiled<1>(Row{{10, 0}}, Values{{0}, {1}}), weights[0, 1]) <= 6);
    // Scores beyond any exponential.
    STATIC_REQUIRE(tiled<1>(Row{{1000, -1000}}, Values{{3}, {5}}) == 3);
    STATIC_REQUIRE(tiled<1>(Row{{-1000, 1000}}, Values{{3}, {5}}) == 5);
    STATIC_REQUIRE(tiled<1>(Row{{-1000, -1000}}, Values{{3}, {5}}) == 4);
    STATIC_REQUIRE(tiled<1>(Row{{infinity<T>, 1}}, Values{{3}, {5}}) == 3);
    STATIC_REQUIRE(tiled<1>(Row{{1, infinity<T>}}, Values{{3}, {5}}) == 5);
}

TEMPLATE_TEST_CASE("C21: a NaN makes its row NaN in whichever tile it stands", "", float, double) {
    using T = TestType;
    for (std::size_t place = 0; place < 4; ++place) {
        Matrix<T, Query<1>, Key<4>> row{{1, 2, -1, 0}};
        row[0, place] = std::numeric_limits<T>::quiet_NaN();
        CAPTURE(place);
        REQUIRE(std::isnan(tiled<1>(row, counted<T>)));
        REQUIRE(std::isnan(tiled<2>(row, counted<T>)));
        REQUIRE(std::isnan(tiled<3>(row, counted<T>)));
        REQUIRE(std::isnan(tiled<4>(row, counted<T>)));
    }
}

TEMPLATE_TEST_CASE("in tiles a sink takes its share too", "", float, double) {
    using T = TestType;
    using Row = Matrix<T, Query<1>, Key<2>>;
    using Values = Matrix<T, Key<2>, ValueDim<1>>;
    STATIC_REQUIRE(
        ulps_apart(tiled<1>(Row{{1, 2}}, Values{{1}, {0}}, {}, Sink{T(0)}), T(.24472847105479765)) <= 2);
    STATIC_REQUIRE(
        ulps_apart(tiled<2>(Row{{1, 2}}, Values{{0}, {1}}, {}, Sink{T(0)}), T(.66524095577482189)) <= 2);
    STATIC_REQUIRE(tiled<1>(Row{{1, 2}}, Values{{1}, {1}}, padding<Query<1>, Key<2>>(0), Sink{T(0)}) == 0);
    STATIC_REQUIRE(tiled<1>(Row{{-2000, -2000}}, Values{{1}, {1}}, {}, Sink{T(0)}) == 0);
}

TEMPLATE_TEST_CASE("tiles of every size agree with the two passes", "", float, double) {
    using T = TestType;
    constexpr std::size_t n = 13;
    const auto q = times(T{4}, random_matrix<Matrix<T, Query<7>, HeadDim<5>>>(1));
    const auto k = times(T{4}, random_matrix<Matrix<T, Key<n>, HeadDim<5>>>(2));
    const auto v = random_matrix<Matrix<T, Key<n>, ValueDim<3>>>(3);
    const auto bias = random_matrix<Matrix<T, Query<7>, Key<n>>>(4);
    const auto check = [&](const auto& mask, const auto& change, const Sink<T>& sink) {
        const auto expected = attention(q, k, v, mask, change, sink);
        const auto close = [&](const auto& output) {
            // Either way n weights of a sum of 1 mix values below 1. In two passes each has exp's
            // rounding, the sum's n and the division's; online as many and for each tile a shrinking.
            const T bound = T(2 * n + 8) * std::numeric_limits<T>::epsilon();
            for (std::size_t i = 0; i < 7; ++i)
                for (std::size_t c = 0; c < 3; ++c)
                    REQUIRE(std::fabs(output[i, c] - expected[i, c]) <= bound);
        };
        close(tiled_attention<1, 1>(q, k, v, mask, change, sink));
        close(tiled_attention<2, 3>(q, k, v, mask, change, sink));
        close(tiled_attention<4, 4>(q, k, v, mask, change, sink));
        close(tiled_attention<7, 13>(q, k, v, mask, change, sink));
        close(tiled_attention<16, 64>(q, k, v, mask, change, sink));
        close(tiled_attention<3, 12>(q, k, v, mask, change, sink));
    };
    const auto all = [&](const auto& rule) {
        // One type for all masks, which compiles in a sixth of the time.
        const auto mask = keep_where(
            generate<Matrix<bool, Query<7>, Key<n>>>([&](auto i, auto j) { return rule.keeps(i, j); }));
        check(mask, ScoreChange<T, Query<7>, Key<n>, Unchanged>{}, Sink<T>{});
        check(mask, add_bias(bias) >> soft_cap<Query<7>, Key<n>>(T(2)), Sink<T>{T(0.5)});
        check(mask, alibi<Query<7>, Key<n>>(T(0.25), aligned_at_end), Sink<T>{});
    };
    all(no_mask<Query<7>, Key<n>>());
    all(causal<Query<7>, Key<n>>(aligned_at_end));
    all(causal<Query<7>, Key<n>>(aligned_at_start));
    all(sliding_window<3, Query<7>, Key<n>>(aligned_at_end));
    all(~padding<Query<7>, Key<n>>(6));
    all(padding<Query<7>, Key<n>>(0));
}

TEMPLATE_TEST_CASE("tiled attention has the same bits at compile time and at run time", "", float, double) {
    using T = TestType;
    constexpr auto ramp = [](T step) {
        return [step](auto i, auto j) { return static_cast<T>(7 * i + 3 * j) * step - 1; };
    };
    constexpr auto q = generate<Matrix<T, Query<3>, HeadDim<2>>>(ramp(T(0.1)));
    constexpr auto k = generate<Matrix<T, Key<5>, HeadDim<2>>>(ramp(T(-0.07)));
    constexpr auto v = generate<Matrix<T, Key<5>, ValueDim<2>>>(ramp(T(0.3)));
    constexpr auto mask = causal<Query<3>, Key<5>>(aligned_at_end);
    constexpr auto compiled = tiled_attention<2, 2>(q, k, v, mask);
    REQUIRE(same_bits(tiled_attention<2, 2>(unseen(q), unseen(k), unseen(v), mask), compiled));
}

TEST_CASE("tiles that hold nothing, and what does not fit, do not compile") {
    using Q = Matrix<double, Query<3>, HeadDim<2>>;
    using K = Matrix<double, Key<4>, HeadDim<2>>;
    using V = Matrix<double, Key<4>, ValueDim<5>>;
    using Fitting = decltype(no_mask<Query<3>, Key<4>>());
    STATIC_REQUIRE(AttendsInTiles<2, 2, Q, K, V>);
    STATIC_REQUIRE(AttendsInTiles<2, 2, Q, K, V, Fitting>);
    STATIC_REQUIRE_FALSE(AttendsInTiles<0, 2, Q, K, V>);
    STATIC_REQUIRE_FALSE(AttendsInTiles<2, 0, Q, K, V>);
    STATIC_REQUIRE_FALSE(AttendsInTiles<2, 2, Q, K, Matrix<double, Key<3>, ValueDim<5>>>);
    STATIC_REQUIRE_FALSE(AttendsInTiles<2, 2, Q, Matrix<double, Key<4>, HeadDim<3>>, V>);
    STATIC_REQUIRE_FALSE(AttendsInTiles<2, 2, Q, K, V, decltype(no_mask<Query<3>, Key<5>>())>);
}

TEMPLATE_TEST_CASE("C1, C21: what a mask hides may be anything, in each operand and each way",
                   "",
                   float,
                   double) {
    using T = TestType;
    const auto q = random_matrix<Matrix<T, Query<4>, HeadDim<3>>>(1);
    const auto k = random_matrix<Matrix<T, Key<5>, HeadDim<3>>>(2);
    const auto v = random_matrix<Matrix<T, Key<5>, ValueDim<2>>>(3);
    const auto bias = random_matrix<Matrix<T, Query<4>, Key<5>>>(4);
    const auto compare = [&](const auto& mask) {
        const auto change = [](const auto& b) { return add_bias(b) >> soft_cap<Query<4>, Key<5>>(T(3)); };
        const auto clean = attention(q, k, v, mask, change(bias), Sink{T(0)});
        const auto clean_tiled = tiled_attention<2, 2>(q, k, v, mask, change(bias), Sink{T(0)});
        for (const T poison : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                               -std::numeric_limits<T>::infinity(), std::numeric_limits<T>::max()}) {
            auto poisoned_k = k;
            auto poisoned_v = v;
            auto poisoned_bias = bias;
            for (std::size_t j = 0; j < 5; ++j) {
                bool is_seen = false;
                for (std::size_t i = 0; i < 4; ++i) {
                    is_seen = is_seen || mask.keeps(i, j);
                    if (!mask.keeps(i, j)) poisoned_bias[i, j] = poison;
                }
                if (is_seen) continue;
                for (T& element : poisoned_k.elements[j]) element = poison;
                for (T& element : poisoned_v.elements[j]) element = poison;
            }
            CAPTURE(poison);
            REQUIRE(same_bits(attention(q, poisoned_k, poisoned_v, mask, change(poisoned_bias), Sink{T(0)}),
                              clean));
            REQUIRE(same_bits(
                tiled_attention<2, 2>(q, poisoned_k, poisoned_v, mask, change(poisoned_bias), Sink{T(0)}),
                clean_tiled));
        }
    };
    compare(padding<Query<4>, Key<5>>(0));
    compare(padding<Query<4>, Key<5>>(3));
    compare(padding<Query<4>, Key<5>>(3) & causal<Query<4>, Key<5>>(aligned_at_start));
    compare(sliding_window<2, Query<4>, Key<5>>(aligned_at_start));
    compare(sliding_window<1, Query<4>, Key<5>>(aligned_at_end));
    compare(keep_where(Matrix<bool, Query<4>, Key<5>>{{false, true, false, true, false},
                                                      {false, false, false, false, false},
                                                      {false, true, true, false, false},
                                                      {false, false, false, true, false}}));
}
