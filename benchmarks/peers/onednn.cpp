// oneDNN: its matmul and softmax primitives, created before the time is taken, in blocks of queries. The
// scale is matmul's, and so is the mask, as an addend; keys hidden from a whole block are left out.

#include "../contender.hpp"
#include "blocks.hpp"
#include "operands.hpp"

#include <dnnl.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace bench {

namespace {

constexpr Height height{.unmasked = 256, .masked = 64};

using dnnl::memory;

memory::dim dim(std::size_t n) {
    return static_cast<memory::dim>(n);
}

/// A matrix in the order of its rows, or its transpose.
memory::desc matrix(std::size_t rows, std::size_t cols) {
    return {{dim(rows), dim(cols)}, memory::data_type::f32, memory::dims{dim(cols), 1}};
}
memory::desc transposed(std::size_t rows, std::size_t cols) {
    return {{dim(cols), dim(rows)}, memory::data_type::f32, memory::dims{1, dim(cols)}};
}

struct Step {
    dnnl::primitive primitive;
    std::unordered_map<int, memory> arguments;
};

struct State : Operands<float> {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    Buffer<float> scores;
    std::vector<Buffer<float>> masks;
    std::vector<Step> steps;

    explicit State(const Problem& problem) : Operands(problem), scores(height.of(shape) * shape.shared) {
        if (shape.kind == Kind::product)
            add_product(matrix(shape.rows, shape.shared), first.data(), matrix(shape.shared, shape.width),
                        second.data(), matrix(shape.rows, shape.width), output.data());
        else
            for (const Block& block : blocks_of(shape, height.of(shape))) add_attention(block);
    }

    void add_attention(const Block& block) {
        const std::size_t width = shape.width;
        const std::size_t keys = block.keys.size();
        const memory::desc queries_matrix = matrix(block.count, width);
        const memory::desc scores_matrix = matrix(block.count, keys);

        dnnl::primitive_attr attributes;
        attributes.set_output_scales(0, {1 / std::sqrt(static_cast<float>(width))});
        const bool masked = is_masked(shape);
        if (masked) {
            dnnl::post_ops add_mask;
            add_mask.append_binary(dnnl::algorithm::binary_add, scores_matrix);
            attributes.set_post_ops(add_mask);
        }
        add_product(queries_matrix, first.data() + block.first * width, transposed(keys, width),
                    second.data() + block.keys.begin * width, scores_matrix, scores.data(), attributes);
        if (masked)
            steps.back().arguments.emplace(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                                           memory(scores_matrix, engine, mask(block)));
        add_softmax(scores_matrix);
        add_product(scores_matrix, scores.data(), matrix(keys, width),
                    third.data() + block.keys.begin * width, queries_matrix,
                    output.data() + block.first * width);
    }

    void add_product(const memory::desc& left,
                     float* left_data,
                     const memory::desc& right,
                     float* right_data,
                     const memory::desc& result,
                     float* result_data,
                     const dnnl::primitive_attr& attributes = {}) {
        const dnnl::matmul::primitive_desc description({left, right, result}, attributes, engine);
        steps.push_back({dnnl::matmul(description),
                         {{DNNL_ARG_SRC, memory(left, engine, left_data)},
                          {DNNL_ARG_WEIGHTS, memory(right, engine, right_data)},
                          {DNNL_ARG_DST, memory(result, engine, result_data)}}});
    }

    void add_softmax(const memory::desc& in_place) {
        const memory data(in_place, engine, scores.data());
        const dnnl::softmax_forward::primitive_desc description(
            {dnnl::prop_kind::forward_inference, in_place, 1}, engine);
        steps.push_back({dnnl::softmax_forward(description), {{DNNL_ARG_SRC, data}, {DNNL_ARG_DST, data}}});
    }

    /// What hides from a block's queries the keys that they do not see: minus infinity, added to the score.
    float* mask(const Block& block) {
        const std::size_t keys = block.keys.size();
        Buffer<float>& addend = masks.emplace_back(block.count * keys);
        for (std::size_t i = 0; i < block.count; ++i) {
            const Range kept = keys_within(block, shape, block.first + i);
            for (std::size_t j = 0; j < keys; ++j)
                if (j < kept.begin || j >= kept.end)
                    addend.data()[i * keys + j] = -std::numeric_limits<float>::infinity();
        }
        return addend.data();
    }
};

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    if (problem.shape.precision != Precision::single_precision) return std::nullopt;
    return make_contender(
        "oneDNN", Role::peer, std::make_shared<State>(problem),
        [](State& s) {
            for (const Step& step : s.steps) step.primitive.execute(s.stream, step.arguments);
            s.stream.wait();
        },
        [](const State& s) { return s.output.numbers(); });
}};

}  // namespace

}  // namespace bench
