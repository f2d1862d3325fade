#pragma once

// What models are made of, as types: the shapes of their weights, and not one weight.
//
// A model is a struct with blocks, and a block a struct of parts: what stands in it beside attention and
// feed-forward network is what tells the families apart. The sizes of a model make them all.

#include <attest/attest.hpp>

#include <boost/hana/define_struct.hpp>

#include <array>
#include <cstddef>

namespace models {

using namespace attest;

template <std::size_t N>
struct Vocabulary : axis<N> {};
template <std::size_t N>
struct Context : axis<N> {};
template <std::size_t N>
struct Hidden : axis<N> {};  // what a feed-forward network widens the model to

/// The sizes of a model, as a row of a table has them. The width of a head is its authors' choice, and
/// need not be the model's width divided by the heads.
template <std::size_t VocabularySize,
          std::size_t ModelWidth,
          std::size_t Layers,
          std::size_t QueryHeads,
          std::size_t SharedHeads,
          std::size_t HeadWidth,
          std::size_t HiddenWidth>
struct Sizes {
    using Vocabulary = models::Vocabulary<VocabularySize>;
    using Model = attest::Model<ModelWidth>;
    using Head = HeadDim<HeadWidth>;
    using Value = ValueDim<HeadWidth>;
    using Queries = Flat<Heads<QueryHeads>, Head>;
    using Keys = Flat<KeyValueHeads<SharedHeads>, Head>;
    using Values = Flat<KeyValueHeads<SharedHeads>, Value>;
    using Hidden = models::Hidden<HiddenWidth>;
    using Attention =
        MultiHeadWeights<float, Model, Heads<QueryHeads>, KeyValueHeads<SharedHeads>, Head, Value>;
    template <class Block>
    using Blocks = std::array<Block, Layers>;

    static constexpr std::size_t layers = Layers;
    static constexpr std::size_t cached_numbers =
        Layers * cached_numbers_per_token<KeyValueHeads<SharedHeads>, Head, Value>;
};

/// A bias or a norm's gain: one row that is for every row alike.
template <Axis Cols>
using Vector = Matrix<float, Single<1>, Cols>;

template <Axis Cols>
struct RmsNorm {
    BOOST_HANA_DEFINE_STRUCT(RmsNorm, (Vector<Cols>, gain));
};

template <Axis Cols>
struct LayerNorm {
    BOOST_HANA_DEFINE_STRUCT(LayerNorm, (Vector<Cols>, gain), (Vector<Cols>, bias));
};

template <class S>
struct FeedForward {
    using Up = Matrix<float, typename S::Model, typename S::Hidden>;
    using Down = Matrix<float, typename S::Hidden, typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(FeedForward,
                             (Up, up),
                             (Vector<typename S::Hidden>, up_bias),
                             (Down, down),
                             (Vector<typename S::Model>, down_bias));
};

template <class S>
struct GatedFeedForward {
    using Up = Matrix<float, typename S::Model, typename S::Hidden>;
    using Down = Matrix<float, typename S::Hidden, typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(GatedFeedForward, (Up, gate), (Up, up), (Down, down));
};

template <class S>
struct Gpt2Block {
    using Norm = LayerNorm<typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(Gpt2Block,
                             (Norm, attention_norm),
                             (typename S::Attention, attention),
                             (Vector<typename S::Queries>, query_bias),
                             (Vector<typename S::Keys>, key_bias),
                             (Vector<typename S::Values>, value_bias),
                             (Vector<typename S::Model>, output_bias),
                             (Norm, feed_forward_norm),
                             (FeedForward<S>, feed_forward));
};

template <class S>
struct LlamaBlock {
    using Norm = RmsNorm<typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(LlamaBlock,
                             (Norm, attention_norm),
                             (typename S::Attention, attention),
                             (Norm, feed_forward_norm),
                             (GatedFeedForward<S>, feed_forward));
};

/// With norms of what the attention and the feed-forward network give.
template <class S>
struct Gemma2Block {
    using Norm = RmsNorm<typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(Gemma2Block,
                             (Norm, attention_norm),
                             (typename S::Attention, attention),
                             (Norm, attended_norm),
                             (Norm, feed_forward_norm),
                             (GatedFeedForward<S>, feed_forward),
                             (Norm, fed_forward_norm));
};

/// With biases of the queries, keys and values.
template <class S>
struct Qwen2Block {
    using Norm = RmsNorm<typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(Qwen2Block,
                             (Norm, attention_norm),
                             (typename S::Attention, attention),
                             (Vector<typename S::Queries>, query_bias),
                             (Vector<typename S::Keys>, key_bias),
                             (Vector<typename S::Values>, value_bias),
                             (Norm, feed_forward_norm),
                             (GatedFeedForward<S>, feed_forward));
};

/// With norms of each head's query and key.
template <class S>
struct Qwen3Block {
    using Norm = RmsNorm<typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(Qwen3Block,
                             (Norm, attention_norm),
                             (typename S::Attention, attention),
                             (RmsNorm<typename S::Head>, query_norm),
                             (RmsNorm<typename S::Head>, key_norm),
                             (Norm, feed_forward_norm),
                             (GatedFeedForward<S>, feed_forward));
};

/// A model whose output has the tokens' embedding for its weights: they are there once.
template <template <class> class BlockOf, class S>
struct Tied {
    using Sizes = S;
    using Block = BlockOf<S>;
    using Tokens = Matrix<float, typename S::Vocabulary, typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(Tied,
                             (Tokens, tokens),
                             (typename S::template Blocks<Block>, blocks),
                             (typename Block::Norm, norm));
};

/// A model whose output has weights of its own.
template <template <class> class BlockOf, class S>
struct Untied {
    using Sizes = S;
    using Block = BlockOf<S>;
    using Tokens = Matrix<float, typename S::Vocabulary, typename S::Model>;
    using Output = Matrix<float, typename S::Model, typename S::Vocabulary>;
    BOOST_HANA_DEFINE_STRUCT(Untied,
                             (Tokens, tokens),
                             (typename S::template Blocks<Block>, blocks),
                             (typename Block::Norm, norm),
                             (Output, output));
};

/// A tied model with a learned embedding of each position in its context.
template <Axis Context, class S>
struct Gpt2 {
    using Sizes = S;
    using Block = Gpt2Block<S>;
    using Tokens = Matrix<float, typename S::Vocabulary, typename S::Model>;
    using Positions = Matrix<float, Context, typename S::Model>;
    BOOST_HANA_DEFINE_STRUCT(Gpt2,
                             (Tokens, tokens),
                             (Positions, positions),
                             (typename S::template Blocks<Block>, blocks),
                             (typename Block::Norm, norm));
};

}  // namespace models
