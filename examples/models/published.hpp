#pragma once

// Published models, each a row of its sizes, and what follows from a model's shapes. No model is ever an
// object: GPT-3 would take 700 GB.

#include "shapes.hpp"

#include <cstddef>

namespace models {

// Vocabulary, model, layers, heads, key-value heads, head, hidden: a row each.
// clang-format off

// Radford et al. 2019, and Brown et al. 2020.
using Gpt2Small    = Gpt2<Context<1024>, Sizes<50257,   768, 12, 12, 12,  64,  3072>>;
using Gpt2Medium   = Gpt2<Context<1024>, Sizes<50257,  1024, 24, 16, 16,  64,  4096>>;
using Gpt2Large    = Gpt2<Context<1024>, Sizes<50257,  1280, 36, 20, 20,  64,  5120>>;
using Gpt2Xl       = Gpt2<Context<1024>, Sizes<50257,  1600, 48, 25, 25,  64,  6400>>;
using Gpt3         = Gpt2<Context<2048>, Sizes<50257, 12288, 96, 96, 96, 128, 49152>>;

// Touvron et al. 2023.
using Llama2_7B    = Untied<LlamaBlock,  Sizes< 32000, 4096, 32, 32, 32, 128, 11008>>;
using Llama2_13B   = Untied<LlamaBlock,  Sizes< 32000, 5120, 40, 40, 40, 128, 13824>>;
using Llama2_70B   = Untied<LlamaBlock,  Sizes< 32000, 8192, 80, 64,  8, 128, 28672>>;

// Grattafiori et al. 2024, and later.
using Llama3_8B    = Untied<LlamaBlock,  Sizes<128256, 4096, 32, 32,  8, 128, 14336>>;
using Llama32_1B   = Tied  <LlamaBlock,  Sizes<128256, 2048, 16, 32,  8,  64,  8192>>;
using Llama32_3B   = Tied  <LlamaBlock,  Sizes<128256, 3072, 28, 24,  8, 128,  8192>>;

// Jiang et al. 2023.
using Mistral7B    = Untied<LlamaBlock,  Sizes< 32000, 4096, 32, 32,  8, 128, 14336>>;
using Mistral7Bv03 = Untied<LlamaBlock,  Sizes< 32768, 4096, 32, 32,  8, 128, 14336>>;

// Zhang et al. 2024.
using TinyLlama    = Untied<LlamaBlock,  Sizes< 32000, 2048, 22, 32,  4,  64,  5632>>;

// Gemma Team 2024.
using Gemma2B      = Tied  <LlamaBlock,  Sizes<256000, 2048, 18,  8,  1, 256, 16384>>;
using Gemma7B      = Tied  <LlamaBlock,  Sizes<256000, 3072, 28, 16, 16, 256, 24576>>;
using Gemma2_2B    = Tied  <Gemma2Block, Sizes<256000, 2304, 26,  8,  4, 256,  9216>>;
using Gemma2_9B    = Tied  <Gemma2Block, Sizes<256000, 3584, 42, 16,  8, 256, 14336>>;

// Qwen Team 2024 and 2025.
using Qwen25_05B   = Tied  <Qwen2Block,  Sizes<151936,  896, 24, 14,  2,  64,  4864>>;
using Qwen3_06B    = Tied  <Qwen3Block,  Sizes<151936, 1024, 28, 16,  8, 128,  3072>>;

// llama2.c, trained on TinyStories (Eldan and Li 2023).
using Stories260K  = Tied  <LlamaBlock,  Sizes<   512,   64,  5,  8,  4,   8,   172>>;
using Stories15M   = Tied  <LlamaBlock,  Sizes< 32000,  288,  6,  6,  6,  48,   768>>;
using Stories42M   = Tied  <LlamaBlock,  Sizes< 32000,  512,  8,  8,  8,  64,  1376>>;
using Stories110M  = Tied  <LlamaBlock,  Sizes< 32000,  768, 12, 12, 12,  64,  2048>>;

// clang-format on

/// What each token adds to a cache: a key and a value for each key-value head of every layer.
template <class Network>
constexpr std::size_t cache_bytes_per_token(std::size_t bytes_per_number) {
    return Network::Sizes::cached_numbers * bytes_per_number;
}

/// The floating-point operations of attention for one token that attends to n keys, a multiply-add being
/// two: in every layer 2 n H d_k for q k^T and 2 n H d_v for the mixing of v, by H query heads. However
/// many key-value heads there are, that is the same. Softmax and scaling are not counted, and neither are
/// the four projections, which take 2 for each of their parameters. PaLM (Chowdhery et al. 2022, appendix
/// B) counts the same: 12 L H Q T, forward and backward, is three times 4 n H d in each of L layers.
template <class Network>
constexpr std::size_t attention_flops_per_token(std::size_t n) {
    using Attention = typename Network::Sizes::Attention;
    return Network::Sizes::layers * 2 * n *
           (decltype(Attention::query)::cols + decltype(Attention::output)::rows);
}

}  // namespace models
