// OpenBLAS: sgemm in blocks of queries, and for a single query sgemv, with the softmax of softmax.hpp. Keys
// that a mask hides from a whole block are left out.

#include "../contender.hpp"
#include "operands.hpp"
#include "softmax.hpp"

#include <cblas.h>

#include <algorithm>

namespace bench {

namespace {

constexpr Height height{.unmasked = 256, .masked = 64};

struct State : Operands<float> {
    std::vector<Block> blocks;
    Buffer<float> scores;
    Buffer<float> reciprocals;

    explicit State(const Problem& problem)
        : Operands(problem),
          blocks(blocks_of(shape, height.of(shape))),
          scores(height.of(shape) * padded(shape.shared)),
          reciprocals(height.of(shape)) {}
};

blasint integer(std::size_t n) {
    return static_cast<blasint>(n);
}

void attend(State& s, const Block& block) {
    const blasint width = integer(s.shape.width);
    const blasint count = integer(block.count);
    const blasint keys = integer(block.keys.size());
    const blasint row = integer(padded(block.keys.size()));
    const float* q = s.first.data() + block.first * s.shape.width;
    const float* k = s.second.data() + block.keys.begin * s.shape.width;
    const float* v = s.third.data() + block.keys.begin * s.shape.width;
    float* scores = s.scores.data();
    float* output = s.output.data() + block.first * s.shape.width;
    const bool one = s.shape.rows == 1;
    if (one)
        cblas_sgemv(CblasRowMajor, CblasNoTrans, keys, width, 1, k, width, q, 1, 0, scores, 1);
    else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, count, keys, width, 1, q, width, k, width, 0,
                    scores, row);
    softmax_block(scores, block, s.shape, s.reciprocals.data());
    if (one)
        cblas_sgemv(CblasRowMajor, CblasTrans, keys, width, 1, v, width, scores, 1, 0, output, 1);
    else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, count, width, keys, 1, scores, row, v, width,
                    0, output, width);
    normalise(output, block, s.shape.width, s.reciprocals.data());
}

void multiply(State& s) {
    const blasint width = integer(s.shape.width);
    const blasint shared = integer(s.shape.shared);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, integer(s.shape.rows), width, shared, 1,
                s.first.data(), shared, s.second.data(), width, 0, s.output.data(), width);
}

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    if (problem.shape.precision != Precision::single_precision) return std::nullopt;
    return make_contender(
        "OpenBLAS", Role::peer, std::make_shared<State>(problem),
        [](State& s) {
            if (s.shape.kind == Kind::product)
                multiply(s);
            else
                for (const Block& block : s.blocks) attend(s, block);
        },
        [](const State& s) { return s.output.numbers(); });
}};

}  // namespace

}  // namespace bench
