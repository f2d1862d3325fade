// Models as types. A model's parameters, its cache and the cost of its attention follow from shapes
// alone, so the compiler can tell them without a single weight: models/shapes.hpp says what models are
// made of, models/published.hpp which were published.

#include "models/published.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

#include <cstddef>

using namespace attest;
using namespace models;

// A block is a struct, and a walk over its members counts it: in GPT-2, 12 d^2 + 13 d.
static_assert(parameter_count<Gpt2Small::Block> == 12 * 768 * 768 + 13 * 768);
static_assert(parameter_count<Gpt2Small> == 124'439'808);
static_assert(parameter_count<Gpt3> == 174'604'259'328);

// What is repeated is walked once. Parameters have their path for a name, and know their copies.
constexpr auto stories = parameters<Stories15M>();
static_assert(stories[2].name == "blocks.attention.query" && stories[2].copies == 6);
static_assert(stories[2].row_axis == "Model" && stories[2].rows == 288 && stories[2].size() == 6 * 288 * 288);
static_assert(parameter_count<Stories15M> == 15'191'712);

// Of Llama 2 only the largest shares its keys and values between query heads. So a token takes less
// cache in the model of 70 billion parameters than in that of 7 billion. A number takes two bytes here.
static_assert(cache_bytes_per_token<Llama2_7B>(2) == 524'288);
static_assert(cache_bytes_per_token<Llama2_70B>(2) == 327'680);
static_assert(cache_bytes_per_token<Mistral7B>(2) == 131'072);
static_assert(cache_bytes_per_token<Gpt2Small>(2) == 36'864);

// Sharing saves memory and no work: each query head still meets each key. Llama 3 8B and Llama 2 7B
// have the same layers and heads, and so the same attention.
static_assert(attention_flops_per_token<Llama3_8B>(1024) == attention_flops_per_token<Llama2_7B>(1024));
static_assert(4 * cache_bytes_per_token<Llama3_8B>(2) == cache_bytes_per_token<Llama2_7B>(2));

// Gemma 7B's heads are 16 x 256 = 4096 wide on a model of 3072: both axes are in the type.
static_assert(parameters<Gemma7B>()[2].rows == 3072 && parameters<Gemma7B>()[2].cols == 4096);

// A token costs about two operations a parameter, and attention some more for each token that it looks
// back at. For GPT-2 the two meet far beyond the 1024 tokens of its context.
static_assert(attention_flops_per_token<Gpt2Small>(6751) < 2 * parameter_count<Gpt2Small>);
static_assert(attention_flops_per_token<Gpt2Small>(6752) > 2 * parameter_count<Gpt2Small>);

template <std::size_t N>
struct Published : axis<N> {};
template <std::size_t N>
struct Figure : axis<N> {};

template <class... Networks>
constexpr auto figures(std::size_t n) {
    return Matrix<double, Published<sizeof...(Networks)>, Figure<3>>{
        {static_cast<double>(parameter_count<Networks>) / 1e6,
         static_cast<double>(cache_bytes_per_token<Networks>(2)) / 1024,
         static_cast<double>(attention_flops_per_token<Networks>(n)) / 1e6}...};
}

constexpr auto figures_of_some(std::size_t n) {
    return figures<Stories15M, Gpt2Small, Qwen3_06B, TinyLlama, Gemma7B, Mistral7B, Llama3_8B, Llama2_70B,
                   Gpt3>(n);
}

int main() {
    for (const Parameter& weight : stories)
        fmt::print("{:<32}{} of [{} {}, {} {}]\n", weight.name, weight.copies, weight.rows, weight.row_axis,
                   weight.cols, weight.col_axis);
    fmt::print("{:<32}{} parameters\n\n", "stories15M", parameter_count<Stories15M>);

    constexpr std::size_t n = 1024;
    constexpr auto table = figures_of_some(n);
    show("a token at n = 1024", table,
         {"stories15M", "GPT-2", "Qwen3 0.6B", "TinyLlama", "Gemma 7B", "Mistral 7B", "Llama 3 8B",
          "Llama 2 70B", "GPT-3"},
         {"10^6 params", "cache KiB", "Mflop"});
    const volatile std::size_t unseen_n = n;
    return same_at_run_time(table, figures_of_some(unseen_n));
}
