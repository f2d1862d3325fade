// Projections: a sequence times weights.

#include "attest_calls.hpp"
#include "case.hpp"

#include <fmt/format.h>

#include <vector>

namespace bench {

namespace {

template <std::size_t N, std::size_t Width, std::size_t HeadWidth>
Contender attest_product(const Problem& problem) {
    struct State {
        Placed<attest::Matrix<float, attest::Tokens<N>, attest::Model<Width>>> x;
        Placed<attest::Matrix<float, attest::Model<Width>, attest::HeadDim<HeadWidth>>> w;

        auto product() const { return x.matrix * w.matrix; }

        explicit State(const Problem& from) : x(from.first), w(from.second) {}
    };
    return make_contender(
        "attest", Role::attest, std::make_shared<State>(problem),
        [](const State& s) {
            const auto product = s.product();
            benchmark::DoNotOptimize(product);
        },
        [](const State& s) { return numbers_of(s.product()); });
}

template <std::size_t N, std::size_t Width, std::size_t HeadWidth>
void add(std::vector<Case>& cases) {
    cases.push_back({.name = fmt::format("product {},{},{}", N, Width, HeadWidth),
                     .shape = {Kind::product, Precision::single_precision, N, Width, HeadWidth},
                     .own = [](const Problem& problem) {
                         return std::vector{attest_product<N, Width, HeadWidth>(problem)};
                     }});
}

}  // namespace

void add_products(std::vector<Case>& cases) {
    add<3, 4, 2>(cases);
    add<16, 64, 16>(cases);
    add<64, 256, 64>(cases);
    add<128, 512, 64>(cases);
}

}  // namespace bench
