#include <attest/multi_head.hpp>
#include <attest/parameters.hpp>

#include "both_worlds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <concepts>
#include <cstddef>

using namespace attest;

namespace {

template <std::size_t N>
struct Memory : axis<N> {};

/// A head's columns cut out by hand, from the first on.
template <std::size_t First, Axis Part, Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Rows, Part> cut(const Matrix<T, Rows, Cols>& m) {
    return generate<Matrix<T, Rows, Part>>([&](auto i, auto j) { return m[i, First + j]; });
}

template <Axis Part, std::size_t First, Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Part, Cols> cut_rows(const Matrix<T, Rows, Cols>& m) {
    return generate<Matrix<T, Part, Cols>>([&](auto i, auto j) { return m[First + i, j]; });
}

using Columns = Flat<Heads<2>, HeadDim<2>>;
using TwoHeads = Matrix<double, Tokens<2>, Columns>;
constexpr TwoHeads two_heads{{1, 2, 3, 4}, {5, 6, 7, 8}};

}  // namespace

TEST_CASE("C27: heads are split by columns, not by rereading the rows") {
    using Head = Matrix<double, Tokens<2>, HeadDim<2>>;
    constexpr auto heads = split_heads(two_heads);
    STATIC_REQUIRE(heads[0] == Head{{1, 2}, {5, 6}});
    STATIC_REQUIRE(heads[1] == Head{{3, 4}, {7, 8}});
    REQUIRE(split_heads(unseen(two_heads)) == heads);

    // What a view without a transpose would give has another type, even with as many columns.
    STATIC_REQUIRE_FALSE(HeadsSplittable<Matrix<double, Tokens<2>, Model<4>>>);
    STATIC_REQUIRE(
        std::same_as<decltype(split_heads(Matrix<double, Tokens<2>, Flat<HeadDim<2>, Heads<2>>>{})),
                     PerHead<HeadDim<2>, Matrix<double, Tokens<2>, Heads<2>>>>);
}

TEST_CASE("C51: what one head has outlives what all of them have") {
    STATIC_REQUIRE(std::same_as<decltype(split_heads(two_heads)[0]), Matrix<double, Tokens<2>, HeadDim<2>>>);
    constexpr auto heads = split_heads(two_heads);
    STATIC_REQUIRE(std::same_as<decltype((heads[0])), const Matrix<double, Tokens<2>, HeadDim<2>>&>);
}

TEMPLATE_TEST_CASE("C27: splitting and joining undo one another, for any number of heads",
                   "",
                   float,
                   double) {
    static constexpr auto undone = []<Axis H, Axis D, Axis Rows>(Matrix<TestType, Rows, Flat<H, D>> shape) {
        const auto joined = unseen(rough_matrix<decltype(shape)>(3));
        const auto split = split_heads(joined);
        for (std::size_t h = 0; h < H::extent; ++h)
            for (std::size_t i = 0; i < Rows::extent; ++i)
                for (std::size_t j = 0; j < D::extent; ++j)
                    if (split[h][i, j] != joined[i, h * D::extent + j]) return false;
        return same_bits(join_heads(split), joined) && split_heads(join_heads(split)) == split;
    };
    const auto check = [](auto shape) {
        using Shape = decltype(shape);
        require_in_both_worlds([] { return undone(Shape{}); });
    };
    check(Matrix<TestType, Tokens<1>, Flat<Heads<1>, HeadDim<1>>>{});
    check(Matrix<TestType, Tokens<5>, Flat<Heads<1>, HeadDim<3>>>{});
    check(Matrix<TestType, Tokens<3>, Flat<Heads<7>, HeadDim<1>>>{});
    check(Matrix<TestType, Tokens<4>, Flat<Heads<3>, HeadDim<5>>>{});
    REQUIRE(undone(Matrix<TestType, Query<17>, Flat<KeyValueHeads<12>, ValueDim<64>>>{}));
}

TEST_CASE("C27: only heads of one shape join, and into columns of that shape") {
    STATIC_REQUIRE(std::same_as<decltype(join_heads(split_heads(two_heads))), TwoHeads>);
    STATIC_REQUIRE(HeadsJoinable<PerHead<Heads<2>, Matrix<double, Tokens<2>, HeadDim<2>>>>);
    STATIC_REQUIRE_FALSE(HeadsJoinable<PerHead<Heads<2>, double>>);
    STATIC_REQUIRE_FALSE(HeadsJoinable<Matrix<double, Tokens<2>, HeadDim<2>>>);
    STATIC_REQUIRE_FALSE(ConstructibleFrom<Matrix<double, Tokens<2>, Flat<HeadDim<2>, Heads<2>>>, TwoHeads>);
}

TEST_CASE("C34: heads and their width are never mixed up, even where both are two") {
    // The shape that a projection has is part of its type: [tokens, heads, width] has no other reading.
    STATIC_REQUIRE(Projectable<Matrix<double, Tokens<3>, Model<4>>, Matrix<double, Model<4>, Columns>>);
    STATIC_REQUIRE_FALSE(Projectable<TwoHeads, Matrix<double, Flat<HeadDim<2>, Heads<2>>, Model<4>>>);
    STATIC_REQUIRE_FALSE(Projectable<TwoHeads, Matrix<double, Model<4>, Model<4>>>);
    // The scale is the width of a head, not the number of heads and not the width of all.
    constexpr Matrix<double, Query<1>, Flat<Heads<1>, HeadDim<4>>> q{{1, 1, 1, 1}};
    constexpr Matrix<double, Key<2>, Flat<KeyValueHeads<1>, HeadDim<4>>> k{{1, 1, 1, 1}, {0, 0, 0, 0}};
    constexpr Matrix<double, Key<2>, Flat<KeyValueHeads<1>, ValueDim<1>>> v{{1}, {0}};
    // softmax([4 / sqrt(4), 0])
    STATIC_REQUIRE(ulps_apart(multi_head_attention(q, k, v)[0, 0], .88079707797788244) <= 2);
}

TEST_CASE("C26: the weights of all heads are stored [in, out]") {
    using Weights = MultiHeadWeights<double, Model<2>, Heads<2>, KeyValueHeads<2>, HeadDim<1>, ValueDim<1>>;
    constexpr Matrix<double, Tokens<1>, Model<2>> x{{1, 2}};
    constexpr Weights::ToValue in_out{{0, 1}, {0, 0}};
    STATIC_REQUIRE((x * in_out)[0, 0] == 0);
    STATIC_REQUIRE((x * in_out)[0, 1] == 1);
    // As many columns as rows, and yet no weights for x.
    constexpr Matrix<double, Flat<KeyValueHeads<2>, ValueDim<1>>, Model<2>> out_in{{0, 0}, {1, 0}};
    STATIC_REQUIRE_FALSE(Projectable<decltype(x), decltype(out_in)>);
    STATIC_REQUIRE(x * transpose(out_in) == x * in_out);
    STATIC_REQUIRE_FALSE(ConstructibleFrom<Weights::ToModel, Weights::ToValue>);
    // One token attends to itself alone: its output is its value, seen through the output weights.
    constexpr Weights weights{{}, {}, in_out, {{1, 0}, {0, 3}}};
    STATIC_REQUIRE(multi_head_self_attention(x, weights) == Matrix<double, Tokens<1>, Model<2>>{{0, 3}});
}

TEST_CASE("C29: neighbouring query heads share a key-value head") {
    // One key, so that each head's output is its value.
    constexpr auto shared_by = []<std::size_t H, std::size_t KV>(
                                   Matrix<double, Key<1>, KeyValueHeads<KV>> values,
                                   Matrix<double, Query<1>, Heads<H>>) {
        const auto v = generate<Matrix<double, Key<1>, Flat<KeyValueHeads<KV>, ValueDim<1>>>>(
            [&](auto i, auto j) { return values[i, j]; });
        const auto output =
            multi_head_attention(Matrix<double, Query<1>, Flat<Heads<H>, HeadDim<1>>>{},
                                 Matrix<double, Key<1>, Flat<KeyValueHeads<KV>, HeadDim<1>>>{}, v);
        return generate<Matrix<double, Query<1>, Heads<H>>>([&](auto i, auto j) { return output[i, j]; });
    };
    using Four = Matrix<double, Query<1>, Heads<4>>;
    using Six = Matrix<double, Query<1>, Heads<6>>;
    STATIC_REQUIRE(shared_by(Matrix<double, Key<1>, KeyValueHeads<2>>{{10, 20}}, Four{}) ==
                   Four{{10, 10, 20, 20}});
    STATIC_REQUIRE(shared_by(Matrix<double, Key<1>, KeyValueHeads<1>>{{10}}, Four{}) ==
                   Four{{10, 10, 10, 10}});
    STATIC_REQUIRE(shared_by(Matrix<double, Key<1>, KeyValueHeads<4>>{{1, 2, 3, 4}}, Four{}) ==
                   Four{{1, 2, 3, 4}});
    STATIC_REQUIRE(shared_by(Matrix<double, Key<1>, KeyValueHeads<3>>{{1, 2, 3}}, Six{}) ==
                   Six{{1, 1, 2, 2, 3, 3}});
    STATIC_REQUIRE(shared_by(Matrix<double, Key<1>, KeyValueHeads<2>>{{1, 2}}, Six{}) ==
                   Six{{1, 1, 1, 2, 2, 2}});
    REQUIRE(shared_by(unseen(Matrix<double, Key<1>, KeyValueHeads<2>>{{10, 20}}), Four{}) ==
            Four{{10, 10, 20, 20}});
}

TEST_CASE("C30: heads that do not divide into groups do not compile") {
    STATIC_REQUIRE_FALSE(HeadsAreWeighable<double, Model<12>, Heads<6>, KeyValueHeads<4>>);
    STATIC_REQUIRE(HeadsAreWeighable<double, Model<12>, Heads<6>, KeyValueHeads<3>>);
    STATIC_REQUIRE(HeadsAreWeighable<double, Model<12>, Heads<6>, KeyValueHeads<1>>);
    STATIC_REQUIRE(HeadsAreWeighable<float, Model<12>, Heads<6>, KeyValueHeads<6>>);
    STATIC_REQUIRE_FALSE(HeadsAreWeighable<double, Model<12>, Heads<3>, KeyValueHeads<6>>);
    STATIC_REQUIRE_FALSE(HeadsAreWeighable<double, Model<12>, KeyValueHeads<2>, Heads<4>>);  // exchanged
    STATIC_REQUIRE_FALSE(HeadsAreWeighable<double, Model<12>, Heads<4>, Heads<4>>);
    STATIC_REQUIRE_FALSE(HeadsAreWeighable<double, Model<12>, Heads<6>, KeyValueHeads<0>>);
    STATIC_REQUIRE_FALSE(HeadsAreWeighable<double, Model<12>, Heads<0>, KeyValueHeads<4>>);
    STATIC_REQUIRE_FALSE(HeadsAreWeighable<int, Model<12>, Heads<6>, KeyValueHeads<3>>);

    using K = Matrix<double, Key<3>, Flat<KeyValueHeads<4>, HeadDim<2>>>;
    using V = Matrix<double, Key<3>, Flat<KeyValueHeads<4>, ValueDim<5>>>;
    STATIC_REQUIRE_FALSE(HeadsAttend<Matrix<double, Query<3>, Flat<Heads<6>, HeadDim<2>>>, K, V>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Matrix<double, Query<3>, Flat<Heads<2>, HeadDim<2>>>, K, V>);
    STATIC_REQUIRE(HeadsAttend<Matrix<double, Query<3>, Flat<Heads<8>, HeadDim<2>>>, K, V>);
}

TEMPLATE_TEST_CASE("multi-head attention is a head's attention for each, side by side", "", float, double) {
    using T = TestType;
    constexpr auto q = scattered<Matrix<T, Query<3>, Flat<Heads<4>, HeadDim<2>>>>(1);
    constexpr auto k = scattered<Matrix<T, Key<5>, Flat<KeyValueHeads<2>, HeadDim<2>>>>(2);
    constexpr auto v = scattered<Matrix<T, Key<5>, Flat<KeyValueHeads<2>, ValueDim<3>>>>(3);
    constexpr auto output = multi_head_attention(q, k, v);
    constexpr auto first = attention(cut<0, HeadDim<2>>(q), cut<0, HeadDim<2>>(k), cut<0, ValueDim<3>>(v));
    constexpr auto third = attention(cut<4, HeadDim<2>>(q), cut<2, HeadDim<2>>(k), cut<3, ValueDim<3>>(v));
    STATIC_REQUIRE(same_bits(cut<0, ValueDim<3>>(output), first));
    STATIC_REQUIRE(same_bits(cut<6, ValueDim<3>>(output), third));
    REQUIRE(same_bits(multi_head_attention(unseen(q), unseen(k), unseen(v)), output));
}

TEMPLATE_TEST_CASE("multi-head self-attention projects, attends by heads, and projects back",
                   "",
                   float,
                   double) {
    using T = TestType;
    using Weights = MultiHeadWeights<T, Model<4>, Heads<2>, KeyValueHeads<1>, HeadDim<3>, ValueDim<2>>;
    constexpr auto weights = scattered_weights<Weights>(5);
    constexpr auto x = scattered<Matrix<T, Tokens<3>, Model<4>>>(9);
    constexpr auto output = multi_head_self_attention(x, weights);

    constexpr auto k = x * cut<0, HeadDim<3>>(weights.key);
    constexpr auto v = x * cut<0, ValueDim<2>>(weights.value);
    constexpr auto first = attention(x * cut<0, HeadDim<3>>(weights.query), k, v);
    constexpr auto second = attention(x * cut<3, HeadDim<3>>(weights.query), k, v);
    STATIC_REQUIRE(same_bits(join_cols(first, second) * cut_rows<ValueDim<4>, 0>(weights.output), output));

    const Weights hidden{unseen(weights.query), unseen(weights.key), unseen(weights.value),
                         unseen(weights.output)};
    REQUIRE(same_bits(multi_head_self_attention(unseen(x), hidden), output));
    REQUIRE(same_bits(multi_head_cross_attention(unseen(x), unseen(x), hidden), output));
}

TEMPLATE_TEST_CASE("a memory may have another length and another width", "", float, double) {
    using T = TestType;
    using Weights =
        MultiHeadWeights<T, Model<4>, Heads<2>, KeyValueHeads<2>, HeadDim<2>, ValueDim<2>, Model<6>>;
    constexpr auto weights = scattered_weights<Weights>(5);
    constexpr auto x = scattered<Matrix<T, Tokens<2>, Model<4>>>(9);
    constexpr auto memory = scattered<Matrix<T, Memory<5>, Model<6>>>(11);
    constexpr Matrix<T, Tokens<2>, Model<4>> output = multi_head_cross_attention(x, memory, weights);
    constexpr auto by_steps =
        multi_head_attention(x * weights.query, memory * weights.key, memory * weights.value) *
        weights.output;
    STATIC_REQUIRE(same_bits(by_steps, output));
    REQUIRE(same_bits(multi_head_cross_attention(unseen(x), unseen(memory), weights), output));
}

TEMPLATE_TEST_CASE("C33: each head's weights are shown on request, and asking changes no bit",
                   "",
                   float,
                   double) {
    using T = TestType;
    constexpr auto q = scattered<Matrix<T, Query<3>, Flat<Heads<4>, HeadDim<2>>>>(1);
    constexpr auto k = scattered<Matrix<T, Key<3>, Flat<KeyValueHeads<2>, HeadDim<2>>>>(2);
    constexpr auto v = scattered<Matrix<T, Key<3>, Flat<KeyValueHeads<2>, ValueDim<3>>>>(3);
    constexpr auto mask = causal<Query<3>, Key<3>>();
    constexpr auto both = multi_head_attention_with_weights(q, k, v, mask);
    STATIC_REQUIRE(same_bits(both.output, multi_head_attention(q, k, v, mask)));
    STATIC_REQUIRE(
        same_bits(both.weights[2], attention_weights(cut<4, HeadDim<2>>(q), cut<2, HeadDim<2>>(k), mask)));
    STATIC_REQUIRE(both.weights[0][0, 1] == 0);
    STATIC_REQUIRE_FALSE(both.weights[0] == both.weights[1]);
    const auto computed = multi_head_attention_with_weights(unseen(q), unseen(k), unseen(v), mask);
    REQUIRE(same_bits(computed.output, both.output));
    REQUIRE(same_bits(computed.weights[3], both.weights[3]));
}

TEMPLATE_TEST_CASE("each head may change its scores, and have a sink, of its own", "", float, double) {
    using T = TestType;
    constexpr auto q = scattered<Matrix<T, Tokens<3>, Flat<Heads<4>, HeadDim<2>>>>(1);
    constexpr auto k = scattered<Matrix<T, Tokens<3>, Flat<KeyValueHeads<2>, HeadDim<2>>>>(2);
    constexpr auto v = scattered<Matrix<T, Tokens<3>, Flat<KeyValueHeads<2>, ValueDim<3>>>>(3);
    constexpr auto mask = causal<Tokens<3>>();
    constexpr auto changes = alibi_per_head<T, Heads<4>, Tokens<3>>();
    constexpr auto biased = multi_head_attention(q, k, v, mask, changes);
    constexpr auto third = attention(cut<4, HeadDim<2>>(q), cut<2, HeadDim<2>>(k), cut<3, ValueDim<3>>(v),
                                     mask, alibi<Tokens<3>>(alibi_slopes<T, Heads<4>>()[2]));
    STATIC_REQUIRE(same_bits(cut<6, ValueDim<3>>(biased), third));
    REQUIRE(same_bits(multi_head_attention(unseen(q), unseen(k), unseen(v), mask, changes), biased));

    constexpr auto capped = for_all_heads<Heads<4>>(soft_cap<Tokens<3>>(T{2}));
    constexpr auto sinks = [] {
        PerHead<Heads<4>, Sink<T>> of_heads;
        of_heads[2] = Sink<T>{T{0.5}};
        return of_heads;
    }();
    constexpr auto with_sink = multi_head_attention_with_weights(q, k, v, mask, capped, sinks);
    constexpr auto alone = attention(cut<4, HeadDim<2>>(q), cut<2, HeadDim<2>>(k), cut<3, ValueDim<3>>(v),
                                     mask, soft_cap<Tokens<3>>(T{2}), Sink<T>{T{0.5}});
    STATIC_REQUIRE(same_bits(cut<6, ValueDim<3>>(with_sink.output), alone));
    STATIC_REQUIRE_FALSE(same_bits(multi_head_attention(q, k, v, mask, capped), with_sink.output));
    REQUIRE(same_bits(multi_head_attention(unseen(q), unseen(k), unseen(v), mask, capped, sinks),
                      with_sink.output));
}

TEMPLATE_TEST_CASE("projections included, heads take changes and sinks as well", "", float, double) {
    using T = TestType;
    using Weights = MultiHeadWeights<T, Model<4>, Heads<4>, KeyValueHeads<2>, HeadDim<2>, ValueDim<1>>;
    constexpr auto weights = scattered_weights<Weights>(5);
    constexpr auto x = scattered<Matrix<T, Tokens<3>, Model<4>>>(9);
    constexpr auto memory = scattered<Matrix<T, Memory<2>, Model<4>>>(3);
    constexpr auto sinks = for_all_heads<Heads<4>>(Sink{T(0.5)});
    constexpr auto mask = causal<Tokens<3>>();
    constexpr auto alibi = alibi_per_head<T, Heads<4>, Tokens<3>>();
    constexpr auto of_itself = multi_head_self_attention(x, weights, mask, alibi, sinks);
    STATIC_REQUIRE(same_bits(
        multi_head_attention(x * weights.query, x * weights.key, x * weights.value, mask, alibi, sinks) *
            weights.output,
        of_itself));
    STATIC_REQUIRE_FALSE(same_bits(multi_head_self_attention(x, weights, mask, alibi), of_itself));
    STATIC_REQUIRE_FALSE(same_bits(multi_head_self_attention(x, weights, mask), of_itself));
    REQUIRE(same_bits(multi_head_self_attention(unseen(x), weights, mask, alibi, sinks), of_itself));

    constexpr auto caps = for_all_heads<Heads<4>>(soft_cap<Tokens<3>, Memory<2>>(T(0.5)));
    constexpr auto all = no_mask<Tokens<3>, Memory<2>>();
    STATIC_REQUIRE(same_bits(multi_head_cross_attention(x, memory, weights, all, caps, sinks),
                             multi_head_attention(x * weights.query, memory * weights.key,
                                                  memory * weights.value, all, caps, sinks) *
                                 weights.output));
    STATIC_REQUIRE_FALSE(same_bits(multi_head_cross_attention(x, memory, weights, all, caps, sinks),
                                   multi_head_cross_attention(x, memory, weights, all, caps)));
}

TEST_CASE("C33: what heads have is kept per head, and averaged only on request") {
    using Weights = Matrix<double, Query<1>, Key<2>>;
    constexpr PerHead<Heads<2>, Weights> weights{{Weights{{1, 0}}, Weights{{0, 1}}}};
    STATIC_REQUIRE(mean_of_heads(weights) == Weights{{.5, .5}});
    STATIC_REQUIRE(mean_of_heads(PerHead<Heads<1>, Weights>{{Weights{{1, 0}}}}) == Weights{{1, 0}});
    STATIC_REQUIRE_FALSE(HeadsAveraged<PerHead<Heads<2>, double>>);
    STATIC_REQUIRE_FALSE(HeadsAveraged<Weights>);
}

TEST_CASE("the width of a head is independent of the model's, and weights need not be stored") {
    // Gemma 7B: 16 heads of 256 on a model of 3072.
    using Gemma =
        MultiHeadWeights<float, Model<3072>, Heads<16>, KeyValueHeads<16>, HeadDim<256>, ValueDim<256>>;
    STATIC_REQUIRE(Flat<Heads<16>, HeadDim<256>>::extent == 4096);
    STATIC_REQUIRE(parameter_count<Gemma> == 4 * 3072 * 4096);
    constexpr auto members = parameters<Gemma>();
    STATIC_REQUIRE(members.size() == 4);
    STATIC_REQUIRE((members[0].name == "query" && members[0].col_axis == "Heads x HeadDim"));
    STATIC_REQUIRE((members[1].name == "key" && members[1].col_axis == "KeyValueHeads x HeadDim"));
    STATIC_REQUIRE((members[2].name == "value" && members[2].col_axis == "KeyValueHeads x ValueDim"));
    STATIC_REQUIRE((members[3].name == "output" && members[3].row_axis == "Heads x ValueDim"));
    STATIC_REQUIRE((members[3].rows == 4096 && members[3].col_axis == "Model" && members[3].cols == 3072));
}

TEST_CASE("heads that do not fit do not compile") {
    using Q = Matrix<double, Query<3>, Flat<Heads<4>, HeadDim<2>>>;
    using K = Matrix<double, Key<3>, Flat<KeyValueHeads<4>, HeadDim<2>>>;
    using V = Matrix<double, Key<3>, Flat<KeyValueHeads<4>, ValueDim<2>>>;
    STATIC_REQUIRE(HeadsAttend<Q, K, V>);
    STATIC_REQUIRE(HeadsAttend<Q, K, V, Mask<Query<3>, Key<3>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, V, Mask<Key<3>, Query<3>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, Q, V>);
    STATIC_REQUIRE_FALSE(HeadsAttend<K, K, V>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, Q>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, V, K>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, Matrix<double, Key<3>, Flat<KeyValueHeads<2>, ValueDim<2>>>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, Matrix<double, Key<4>, Flat<KeyValueHeads<4>, ValueDim<2>>>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, Matrix<double, Query<3>, Flat<KeyValueHeads<4>, ValueDim<2>>>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, Matrix<double, Key<3>, Flat<KeyValueHeads<2>, HeadDim<4>>>, V>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, Matrix<float, Key<3>, Flat<KeyValueHeads<4>, ValueDim<2>>>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Matrix<double, Query<3>, Model<8>>, K, V>);
    STATIC_REQUIRE(HeadsAttendWithWeights<Q, K, V, Mask<Query<3>, Key<3>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsAttendWithWeights<Q, K, V, Mask<Key<3>, Query<3>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsAttendWithWeights<K, K, V>);
    STATIC_REQUIRE_FALSE(HeadsAttendWithWeights<Matrix<double, Query<3>, Flat<Heads<6>, HeadDim<2>>>, K, V>);
    using Everywhere = Mask<Query<3>, Key<3>, KeepAll>;
    using Change = ScoreChange<double, Query<3>, Key<3>, Unchanged>;
    STATIC_REQUIRE(
        HeadsAttend<Q, K, V, Everywhere, PerHead<Heads<4>, Change>, PerHead<Heads<4>, Sink<double>>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, V, Everywhere, Change>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, V, Everywhere, PerHead<Heads<3>, Change>>);
    STATIC_REQUIRE_FALSE(HeadsAttend<Q, K, V, Everywhere, PerHead<KeyValueHeads<4>, Change>>);
    STATIC_REQUIRE_FALSE(
        HeadsAttend<Q, K, V, Everywhere, PerHead<Heads<4>, Change>, PerHead<Heads<4>, Sink<float>>>);
    STATIC_REQUIRE(HasAlibiPerHead<double, Heads<3>, Query<3>, Key<3>>);
    STATIC_REQUIRE_FALSE(HasAlibiPerHead<double, Heads<3>, Query<3>, Key<4>>);

    using X = Matrix<double, Tokens<3>, Model<4>>;
    using Wider = Matrix<double, Memory<5>, Model<6>>;
    using Weights = MultiHeadWeights<double, Model<4>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>>;
    using FromWider =
        MultiHeadWeights<double, Model<4>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>, Model<6>>;
    STATIC_REQUIRE(HeadsSelfAttend<X, Weights>);
    STATIC_REQUIRE(HeadsSelfAttend<X, Weights, Mask<Tokens<3>, Tokens<3>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsSelfAttend<X, Weights, Mask<Tokens<4>, Tokens<4>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsSelfAttend<X, FromWider>);
    STATIC_REQUIRE_FALSE(HeadsSelfAttend<Wider, Weights>);
    STATIC_REQUIRE_FALSE(HeadsSelfAttend<Matrix<float, Tokens<3>, Model<4>>, Weights>);
    STATIC_REQUIRE(HeadsCrossAttend<X, Wider, FromWider>);
    STATIC_REQUIRE(HeadsCrossAttend<X, X, Weights>);
    STATIC_REQUIRE(HeadsCrossAttend<X, Wider, FromWider, Mask<Tokens<3>, Memory<5>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsCrossAttend<X, Wider, FromWider, Mask<Memory<5>, Tokens<3>, KeepAll>>);
    STATIC_REQUIRE_FALSE(HeadsCrossAttend<Wider, X, FromWider>);
    STATIC_REQUIRE_FALSE(HeadsCrossAttend<X, Wider, Weights>);
}
