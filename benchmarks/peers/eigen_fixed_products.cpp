// Products in Eigen of fixed sizes, of which it takes all but the largest.

#include "eigen_fixed.hpp"

namespace bench {

namespace {

template <std::size_t N, std::size_t Width, std::size_t HeadWidth>
std::optional<Contender> product(const Problem& problem) {
    struct State {
        Fixed<float, N, Width> x;
        Fixed<float, Width, HeadWidth> w;
        Fixed<float, N, HeadWidth> output;
    };
    const auto state = std::make_shared<State>();
    state->x = fixed_matrix<Fixed<float, N, Width>>(problem.first);
    state->w = fixed_matrix<Fixed<float, Width, HeadWidth>>(problem.second);
    return eigen_fixed(state, [](State& s) { s.output.noalias() = s.x * s.w; });
}

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    if (problem.shape.kind != Kind::product) return std::nullopt;
    switch (problem.shape.rows) {
        case 3:
            return product<3, 4, 2>(problem);
        case 16:
            return product<16, 64, 16>(problem);
        case 64:
            return product<64, 256, 64>(problem);
        default:
            return std::nullopt;
    }
}};

}  // namespace

}  // namespace bench
