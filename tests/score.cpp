#include <attest/score.hpp>

#include <attest/attention.hpp>
#include <attest/tiled_attention.hpp>

#include "both_worlds.hpp"
#include "bounds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"

#include <cmath>
#include <concepts>
#include <limits>
#include <stdexcept>

using namespace attest;

namespace {

template <std::size_t N>
struct AlibiHeads : axis<N> {};

template <class T>
using Q = Matrix<T, Query<2>, HeadDim<4>>;
template <class T>
using K = Matrix<T, Key<3>, HeadDim<4>>;
template <class T>
using V = Matrix<T, Key<3>, ValueDim<2>>;
template <class T>
using S = Matrix<T, Query<2>, Key<3>>;

template <class T>
constexpr Q<T> q{{1, 2, 0, -1}, {3, 1, T(0.5), 2}};
template <class T>
constexpr K<T> k{{1, 2, 1, 0}, {3, 1, -1, 1}, {2, 4, 0, T(0.25)}};
template <class T>
constexpr V<T> v{{2, 1}, {1, 3}, {4, 2}};
template <class T>
constexpr S<T> bias{{T(0.5), -1, 2}, {0, T(0.25), -3}};

/// The scores that a change makes of products in a head of width 4.
template <class T, Axis Rows, Axis Cols, class Change>
constexpr Matrix<T, Rows, Cols> changed(const Matrix<T, Rows, Cols>& products,
                                        const ScoreChange<T, Rows, Cols, Change>& change) {
    return scaled<HeadDim<4>>(products, change);
}

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

}  // namespace

TEMPLATE_TEST_CASE("each change does to a score what its formula says", "", float, double) {
    using T = TestType;
    constexpr S<T> products{{8, -4, 2}, {0, 6, 1}};
    STATIC_REQUIRE(scaled<HeadDim<4>>(products) == S<T>{{4, -2, 1}, {0, 3, T(0.5)}});
    STATIC_REQUIRE(changed(products, scale_by<Query<2>, Key<3>>(T(0.25))) ==
                   S<T>{{2, -1, T(0.5)}, {0, T(1.5), T(0.25)}});
    STATIC_REQUIRE(changed(products, add_bias(bias<T>)) == S<T>{{T(4.5), -3, 3}, {0, T(3.25), T(-2.5)}});
    STATIC_REQUIRE(changed(products, alibi<Query<2>, Key<3>>(T(0.5), aligned_at_end)) ==
                   S<T>{{T(3.5), -2, T(0.5)}, {-1, T(2.5), T(0.5)}});
    STATIC_REQUIRE(changed(products, alibi<Query<2>, Key<3>>(T(0.5), aligned_at_start)) ==
                   S<T>{{4, T(-2.5), 0}, {T(-0.5), 3, 0}});
    constexpr auto capped = changed(products, soft_cap<Query<2>, Key<3>>(T(2)));
    STATIC_REQUIRE(capped == S<T>{{2 * attest::tanh(T(2)), 2 * attest::tanh(T(-1)), 2 * attest::tanh(T(0.5))},
                                  {0, 2 * attest::tanh(T(1.5)), 2 * attest::tanh(T(0.25))}});
    STATIC_REQUIRE(same_bits(changed(products, soft_cap_of<2, T, Query<2>, Key<3>>()), capped));

    REQUIRE(same_bits(changed(unseen(products), soft_cap<Query<2>, Key<3>>(T(2))), capped));
    REQUIRE(same_bits(changed(unseen(products), add_bias(bias<T>)), changed(products, add_bias(bias<T>))));
    REQUIRE(same_bits(changed(unseen(products), alibi<Query<2>, Key<3>>(T(0.3), aligned_at(1))),
                      changed(products, alibi<Query<2>, Key<3>>(T(0.3), aligned_at(1)))));
}

TEMPLATE_TEST_CASE("changes follow one another as they are written", "", float, double) {
    using T = TestType;
    constexpr auto cap = soft_cap<Query<2>, Key<3>>(T(2));
    constexpr auto plus = add_bias(bias<T>);
    constexpr auto halved = scale_by<Query<2>, Key<3>>(T(0.5));
    constexpr S<T> products{{8, -4, 2}, {0, 6, 1}};
    // The root of 4 is 2, so a scale of one half is the usual one.
    STATIC_REQUIRE(same_bits(changed(products, halved >> plus >> cap), changed(products, plus >> cap)));
    STATIC_REQUIRE(same_bits(changed(products, halved >> (plus >> cap)), changed(products, plus >> cap)));
    STATIC_REQUIRE(changed(products, cap >> plus) == changed(products, cap) + bias<T>);
    STATIC_REQUIRE(changed(products, plus >> plus) == scaled<HeadDim<4>>(products) + bias<T> + bias<T>);
    STATIC_REQUIRE_FALSE(changed(products, cap >> plus) == changed(products, plus >> cap));
    REQUIRE(same_bits(changed(unseen(products), plus >> cap), changed(products, plus >> cap)));
}

TEMPLATE_TEST_CASE("the whole takes changes as the steps do", "", float, double) {
    using T = TestType;
    constexpr auto mask = causal<Query<2>, Key<3>>(aligned_at_end);
    constexpr auto change = scale_by<Query<2>, Key<3>>(T(0.3)) >>
                            alibi<Query<2>, Key<3>>(T(0.25), aligned_at_end) >> add_bias(bias<T>) >>
                            soft_cap<Query<2>, Key<3>>(T(3));
    constexpr Sink<T> sink{T(0.5)};
    constexpr auto weights = softmax<Key<3>>(scaled<HeadDim<4>>(scores(q<T>, k<T>), change), mask, sink);
    constexpr auto whole = attention(q<T>, k<T>, v<T>, mask, change, sink);
    // Three keys and a sink, changed scores below 3, and values up to 4.
    STATIC_REQUIRE(bounds::are_close(whole, weighted_sum(weights, v<T>, mask), 4, 3, 4));
    STATIC_REQUIRE(same_bits(whole, tiled_attention<1, 128>(q<T>, k<T>, v<T>, mask, change, sink)));
    STATIC_REQUIRE_FALSE(whole == attention(q<T>, k<T>, v<T>, mask, change));
    STATIC_REQUIRE_FALSE(whole == attention(q<T>, k<T>, v<T>, mask, {}, sink));
    STATIC_REQUIRE_FALSE(whole == attention(q<T>, k<T>, v<T>, {}, change, sink));
    REQUIRE(same_bits(attention(unseen(q<T>), unseen(k<T>), unseen(v<T>), mask, change, sink), whole));
}

TEMPLATE_TEST_CASE("projections included, it takes changes and a sink as well", "", float, double) {
    using T = TestType;
    constexpr Matrix<T, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
    constexpr Matrix<T, Key<2>, Model<2>> memory{{0, 1}, {T(0.5), 2}};
    constexpr HeadWeights<T, Model<2>, HeadDim<2>, ValueDim<1>> head{
        .query = {{1, 0}, {T(0.5), 1}}, .key = {{1, T(-0.5)}, {0, 1}}, .value = {{1}, {2}}};
    constexpr auto mask = causal<Tokens<3>>();
    constexpr auto change = alibi<Tokens<3>>(T(0.25)) >> soft_cap<Tokens<3>>(T(2));
    constexpr Sink<T> sink{T(0.5)};
    constexpr auto by_steps = attention(x * head.query, x * head.key, x * head.value, mask, change, sink);
    STATIC_REQUIRE(same_bits(self_attention(x, head, mask, change, sink), by_steps));
    STATIC_REQUIRE(
        same_bits(self_attention(x, head.query, head.key, head.value, mask, change, sink), by_steps));
    STATIC_REQUIRE_FALSE(same_bits(self_attention(x, head, mask, change), by_steps));
    STATIC_REQUIRE_FALSE(same_bits(self_attention(x, head, mask), self_attention(x, head, mask, change)));
    REQUIRE(same_bits(self_attention(unseen(x), head, mask, change, sink), by_steps));

    constexpr auto of_memory = soft_cap<Tokens<3>, Key<2>>(T(2));
    constexpr auto hidden = padding<Tokens<3>, Key<2>>(1);
    STATIC_REQUIRE(same_bits(
        cross_attention(x, memory, head.query, head.key, head.value, hidden, of_memory, sink),
        attention(x * head.query, memory * head.key, memory * head.value, hidden, of_memory, sink)));
    STATIC_REQUIRE(SelfAttends<decltype(x), decltype(head), decltype(mask), decltype(change), Sink<T>>);
    STATIC_REQUIRE_FALSE(SelfAttends<decltype(x), decltype(head), decltype(mask), decltype(of_memory)>);
    STATIC_REQUIRE_FALSE(SelfAttends<decltype(x), decltype(head), decltype(change), decltype(mask)>);
}

TEMPLATE_TEST_CASE("C12: asking for the weights changes no bit of the output", "", float, double) {
    using T = TestType;
    static constexpr auto holds = [](const auto& mask, const auto& change, const Sink<T>& sink) {
        const auto shown =
            attention_with_weights(unseen(q<T>), unseen(k<T>), unseen(v<T>), mask, change, sink);
        // The mask was not forgotten.
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                if (!mask.keeps(i, j) && shown.weights[i, j] != 0) return false;
        return same_bits(shown.output, attention(q<T>, k<T>, v<T>, mask, change, sink)) &&
               same_bits(shown.weights, attention_weights(q<T>, k<T>, mask, change, sink)) &&
               // Three keys and a sink, scores below 16, and values up to 4.
               bounds::are_close(shown.output, weighted_sum(shown.weights, v<T>, mask), 4, 16, 4);
    };
    const auto all = [](auto mask) {
        using Made = decltype(mask);
        require_in_both_worlds(
            [] { return holds(Made{}(), ScoreChange<T, Query<2>, Key<3>, Unchanged>{}, Sink<T>{}); });
        require_in_both_worlds(
            [] { return holds(Made{}(), add_bias(bias<T>) >> soft_cap<Query<2>, Key<3>>(T(2)), Sink<T>{}); });
        require_in_both_worlds(
            [] { return holds(Made{}(), alibi<Query<2>, Key<3>>(T(0.5), aligned_at_end), Sink<T>{1}); });
    };
    all([] { return no_mask<Query<2>, Key<3>>(); });
    all([] { return causal<Query<2>, Key<3>>(aligned_at_end); });
    all([] { return causal<Query<2>, Key<3>>(aligned_at_start); });
    all([] { return sliding_window<1, Query<2>, Key<3>>(aligned_at_end); });
    all([] { return padding<Query<2>, Key<3>>(0); });
    all([] {
        return keep_where(Matrix<bool, Query<2>, Key<3>>{{false, true, false}, {false, false, false}});
    });

    constexpr auto compiled = attention_with_weights(q<T>, k<T>, v<T>, padding<Query<2>, Key<3>>(2));
    STATIC_REQUIRE(same_bits(compiled.output, attention(q<T>, k<T>, v<T>, padding<Query<2>, Key<3>>(2))));
    const auto seen =
        attention_with_weights(unseen(q<T>), unseen(k<T>), unseen(v<T>), padding<Query<2>, Key<3>>(2));
    REQUIRE(same_bits(seen.output, compiled.output));
    REQUIRE(same_bits(seen.weights, compiled.weights));
}

TEMPLATE_TEST_CASE("C23: a soft cap comes before the mask, and unmasks nothing", "", float, double) {
    using T = TestType;
    constexpr Matrix<T, Query<1>, HeadDim<1>> query{{1}};
    constexpr Matrix<T, Key<2>, HeadDim<1>> keys{{0}, {5}};
    constexpr auto cap = soft_cap<Query<1>, Key<2>>(T(1));
    using Row = Matrix<T, Query<1>, Key<2>>;
    STATIC_REQUIRE(attention_weights(query, keys, padding<Query<1>, Key<2>>(1), cap) == Row{{1, 0}});
    STATIC_REQUIRE(attention_weights(query, keys, padding<Query<1>, Key<2>>(0), cap) == Row{{0, 0}});
    // What the other order gives: a capped -inf is -1, which has weight again.
    constexpr auto wrong = softmax<Key<2>>(Row{{0, -1}});
    STATIC_REQUIRE(ulps_apart(wrong[0, 0], T(.73105857863000487925)) <= 1);
}

TEMPLATE_TEST_CASE("a soft cap bounds every score and leaves small ones alone", "", float, double) {
    using T = TestType;
    constexpr auto capped = [](T score) {
        return changed(Matrix<T, Query<1>, Key<1>>{{2 * score}}, soft_cap<Query<1>, Key<1>>(T(50)))[0, 0];
    };
    STATIC_REQUIRE(capped(T(1e6)) == 50);
    STATIC_REQUIRE(capped(-infinity<T>) == -50);
    STATIC_REQUIRE(capped(0) == 0);
    STATIC_REQUIRE(ulps_apart(capped(T(1e-6)), T(1e-6)) <= 2);
    STATIC_REQUIRE(ulps_apart(capped(50), T(50 * 0.76159415595576488812)) <= 2);
    REQUIRE(std::isnan(capped(std::numeric_limits<T>::quiet_NaN())));
}

TEMPLATE_TEST_CASE("C25: a cap is positive and finite", "", float, double) {
    using T = TestType;
    STATIC_REQUIRE(SoftCapOf<50, T>);
    STATIC_REQUIRE_FALSE(SoftCapOf<0, T>);
    STATIC_REQUIRE_FALSE(SoftCapOf<-1, T>);
    STATIC_REQUIRE(ConstantSoftCap<T, [] { return T(50); }>);
    STATIC_REQUIRE(ConstantSoftCap<T, [] { return std::numeric_limits<T>::denorm_min(); }>);
    STATIC_REQUIRE_FALSE(ConstantSoftCap<T, [] { return T(0); }>);
    STATIC_REQUIRE_FALSE(ConstantSoftCap<T, [] { return T(-1); }>);
    STATIC_REQUIRE_FALSE(ConstantSoftCap<T, [] { return infinity<T>; }>);
    STATIC_REQUIRE_FALSE(ConstantSoftCap<T, [] { return std::numeric_limits<T>::quiet_NaN(); }>);

    for (const T cap :
         {T(0), T(-0.0), T(-1), infinity<T>, -infinity<T>, std::numeric_limits<T>::quiet_NaN()}) {
        CAPTURE(cap);
        REQUIRE_THROWS_AS((soft_cap<Query<1>, Key<1>>(cap)), std::invalid_argument);
    }
    REQUIRE_NOTHROW((soft_cap<Query<1>, Key<1>>(T(50))));
}

TEMPLATE_TEST_CASE("a sink takes its share of each row's weight", "", float, double) {
    using T = TestType;
    using Row = Matrix<T, Query<1>, Key<2>>;
    // Softmax plus one: a sink of score 0.
    constexpr auto plus_one = softmax<Key<2>>(Row{{1, 2}}, {}, Sink{T(0)});
    STATIC_REQUIRE(ulps_apart(plus_one, Row{{T(.24472847105479765), T(.66524095577482189)}}) <= 2);
    STATIC_REQUIRE(softmax<Key<2>>(Row{{5, 5}}, {}, Sink{T(5)}) == Row{{T{1} / 3, T{1} / 3}});
    // Of a row that sees nothing, the sink takes all.
    STATIC_REQUIRE(softmax<Key<2>>(Row{{1, 2}}, padding<Query<1>, Key<2>>(0), Sink{T(0)}) == Row{{0, 0}});
    STATIC_REQUIRE(softmax<Key<2>>(Row{{-infinity<T>, -infinity<T>}}, {}, Sink{T(0)}) == Row{{0, 0}});
    STATIC_REQUIRE(softmax<Key<2>>(Row{{1, 2}}, padding<Query<1>, Key<2>>(1), Sink{T(1)}) ==
                   Row{{T(0.5), 0}});
    // A sink far above every key keeps its exponential from overflowing: theirs is subnormal.
    constexpr T far_below = std::same_as<T, float> ? T(-90) : T(-710);
    STATIC_REQUIRE(softmax<Key<2>>(Row{{far_below, far_below}}, {}, Sink{T(0)})[0, 0] > 0);
    // Nothing is left of the keys beside a high sink, and of the sink beside high keys.
    STATIC_REQUIRE(softmax<Key<2>>(Row{{1, 2}}, {}, Sink{T(2000)}) == Row{{0, 0}});
    STATIC_REQUIRE(softmax<Key<2>>(Row{{1000, 1000}}, {}, Sink{T(-1000)}) == Row{{T(0.5), T(0.5)}});
    STATIC_REQUIRE(same_bits(softmax<Key<2>>(Row{{1, 2}}, {}, Sink<T>{}), softmax<Key<2>>(Row{{1, 2}})));
    REQUIRE(same_bits(softmax<Key<2>>(unseen(Row{{1, 2}}), {}, Sink{T(0)}), plus_one));
    const auto nan = softmax<Key<2>>(unseen(Row{{1, 2}}), {}, Sink{std::numeric_limits<T>::quiet_NaN()});
    REQUIRE((std::isnan(nan[0, 0]) && std::isnan(nan[0, 1])));
}

TEMPLATE_TEST_CASE("C42: ALiBi has the reference's slopes for any number of heads", "", float, double) {
    using T = TestType;
    constexpr auto slopes8 = alibi_slopes<T, AlibiHeads<8>>();
    for (std::size_t h = 0; h < 8; ++h) REQUIRE(slopes8[h] == std::ldexp(T{1}, -static_cast<int>(h) - 1));
    STATIC_REQUIRE(alibi_slopes<T, AlibiHeads<6>>() ==
                   std::array{T(.25), T(.0625), T(.015625), T(.00390625), T(.5), T(.125)});
    STATIC_REQUIRE(alibi_slopes<T, AlibiHeads<1>>() == std::array{T(0x1p-8)});
    STATIC_REQUIRE(alibi_slopes<T, AlibiHeads<2>>() == std::array{T(0x1p-4), T(0x1p-8)});
    STATIC_REQUIRE(alibi_slopes<T, AlibiHeads<3>>() == std::array{T(0x1p-4), T(0x1p-8), T(0x1p-2)});

    constexpr auto slopes12 = alibi_slopes<T, AlibiHeads<12>>();
    constexpr std::array<T, 4> last{T(.70710678118654752), T(.35355339059327376), T(.17677669529663688),
                                    T(.08838834764831844)};
    STATIC_REQUIRE((slopes12[0] == T(.5) && slopes12[7] == T(.00390625)));
    for (std::size_t h = 0; h < 4; ++h) REQUIRE(slopes12[8 + h] == last[h]);

    // Within 1 ulp of 2^-x, whatever x.
    const auto check = [](const auto& slopes, double step) {
        for (std::size_t h = 0; h < slopes.size(); ++h) {
            const auto exact = std::exp2(-static_cast<long double>(step) * static_cast<long double>(h + 1));
            REQUIRE(ulps_apart(slopes[h], static_cast<T>(exact)) <= 1);
        }
    };
    check(alibi_slopes<T, AlibiHeads<16>>(), 0.5);
    check(alibi_slopes<T, AlibiHeads<64>>(), 0.125);
    check(alibi_slopes<T, AlibiHeads<1024>>(), 0x1p-7);
    constexpr auto slopes112 = alibi_slopes<T, AlibiHeads<112>>();
    for (std::size_t h = 64; h < 112; ++h) {
        const auto exact = std::exp2(-static_cast<long double>(2 * (h - 64) + 1) / 16);
        REQUIRE(ulps_apart(slopes112[h], static_cast<T>(exact)) <= 1);
    }
}

TEMPLATE_TEST_CASE("ALiBi's bias falls with the distance, from the query's own place", "", float, double) {
    using T = TestType;
    constexpr Matrix<T, Tokens<3>, HeadDim<1>> zero;
    constexpr Matrix<T, Tokens<3>, Tokens<3>> raw = scores(zero, zero);
    constexpr auto biased = scaled<HeadDim<1>>(raw, alibi<Tokens<3>>(T(0.5)));
    STATIC_REQUIRE(
        biased == Matrix<T, Tokens<3>, Tokens<3>>{{0, T(-0.5), -1}, {T(-0.5), 0, T(-0.5)}, {-1, T(-0.5), 0}});
    // As a bias matrix it is the same.
    constexpr Matrix<T, Tokens<3>, Tokens<3>> matrix = biased;
    STATIC_REQUIRE(scaled<HeadDim<1>>(raw, add_bias(matrix)) == biased);
    STATIC_REQUIRE(AlibiFor<T, Query<3>, Key<3>>);
    STATIC_REQUIRE_FALSE(AlibiFor<T, Query<3>, Key<4>>);
}

TEST_CASE("changes that do not fit do not compile") {
    using Bias = decltype(add_bias(bias<double>));
    using Cap = decltype(soft_cap<Query<2>, Key<3>>(1.0));
    using Scale = decltype(scale_by<Query<2>, Key<3>>(1.0));
    STATIC_REQUIRE(Chainable<Bias, Cap>);
    STATIC_REQUIRE(Chainable<Scale, Cap>);
    STATIC_REQUIRE_FALSE(Chainable<Cap, Scale>);  // a scale is of products, and comes first
    STATIC_REQUIRE_FALSE(Chainable<Scale, Scale>);
    STATIC_REQUIRE_FALSE(Chainable<Bias, decltype(soft_cap<Query<2>, Key<4>>(1.0))>);
    STATIC_REQUIRE_FALSE(Chainable<Bias, decltype(soft_cap<Query<2>, Key<3>>(1.0f))>);
    STATIC_REQUIRE_FALSE(Chainable<Bias, S<double>>);

    using Keep = Matrix<bool, Query<2>, Key<3>>;
    STATIC_REQUIRE(Biasable<S<double>>);
    STATIC_REQUIRE_FALSE(Biasable<Keep>);
    STATIC_REQUIRE_FALSE(Biasable<decltype(causal<Tokens<3>>())>);

    using Mask = decltype(no_mask<Query<2>, Key<3>>());
    STATIC_REQUIRE(Attends<Q<double>, K<double>, V<double>, Mask, Bias>);
    STATIC_REQUIRE(Attends<Q<double>, K<double>, V<double>, Mask, Bias, Sink<double>>);
    STATIC_REQUIRE_FALSE(Attends<Q<double>, K<double>, V<double>, Bias>);
    STATIC_REQUIRE_FALSE(Attends<Q<double>, K<double>, V<double>, Mask, Mask>);
    STATIC_REQUIRE_FALSE(Attends<Q<double>, K<double>, V<double>, Mask, S<double>>);
    STATIC_REQUIRE_FALSE(Attends<Q<double>, K<double>, V<double>, Mask, Bias, Sink<float>>);
    STATIC_REQUIRE_FALSE(Attends<Q<double>, K<double>, V<double>, Mask, decltype(add_bias(bias<float>))>);
    STATIC_REQUIRE_FALSE(Attends<Q<double>, K<double>, V<double>, Mask,
                                 decltype(add_bias(Matrix<double, Key<3>, Query<2>>{}))>);
    STATIC_REQUIRE(ScalableBy<HeadDim<2>, S<double>, Bias>);
    STATIC_REQUIRE_FALSE(ScalableBy<HeadDim<2>, S<double>, Mask>);
    STATIC_REQUIRE_FALSE(ScalableBy<HeadDim<2>, Matrix<double, Query<2>, Key<4>>, Bias>);
    STATIC_REQUIRE(WeighsAttention<Q<double>, K<double>, Mask, Bias>);
    STATIC_REQUIRE_FALSE(WeighsAttention<Q<double>, Matrix<double, Key<3>, HeadDim<5>>>);
    STATIC_REQUIRE_FALSE(WeighsAttention<Q<double>, K<double>, Bias>);
    STATIC_REQUIRE(AttendsWithWeights<Q<double>, K<double>, V<double>, Mask, Bias>);
    STATIC_REQUIRE_FALSE(AttendsWithWeights<Q<double>, K<double>, V<double>, Bias>);
    STATIC_REQUIRE_FALSE(AttendsWithWeights<Q<double>, K<double>, Q<double>>);
}
