// libxsmm: products of the very sizes, generated before the time is taken, in blocks of queries, with the
// softmax of softmax.hpp. Keys that a mask hides from a whole block are left out.

#include "../contender.hpp"
#include "operands.hpp"
#include "softmax.hpp"

#include <libxsmm.h>

#include <algorithm>
#include <vector>

namespace bench {

namespace {

constexpr Height height{.unmasked = 64, .masked = 32};
constexpr std::size_t most_keys = 256;  // summed over by one product: libxsmm is for small ones

using Gemm = libxsmm_smmfunction;

/// left (rows x shared) times right (shared x cols), whose rows are so far apart, to or onto the result. To
/// libxsmm a matrix in the order of its rows is its transpose, so the factors change places.
Gemm generate(std::size_t rows,
              std::size_t cols,
              std::size_t shared,
              std::size_t left_row,
              std::size_t right_row,
              std::size_t result_row,
              bool onto) {
    const auto integer = [](std::size_t n) { return static_cast<libxsmm_blasint>(n); };
    const libxsmm_blasint left = integer(left_row);
    const libxsmm_blasint right = integer(right_row);
    const libxsmm_blasint result = integer(result_row);
    const float alpha = 1;
    const float beta = onto ? 1 : 0;
    return libxsmm_smmdispatch(integer(cols), integer(rows), integer(shared), &right, &left, &result, &alpha,
                               &beta, nullptr, nullptr);
}

/// A product of one factor's columns and the other's rows from first on.
struct Slice {
    std::size_t first;
    Gemm product;
};

std::vector<Slice> slices_of(std::size_t rows, std::size_t cols, std::size_t shared, std::size_t left_row) {
    std::vector<Slice> slices;
    for (std::size_t first = 0; first < shared; first += most_keys)
        slices.push_back({first, generate(rows, cols, std::min(most_keys, shared - first), left_row, cols,
                                          cols, first > 0)});
    return slices;
}

bool all_generated(const std::vector<Slice>& slices) {
    return std::ranges::all_of(slices, [](const Slice& slice) { return slice.product != nullptr; });
}

void multiply(const std::vector<Slice>& slices,
              const float* left,
              const float* right,
              std::size_t width,
              float* result) {
    for (const auto& [first, product] : slices) product(right + first * width, left + first, result);
}

struct BlockProducts {
    Block block;
    Gemm scores;
    std::vector<Slice> output;
};

struct State : Operands<float> {
    std::vector<Slice> product;
    std::vector<BlockProducts> blocks;
    Buffer<float> transposed_keys;
    Buffer<float> scores;
    Buffer<float> reciprocals;

    explicit State(const Problem& problem)
        : Operands(problem),
          transposed_keys(shape.shared * shape.width),
          scores(height.of(shape) * padded(shape.shared)),
          reciprocals(height.of(shape)) {
        const auto& [kind, precision, rows, shared, width] = shape;
        if (kind == Kind::product) {
            product = slices_of(rows, width, shared, shared);
            return;
        }
        for (const Block& block : blocks_of(shape, height.of(shape))) {
            const std::size_t keys = block.keys.size();
            blocks.push_back({block, generate(block.count, keys, width, width, shared, padded(keys), false),
                              slices_of(block.count, width, keys, padded(keys))});
        }
    }

    bool generated() const {
        return all_generated(product) && std::ranges::all_of(blocks, [](const BlockProducts& b) {
                   return b.scores && all_generated(b.output);
               });
    }
};

void attend(State& s, const BlockProducts& products) {
    const Block& block = products.block;
    const std::size_t width = s.shape.width;
    float* output = s.output.data() + block.first * width;
    products.scores(s.transposed_keys.data() + block.keys.begin, s.first.data() + block.first * width,
                    s.scores.data());
    softmax_block(s.scores.data(), block, s.shape, s.reciprocals.data());
    multiply(products.output, s.scores.data(), s.third.data() + block.keys.begin * width, width, output);
    normalise(output, block, width, s.reciprocals.data());
}

/// libxsmm's generated products take no transposed factor, so the keys are transposed first.
void compute(State& s) {
    if (s.shape.kind == Kind::product)
        return multiply(s.product, s.first.data(), s.second.data(), s.shape.width, s.output.data());
    const auto width = static_cast<libxsmm_blasint>(s.shape.width);
    const auto keys = static_cast<libxsmm_blasint>(s.shape.shared);
    libxsmm_otrans(s.transposed_keys.data(), s.second.data(), sizeof(float), width, keys, width, keys);
    for (const BlockProducts& products : s.blocks) attend(s, products);
}

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    // It has no product for a single query, and would spend its time in transposing the keys.
    if (problem.shape.precision != Precision::single_precision || problem.shape.kind == Kind::decode)
        return std::nullopt;
    const auto state = std::make_shared<State>(problem);
    if (!state->generated()) return std::nullopt;
    return make_contender("libxsmm", Role::peer, state, compute,
                          [](const State& s) { return s.output.numbers(); });
}};

}  // namespace

}  // namespace bench
