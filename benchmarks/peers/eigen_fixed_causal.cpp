// Causal attention in Eigen of fixed sizes: all scores are computed, for parts of them would not have fixed
// sizes, and the rows of the softmax end at the query's own place.

#include "eigen_fixed.hpp"

namespace bench {

namespace {

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    if (problem.shape.kind != Kind::causal) return std::nullopt;
    return fixed_attention<float, SizesOfCausalAttention>(
        problem, [](auto& scores, Eigen::Index i, auto scale) {
            scores.row(i).tail(scores.cols() - i - 1).setZero();
            return eigen_softmax_row(scores.row(i).head(i + 1), scale);
        });
}};

}  // namespace

}  // namespace bench
