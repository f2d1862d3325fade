// Attention with a mask, and beside it without one, of whose time a mask should leave a part.

#include "attest_calls.hpp"
#include "case.hpp"
#include "sizes.hpp"

#include <fmt/format.h>

namespace bench {

namespace {

template <std::size_t N, std::size_t D>
Case masked(Kind kind, const char* name, const auto& mask) {
    return {.name = fmt::format("{} {},{}", name, N, D),
            .shape = {kind, Precision::single_precision, N, N, D},
            .own = [mask](const Problem& problem) {
                return std::vector{
                    attest_attention<float, N, N, D>(problem, mask, "attest", Role::attest),
                    attest_attention<float, N, N, D>(problem, "attest, without the mask", Role::full)};
            }};
}

}  // namespace

void add_masked_attention(std::vector<Case>& cases) {
    SizesOfCausalAttention::for_each([&]<std::size_t N, std::size_t D>() {
        constexpr auto mask = attest::causal<attest::Query<N>, attest::Key<N>>();
        cases.push_back(masked<N, D>(Kind::causal, "causal", mask));
    });
    constexpr auto mask = attest::sliding_window<window_width, attest::Query<2048>, attest::Key<2048>>();
    cases.push_back(masked<2048, 64>(Kind::window, "window", mask));
}

}  // namespace bench
