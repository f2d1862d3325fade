// Attention of sizes off the lanes in Eigen of fixed sizes.

#include "eigen_fixed.hpp"

namespace bench {

namespace {

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    if (problem.shape.kind != Kind::attention || problem.shape.precision != Precision::single_precision)
        return std::nullopt;
    return fixed_unmasked_attention<float, UnevenSizes>(problem);
}};

}  // namespace

}  // namespace bench
