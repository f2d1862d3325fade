// The published models' shapes against their published figures, to the last digit.

#include "models/published.hpp"

#include "catch.hpp"

#include <attest/attest.hpp>

#include <cstddef>
#include <type_traits>

using namespace models;

TEST_CASE("the GPTs have as many parameters as was published") {
    STATIC_REQUIRE(parameter_count<Gpt2Small> == 124'439'808);
    STATIC_REQUIRE(parameter_count<Gpt2Medium> == 354'823'168);
    STATIC_REQUIRE(parameter_count<Gpt2Large> == 774'030'080);
    STATIC_REQUIRE(parameter_count<Gpt2Xl> == 1'557'611'200);
    STATIC_REQUIRE(parameter_count<Gpt3> == 174'604'259'328);

    STATIC_REQUIRE(parameter_count<Gpt2Small::Block> == 7'087'872);
    STATIC_REQUIRE(parameter_count<Gpt2Medium::Block> == 12'596'224);
    STATIC_REQUIRE(parameter_count<Gpt2Large::Block> == 19'677'440);
    STATIC_REQUIRE(parameter_count<Gpt2Xl::Block> == 30'740'800);
    STATIC_REQUIRE(parameter_count<Gpt3::Block> == 1'812'099'072);

    // With a vocabulary that is padded to a multiple of 64.
    STATIC_REQUIRE(parameter_count<Gpt2<Context<1024>, Sizes<50304, 768, 12, 12, 12, 64, 3072>>> ==
                   124'475'904);
}

TEST_CASE("the models of the Llama family have as many parameters as was published") {
    STATIC_REQUIRE(parameter_count<Llama2_7B> == 6'738'415'616);
    STATIC_REQUIRE(parameter_count<Llama2_13B> == 13'015'864'320);
    STATIC_REQUIRE(parameter_count<Llama2_70B> == 68'976'648'192);
    STATIC_REQUIRE(parameter_count<Llama3_8B> == 8'030'261'248);
    STATIC_REQUIRE(parameter_count<Llama32_1B> == 1'235'814'400);
    STATIC_REQUIRE(parameter_count<Llama32_3B> == 3'212'749'824);
    STATIC_REQUIRE(parameter_count<Mistral7B> == 7'241'732'096);
    STATIC_REQUIRE(parameter_count<Mistral7Bv03> == 7'248'023'552);
    STATIC_REQUIRE(parameter_count<TinyLlama> == 1'100'048'384);
    STATIC_REQUIRE(parameter_count<Gemma2B> == 2'506'172'416);
    STATIC_REQUIRE(parameter_count<Gemma7B> == 8'537'680'896);
    STATIC_REQUIRE(parameter_count<Gemma2_2B> == 2'614'341'888);
    STATIC_REQUIRE(parameter_count<Gemma2_9B> == 9'241'705'984);
    STATIC_REQUIRE(parameter_count<Qwen25_05B> == 494'032'768);
    STATIC_REQUIRE(parameter_count<Qwen3_06B> == 596'049'920);
    STATIC_REQUIRE(parameter_count<Stories260K> == 260'032);
    STATIC_REQUIRE(parameter_count<Stories15M> == 15'191'712);
    STATIC_REQUIRE(parameter_count<Stories42M> == 41'689'600);
    STATIC_REQUIRE(parameter_count<Stories110M> == 109'529'856);
}

namespace {

// Variants that others train, made of the same parts.

struct UntiedGpt2 {
    using Output = Matrix<float, Model<768>, Vocabulary<50257>>;
    BOOST_HANA_DEFINE_STRUCT(UntiedGpt2, (Gpt2Small, model), (Output, output));
};

/// An up and a down projection and no bias.
template <class S>
struct PlainFeedForward {
    using Up = Matrix<float, typename S::Model, typename S::Hidden>;
    using Down = Matrix<float, typename S::Hidden, typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(PlainFeedForward, (Up, up), (Down, down));
};

/// GPT-2's block without any bias, as in nanoGPT.
template <class S>
struct UnbiasedBlock {
    using Norm = RmsNorm<typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(UnbiasedBlock,
                             (Norm, attention_norm),
                             (typename S::Attention, attention),
                             (Norm, feed_forward_norm),
                             (PlainFeedForward<S>, feed_forward));
};

struct UnbiasedGpt2 {
    using Network = Tied<UnbiasedBlock, Sizes<50257, 768, 12, 12, 12, 64, 3072>>;
    using Positions = Matrix<float, Context<1024>, Model<768>>;
    BOOST_HANA_DEFINE_STRUCT(UnbiasedGpt2, (Network, network), (Positions, positions));
};

/// One block whose norms have no weights.
template <Axis Context>
struct MicroGpt {
    using S = Sizes<27, 16, 1, 4, 4, 4, 64>;
    using Tokens = Matrix<float, S::Vocabulary, S::Model>;
    using Positions = Matrix<float, Context, S::Model>;
    using Output = Matrix<float, S::Model, S::Vocabulary>;
    BOOST_HANA_DEFINE_STRUCT(MicroGpt,
                             (Tokens, tokens),
                             (Positions, positions),
                             (S::Attention, attention),
                             (PlainFeedForward<S>, feed_forward),
                             (Output, output));
};

}  // namespace

TEST_CASE("variants of GPT-2 have as many parameters as is known of them") {
    STATIC_REQUIRE(parameter_count<UntiedGpt2> == 163'037'184);
    STATIC_REQUIRE(parameter_count<UnbiasedGpt2> == 124'337'664);
    STATIC_REQUIRE(parameter_count<MicroGpt<Context<8>>> == 4'064);
    STATIC_REQUIRE(parameter_count<MicroGpt<Context<16>>> == 4'192);
}

TEST_CASE("C31: a cache is as wide as the key-value heads, not the query heads") {
    STATIC_REQUIRE(cache_bytes_per_token<Llama2_7B>(2) == 524'288);
    STATIC_REQUIRE(cache_bytes_per_token<Llama2_70B>(2) == 327'680);
    STATIC_REQUIRE(cache_bytes_per_token<Mistral7B>(2) == 131'072);
    STATIC_REQUIRE(cache_bytes_per_token<Gpt2Small>(2) == 36'864);

    // A width of 64 and 8 heads of which pairs share keys and values: 4 x 8 = 32 columns.
    using Small = Tied<LlamaBlock, Sizes<512, 64, 1, 8, 4, 8, 172>>;
    STATIC_REQUIRE(decltype(Small::Sizes::Attention::key)::cols == 32);
    STATIC_REQUIRE(decltype(Small::Sizes::Attention::value)::cols == 32);
    STATIC_REQUIRE(cache_bytes_per_token<Small>(1) == 2 * 32);
    STATIC_REQUIRE(cache_bytes_per_token<Small>(4) == 2 * 32 * 4);

    // Six layers of what a cache itself says.
    using Layer = KvCache<float, Capacity<256>, KeyValueHeads<6>, HeadDim<48>, ValueDim<48>>;
    STATIC_REQUIRE(cache_bytes_per_token<Stories15M>(sizeof(float)) == 6 * Layer::bytes_per_token);

    // One key-value head, and a head that is wider than the model's share.
    STATIC_REQUIRE(cache_bytes_per_token<Gemma2B>(2) == 18 * 2 * 256 * 2);
    STATIC_REQUIRE(cache_bytes_per_token<Gemma7B>(2) == 28 * 2 * 16 * 256 * 2);
}

namespace {

/// The multiply-adds of a matrix product.
template <Axis Rows, Axis Shared, Axis Cols, class T>
constexpr std::size_t multiply_adds(std::type_identity<Matrix<T, Rows, Shared>>,
                                    std::type_identity<Matrix<T, Shared, Cols>>) {
    return Rows::extent * Shared::extent * Cols::extent;
}

/// The multiply-adds of the two products of attention, of one query with n keys, by all heads.
template <std::size_t n, class T, Axis M, std::size_t H, Axis KV, Axis Head, Axis Value, Axis Memory>
constexpr std::size_t multiply_adds_of_attention(
    std::type_identity<MultiHeadWeights<T, M, Heads<H>, KV, Head, Value, Memory>>) {
    using Q = std::type_identity<Matrix<T, Query<1>, Head>>;
    using KTransposed = std::type_identity<Matrix<T, Head, Key<n>>>;
    using Weights = std::type_identity<Matrix<T, Query<1>, Key<n>>>;
    using V = std::type_identity<Matrix<T, Key<n>, Value>>;
    return H * (multiply_adds(Q{}, KTransposed{}) + multiply_adds(Weights{}, V{}));
}

/// Whether the formula is what the shapes of every layer say.
template <class Network, std::size_t n>
constexpr bool costs_what_its_products_cost =
    attention_flops_per_token<Network>(n) ==
    2 * Network::Sizes::layers *
        multiply_adds_of_attention<n>(std::type_identity<typename Network::Sizes::Attention>{});

}  // namespace

TEST_CASE("attention costs two operations for each multiply-add of its products") {
    STATIC_REQUIRE(costs_what_its_products_cost<Gpt2Small, 1>);
    STATIC_REQUIRE(costs_what_its_products_cost<Gpt2Small, 1024>);
    STATIC_REQUIRE(costs_what_its_products_cost<Gpt3, 2048>);
    STATIC_REQUIRE(costs_what_its_products_cost<Llama2_70B, 4096>);
    STATIC_REQUIRE(costs_what_its_products_cost<Gemma2B, 8192>);
    STATIC_REQUIRE(costs_what_its_products_cost<Gemma7B, 8192>);
    STATIC_REQUIRE(costs_what_its_products_cost<Qwen3_06B, 32768>);
    STATIC_REQUIRE(costs_what_its_products_cost<Stories15M, 256>);

    // In numbers: 12 layers of 2 x 2 x 1024 x 768 for GPT-2.
    STATIC_REQUIRE(attention_flops_per_token<Gpt2Small>(1024) == 37'748'736);
}

TEST_CASE("the projections are two operations for each of their parameters") {
    // So that the four of them and the formula together are all of attention's products.
    using W = Mistral7B::Sizes::Attention;
    using X = std::type_identity<Matrix<float, Query<1>, Model<4096>>>;
    using Mixed = std::type_identity<Matrix<float, Query<1>, Flat<Heads<32>, ValueDim<128>>>>;
    STATIC_REQUIRE(multiply_adds(X{}, std::type_identity<decltype(W::query)>{}) +
                       multiply_adds(X{}, std::type_identity<decltype(W::key)>{}) +
                       multiply_adds(X{}, std::type_identity<decltype(W::value)>{}) +
                       multiply_adds(Mixed{}, std::type_identity<decltype(W::output)>{}) ==
                   parameter_count<W>);
}

TEST_CASE("the parameters of a published model are named by their paths") {
    constexpr auto weights = parameters<Gpt2Small>();
    STATIC_REQUIRE(weights.size() == 2 + 2 + 4 + 4 + 2 + 4 + 2);
    STATIC_REQUIRE((weights[0].name == "tokens" && weights[0].row_axis == "Vocabulary"));
    STATIC_REQUIRE((weights[1].name == "positions" && weights[1].rows == 1024));
    STATIC_REQUIRE((weights[2].name == "blocks.attention_norm.gain" && weights[2].copies == 12));
    STATIC_REQUIRE((weights[2].row_axis == "Single" && weights[2].size() == 12 * 768));
    STATIC_REQUIRE((weights[4].name == "blocks.attention.query" && weights[4].col_axis == "Heads x HeadDim"));
    STATIC_REQUIRE(weights[11].name == "blocks.output_bias");
    STATIC_REQUIRE(weights[14].name == "blocks.feed_forward.up");
    STATIC_REQUIRE((weights[19].name == "norm.bias" && weights[19].copies == 1));

    // And once more at run time, as a program that prints them does.
    std::size_t total = 0;
    for (const Parameter& parameter : parameters<Gpt2Small>()) total += parameter.size();
    REQUIRE(total == 124'439'808);
}
