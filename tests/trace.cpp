#include <attest/trace.hpp>

#include <attest/attention.hpp>
#include <attest/multi_head.hpp>

#include "both_worlds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <limits>

using namespace attest;

namespace {

template <class T>
constexpr Matrix<T, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
template <class T>
constexpr HeadWeights<T, Model<2>, HeadDim<2>, ValueDim<2>> head{
    .query = {{1, 0}, {0, 1}},
    .key = {{1, 0}, {0, 1}},
    .value = {{0, 1}, {1, 0}},
};

/// The same numbers under other axes.
template <class To, class T, class Rows, class Cols>
constexpr To renamed(const Matrix<T, Rows, Cols>& m) {
    return generate<To>([&](auto i, auto j) { return m[i, j]; });
}

template <class T, std::size_t N>
using Square = Matrix<T, Query<N>, Key<N>>;
template <class T, std::size_t N>
using PerQuery = Matrix<T, Query<N>, Single<1>>;

}  // namespace

TEMPLATE_TEST_CASE("a trace has the article's numbers, each in its stage", "", float, double) {
    using T = TestType;
    require_in_both_worlds([] {
        const auto trace = trace_self_attention(unseen(x<T>), unseen(head<T>.query), unseen(head<T>.key),
                                                unseen(head<T>.value));
        const auto& a = trace.attention;
        const T root = attest::sqrt(T{2});
        return trace.x == x<T> && trace.w_v == head<T>.value &&
               a.q == Matrix<T, Query<3>, HeadDim<2>>{{1, 2}, {3, 1}, {2, 4}} &&
               a.k == Matrix<T, Key<3>, HeadDim<2>>{{1, 2}, {3, 1}, {2, 4}} &&
               a.v == Matrix<T, Key<3>, ValueDim<2>>{{2, 1}, {1, 3}, {4, 2}} &&
               a.raw == Square<T, 3>{{5, 5, 10}, {5, 10, 10}, {10, 10, 20}} &&
               same_bits(a.scaled, a.raw / root) && a.largest == PerQuery<T, 3>{{10}, {10}, {20}} &&
               a.exponentials[0, 2] == 1 && a.exponentials[1, 1] == 1 && a.exponentials[2, 2] == 1 &&
               // The exponent is -7.07, and its factor and the product are rounded.
               ulps_apart(a.exponentials[2, 0], T(8.4932570471916970e-4)) <= 10 &&
               ulps_apart(a.sums[2, 0], T(1.0016986514094384)) <= 1 &&
               ulps_apart(a.weights[2, 2], T(0.99830422911416697)) <= 1 &&
               ulps_apart(a.output[2, 0], T(3.9957605727854174)) <= 2 && !a.is_masked && !a.is_changed &&
               !a.has_sink;
    });
}

TEMPLATE_TEST_CASE("what a mask hides is 0 in a trace, and is told", "", float, double) {
    using T = TestType;
    require_in_both_worlds([] {
        const auto trace = trace_self_attention(unseen(x<T>), head<T>.query, head<T>.key, head<T>.value,
                                                causal<Tokens<3>>());
        const auto& a = trace.attention;
        return a.is_masked &&
               a.kept == Matrix<bool, Query<3>, Key<3>>{{true, false, false},
                                                        {true, true, false},
                                                        {true, true, true}} &&
               a.raw[0, 2] == 10 && a.masked[0, 2] == 0 && same_bits(a.masked[2, 2], a.scaled[2, 2]) &&
               a.largest[0, 0] == 5 && a.exponentials[0, 0] == 1 && a.exponentials[0, 2] == 0 &&
               a.sums[0, 0] == 1 && a.weights[0, 1] == 0 && a.weights[0, 0] == 1 && a.output[0, 0] == 2 &&
               a.output[0, 1] == 1 && ulps_apart(a.output[1, 1], T(2.94336416291471)) <= 20;
    });
}

TEMPLATE_TEST_CASE("the output of a head's trace has the bits of self-attention", "", float, double) {
    using T = TestType;
    require_in_both_worlds([] {
        const auto embeddings = unseen(rough_matrix<Matrix<T, Tokens<5>, Model<4>>>(1));
        const auto w_q = unseen(rough_matrix<Matrix<T, Model<4>, HeadDim<3>>>(2));
        const auto w_k = unseen(rough_matrix<Matrix<T, Model<4>, HeadDim<3>>>(3));
        const auto w_v = unseen(rough_matrix<Matrix<T, Model<4>, ValueDim<2>>>(4));
        const auto mask = causal<Tokens<5>>();
        const auto change = alibi<Tokens<5>>(T(0.5));
        const auto trace = trace_self_attention(embeddings, w_q, w_k, w_v, mask, change, Sink{T(1)});
        return same_bits(renamed<Matrix<T, Tokens<5>, ValueDim<2>>>(trace.attention.output),
                         self_attention(embeddings, w_q, w_k, w_v, mask, change, Sink{T(1)}));
    });
}

TEMPLATE_TEST_CASE("the last stage of several heads has the bits of their attention", "", float, double) {
    using T = TestType;
    require_in_both_worlds([] {
        using Weights = MultiHeadWeights<T, Model<4>, Heads<4>, KeyValueHeads<2>, HeadDim<2>, ValueDim<1>>;
        const auto embeddings = unseen(rough_matrix<Matrix<T, Tokens<4>, Model<4>>>(1));
        const Weights weights{
            rough_matrix<typename Weights::ToQuery>(2), rough_matrix<typename Weights::ToKey>(3),
            rough_matrix<typename Weights::ToValue>(4), rough_matrix<typename Weights::ToModel>(5)};
        const auto changes = alibi_per_head<T, Heads<4>, Tokens<4>>();
        const auto trace = trace_multi_head_self_attention(embeddings, weights, causal<Tokens<4>>(), changes);
        const auto expected =
            multi_head_attention_with_weights(embeddings * weights.query, embeddings * weights.key,
                                              embeddings * weights.value, causal<Tokens<4>>(), changes);
        bool are_same = same_bits(trace.joined, expected.output) &&
                        same_bits(trace.projected, multi_head_self_attention(embeddings, weights,
                                                                             causal<Tokens<4>>(), changes)) &&
                        same_bits(trace.heads[2].w_k, trace.heads[3].w_k) &&
                        !same_bits(trace.heads[1].w_k, trace.heads[2].w_k);
        for (std::size_t h = 0; h < 4; ++h)
            are_same = are_same &&
                       ulps_apart(renamed<Matrix<T, Tokens<4>, Tokens<4>>>(trace.heads[h].attention.weights),
                                  expected.weights[h]) <= 16;
        return are_same;
    });
}

TEMPLATE_TEST_CASE("a trace tells of NaN and infinity where attention has them", "", float, double) {
    using T = TestType;
    for (const T special : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                            -std::numeric_limits<T>::infinity()}) {
        auto k = random_matrix<Matrix<T, Key<3>, HeadDim<2>>>(2);
        k[1, 0] = special;
        const auto q = random_matrix<Matrix<T, Query<3>, HeadDim<2>>>(1);
        const auto v = random_matrix<Matrix<T, Key<3>, ValueDim<2>>>(3);
        const auto output = attention(q, k, v);
        const auto trace = trace_attention(q, k, v);
        CAPTURE(special);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 2; ++j) {
                const bool are_both_nan =
                    output[i, j] != output[i, j] && trace.output[i, j] != trace.output[i, j];
                REQUIRE((are_both_nan || same_bits(output[i, j], trace.output[i, j])));
            }
    }
}

TEST_CASE("traces refuse what attention refuses, and more keys than a tile has") {
    using Q = Matrix<double, Query<3>, HeadDim<2>>;
    using K = Matrix<double, Key<4>, HeadDim<2>>;
    using V = Matrix<double, Key<4>, ValueDim<5>>;
    using X = Matrix<double, Tokens<4>, Model<3>>;
    using ToHead = Matrix<double, Model<3>, HeadDim<2>>;
    using Weights = MultiHeadWeights<double, Model<3>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<1>>;
    STATIC_REQUIRE(TracesAttention<Q, K, V>);
    STATIC_REQUIRE(TracesAttention<Q, K, V, decltype(no_mask<Query<3>, Key<4>>())>);
    STATIC_REQUIRE_FALSE(TracesAttention<Q, V, K>);
    STATIC_REQUIRE_FALSE(TracesAttention<Q, Matrix<double, Key<4>, HeadDim<3>>, V>);
    STATIC_REQUIRE_FALSE(TracesAttention<Q, K, Matrix<double, Key<3>, ValueDim<5>>>);
    STATIC_REQUIRE_FALSE(TracesAttention<Q, K, V, decltype(no_mask<Query<3>, Key<5>>())>);
    STATIC_REQUIRE_FALSE(TracesAttention<Q, K, Matrix<float, Key<4>, ValueDim<5>>>);
    STATIC_REQUIRE(
        TracesAttention<Q, Matrix<double, Key<128>, HeadDim<2>>, Matrix<double, Key<128>, ValueDim<5>>>);
    STATIC_REQUIRE_FALSE(
        TracesAttention<Q, Matrix<double, Key<129>, HeadDim<2>>, Matrix<double, Key<129>, ValueDim<5>>>);
    STATIC_REQUIRE(TracesSelfAttention<X, ToHead, ToHead, ToHead>);
    STATIC_REQUIRE_FALSE(TracesSelfAttention<X, ToHead, Matrix<double, Model<3>, HeadDim<3>>, ToHead>);
    STATIC_REQUIRE_FALSE(TracesSelfAttention<Matrix<double, Tokens<4>, Model<2>>, ToHead, ToHead, ToHead>);
    STATIC_REQUIRE_FALSE(TracesSelfAttention<Matrix<double, Tokens<129>, Model<3>>, ToHead, ToHead, ToHead>);
    STATIC_REQUIRE(TracesHeads<X, Weights>);
    STATIC_REQUIRE_FALSE(TracesHeads<Matrix<double, Tokens<4>, Model<2>>, Weights>);
    STATIC_REQUIRE_FALSE(TracesHeads<Matrix<double, Tokens<129>, Model<3>>, Weights>);
}
