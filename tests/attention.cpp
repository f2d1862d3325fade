#include <attest/attention.hpp>

#include <attest/tiled_attention.hpp>

#include "bounds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

using namespace attest;

namespace {

using X = Matrix<double, Tokens<3>, Model<2>>;
using Scores = Matrix<double, Query<3>, Key<3>>;
constexpr X x{{1, 2}, {3, 1}, {2, 4}};
constexpr Matrix<double, Model<2>, HeadDim<2>> identity{{1, 0}, {0, 1}};
constexpr Matrix<double, Model<2>, ValueDim<2>> swap{{0, 1}, {1, 0}};
constexpr auto q = rename_rows<Query>(project(x, identity));
constexpr auto k = rename_rows<Key>(project(x, identity));
constexpr auto v = rename_rows<Key>(project(x, swap));

template <std::size_t N>
struct Memory : axis<N> {};

}  // namespace

TEST_CASE("the article's worked example, step by step") {
    constexpr Scores raw = scores(q, k);
    STATIC_REQUIRE(raw == Scores{{5, 5, 10}, {5, 10, 10}, {10, 10, 20}});

    constexpr Scores scaled_scores = scaled<HeadDim<2>>(raw);
    STATIC_REQUIRE(ulps_apart(scaled_scores[2, 1], 7.0710678118654752) <= 1);

    constexpr Scores weights = softmax<Key<3>>(scaled_scores);
    // Row 2: the scores 10 / sqrt(2) and 20 / sqrt(2) are rounded by up to 2^-50, which is 8 ulp here.
    STATIC_REQUIRE(
        ulps_apart(weights, Scores{{0.027538096956219981, 0.027538096956219981, 0.94492380608756004},
                                   {0.014362314700204973, 0.49281884264989751, 0.49281884264989751},
                                   {0.00084788544291651731, 0.00084788544291651731, 0.99830422911416697}}) <=
        8);

    constexpr Matrix<double, Query<3>, ValueDim<2>> output = weighted_sum(weights, v);
    STATIC_REQUIRE(
        ulps_apart(output, Matrix<double, Query<3>, ValueDim<2>>{{3.8623095152189001, 2},
                                                                 {2.4928188426498975, 2.4784565279496925},
                                                                 {3.9957605727854174, 2}}) <= 2);
    REQUIRE(same_bits(scores(unseen(q), unseen(k)), raw));
    REQUIRE(same_bits(scaled<HeadDim<2>>(unseen(raw)), scaled_scores));
    REQUIRE(same_bits(weighted_sum(unseen(weights), unseen(v)), output));
}

TEST_CASE("without scaling the example's weights are sharper") {
    constexpr Scores unscaled = softmax<Key<3>>(scores(q, k));
    STATIC_REQUIRE(ulps_apart(unscaled[2, 0], 4.53958078295109e-5) <= 1000);  // printed to 15 digits
    STATIC_REQUIRE(ulps_apart(unscaled[2, 2], .999909208384341) <= 10);
}

TEST_CASE("every way to the whole has the same bits") {
    constexpr auto by_tiles = tiled_attention<2, 128>(q, k, v);
    constexpr HeadWeights<double, Model<2>, HeadDim<2>, ValueDim<2>> head{identity, identity, swap};
    constexpr auto whole = self_attention(x, identity, identity, swap);
    STATIC_REQUIRE(same_bits(attention(q, k, v), by_tiles));
    STATIC_REQUIRE(same_bits(rename_rows<Query>(whole), by_tiles));
    STATIC_REQUIRE(same_bits(self_attention(x, head), whole));
    STATIC_REQUIRE(same_bits(cross_attention(x, x, identity, identity, swap), whole));

    REQUIRE(same_bits(attention(unseen(q), unseen(k), unseen(v)), by_tiles));
    REQUIRE(same_bits(self_attention(unseen(x), unseen(identity), unseen(identity), unseen(swap)), whole));
    REQUIRE(same_bits(cross_attention(unseen(x), unseen(x), unseen(identity), unseen(identity), unseen(swap)),
                      whole));
}

TEST_CASE("the steps, composed, give attention but for roundings") {
    constexpr auto steps = weighted_sum(softmax<Key<3>>(scaled<HeadDim<2>>(scores(q, k))), v);
    STATIC_REQUIRE(bounds::are_close(attention(q, k, v), steps, 3, 20 / 1.4, 4));
    STATIC_REQUIRE(ulps_apart(attention(q, k, v), steps) <= 1);  // which is what it is for these numbers
}

TEST_CASE("each weight has its own place") {
    constexpr Matrix<double, Model<2>, HeadDim<2>> w_q{{1, 2}, {0, 1}};
    constexpr Matrix<double, Model<2>, HeadDim<2>> w_k{{0, 1}, {-1, 0.5}};
    constexpr HeadWeights<double, Model<2>, HeadDim<2>, ValueDim<2>> head{w_q, w_k, swap};
    constexpr auto expected = attention(x * w_q, x * w_k, x * swap);
    STATIC_REQUIRE_FALSE(expected == attention(x * w_k, x * w_q, x * swap));
    STATIC_REQUIRE(same_bits(self_attention(x, w_q, w_k, swap), expected));
    STATIC_REQUIRE(same_bits(self_attention(x, head), expected));
    STATIC_REQUIRE(same_bits(cross_attention(x, x, w_q, w_k, swap), expected));
}

namespace neighbour {
template <std::size_t N>
struct Frames : axis<N> {};

// A user's own functions, which are none of attention's business.
template <class Q, class K>
int scores(const Q&, const K&);
template <class W, class V>
int weighted_sum(const W&, const V&);
template <class M>
int transpose(const M&);
}  // namespace neighbour

TEST_CASE("functions beside a user's axis do not take part") {
    constexpr auto film = rename_rows<neighbour::Frames>(x);
    constexpr auto output = self_attention(film, identity, identity, swap);
    STATIC_REQUIRE(same_bits(rename_rows<Tokens>(output), self_attention(x, identity, identity, swap)));
}

TEMPLATE_TEST_CASE("attention has the same bits at compile time and at run time", "", float, double) {
    using T = TestType;
    constexpr auto ramp = [](T step) {
        return [step](auto i, auto j) { return static_cast<T>(7 * i + 3 * j) * step - 1; };
    };
    constexpr auto queries = generate<Matrix<T, Query<5>, HeadDim<6>>>(ramp(T(0.1)));
    constexpr auto keys = generate<Matrix<T, Key<7>, HeadDim<6>>>(ramp(T(-0.07)));
    constexpr auto values = generate<Matrix<T, Key<7>, ValueDim<3>>>(ramp(T(0.3)));
    constexpr auto compiled = attention(queries, keys, values);
    REQUIRE(same_bits(attention(unseen(queries), unseen(keys), unseen(values)), compiled));
}

TEST_CASE("C16: scores are divided by the root of the head dimension, not of the model's") {
    constexpr Matrix<double, Query<1>, Key<2>> raw{{16, 0}};
    constexpr auto weights = softmax<Key<2>>(scaled<HeadDim<16>>(raw));
    STATIC_REQUIRE(ulps_apart(weights, {{.98201379003790844, .01798620996209156}}) <= 2);
}

TEST_CASE("C26: weights are stored [in, out]") {
    constexpr Matrix<double, Tokens<1>, Model<2>> row{{1, 2}};
    constexpr Matrix<double, Model<2>, HeadDim<2>> weights{{0, 1}, {0, 0}};
    STATIC_REQUIRE(project(row, weights) == Matrix<double, Tokens<1>, HeadDim<2>>{{0, 1}});
    STATIC_REQUIRE(Projectable<decltype(row), decltype(weights)>);
    // The same numbers stored [out, in] have another type, square or not, and are turned in the open.
    constexpr Matrix<double, HeadDim<2>, Model<2>> out_in{{0, 0}, {1, 0}};
    STATIC_REQUIRE_FALSE(Projectable<decltype(row), decltype(out_in)>);
    STATIC_REQUIRE(project(row, transpose(out_in)) == project(row, weights));
}

TEST_CASE("what does not fit does not compile") {
    using Q = Matrix<double, Query<3>, HeadDim<2>>;
    using K = Matrix<double, Key<4>, HeadDim<2>>;
    using V = Matrix<double, Key<4>, ValueDim<5>>;
    STATIC_REQUIRE(Scorable<Q, K>);
    STATIC_REQUIRE_FALSE(Scorable<Q, Matrix<double, Key<4>, HeadDim<4>>>);
    STATIC_REQUIRE_FALSE(Scorable<Q, Matrix<double, HeadDim<2>, Key<4>>>);
    STATIC_REQUIRE_FALSE(Scorable<Q, Matrix<float, Key<4>, HeadDim<2>>>);
    STATIC_REQUIRE(ScalableBy<HeadDim<2>, Matrix<double, Query<3>, Key<4>>>);
    STATIC_REQUIRE_FALSE(ScalableBy<HeadDim<2>, Matrix<int, Query<3>, Key<4>>>);
    STATIC_REQUIRE_FALSE(ScalableBy<int, Matrix<double, Query<3>, Key<4>>>);
    STATIC_REQUIRE_FALSE(ScalableBy<HeadDim<0>, Matrix<double, Query<3>, Key<4>>>);
    STATIC_REQUIRE(Mixable<Matrix<double, Query<3>, Key<4>>, V>);
    STATIC_REQUIRE_FALSE(Mixable<Matrix<double, Key<4>, Query<3>>, V>);
    STATIC_REQUIRE(Attends<Q, K, V>);
    STATIC_REQUIRE_FALSE(Attends<Q, Matrix<double, Key<4>, HeadDim<3>>, V>);
    STATIC_REQUIRE_FALSE(Attends<Q, K, Matrix<double, Key<3>, ValueDim<5>>>);
    STATIC_REQUIRE_FALSE(Attends<Q, K, Matrix<double, Memory<4>, ValueDim<5>>>);
    STATIC_REQUIRE_FALSE(Attends<Q, K, Matrix<float, Key<4>, ValueDim<5>>>);

    using Sequence = Matrix<double, Tokens<3>, Model<4>>;
    using ToHead = Matrix<double, Model<4>, HeadDim<2>>;
    using ToValue = Matrix<double, Model<4>, ValueDim<2>>;
    STATIC_REQUIRE(SelfAttends<Sequence, ToHead, ToHead, ToValue>);
    STATIC_REQUIRE_FALSE(SelfAttends<Sequence, ToHead, Matrix<double, Model<4>, HeadDim<3>>, ToValue>);
    STATIC_REQUIRE_FALSE(SelfAttends<Sequence, ToHead, ToHead, Matrix<double, Model<5>, ValueDim<2>>>);
    STATIC_REQUIRE_FALSE(SelfAttends<Sequence, ToHead, ToValue, ToValue>);
    STATIC_REQUIRE_FALSE(SelfAttends<Matrix<double, Tokens<3>, Model<5>>, ToHead, ToHead, ToValue>);
    STATIC_REQUIRE(SelfAttends<Sequence, HeadWeights<double, Model<4>, HeadDim<2>, ValueDim<2>>>);
    STATIC_REQUIRE_FALSE(SelfAttends<Sequence, HeadWeights<double, Model<5>, HeadDim<2>, ValueDim<2>>>);
    STATIC_REQUIRE_FALSE(SelfAttends<Sequence, HeadWeights<float, Model<4>, HeadDim<2>, ValueDim<2>>>);

    using Source = Matrix<double, Memory<5>, Model<6>>;
    using SourceToHead = Matrix<double, Model<6>, HeadDim<2>>;
    using SourceToValue = Matrix<double, Model<6>, ValueDim<2>>;
    STATIC_REQUIRE(CrossAttends<Sequence, Source, ToHead, SourceToHead, SourceToValue>);
    STATIC_REQUIRE_FALSE(CrossAttends<Sequence, Source, ToHead, ToHead, SourceToValue>);
    STATIC_REQUIRE_FALSE(CrossAttends<Source, Sequence, ToHead, SourceToHead, SourceToValue>);
}
