// A step of decoding: one query to the keys and values of all tokens so far. It reads each of their numbers
// once, so the rate at which they can be read is its roof.

#include "attest_calls.hpp"
#include "buffer.hpp"
#include "case.hpp"
#include "machine.hpp"
#include "sizes.hpp"

#include <fmt/format.h>

#include <vector>

namespace bench {

namespace {

/// Reads as many numbers as there are in the keys and values, and they are one after the other.
Contender reader(const Problem& problem) {
    struct State {
        Buffer<float> keys_and_values;
    };
    std::vector<double> numbers = problem.second;
    numbers.insert(numbers.end(), problem.third.begin(), problem.third.end());
    return make_contender(
        "reading", Role::read, std::make_shared<State>(Buffer<float>(numbers)),
        [](State& s) {
            benchmark::DoNotOptimize(sum_of(s.keys_and_values.data(), s.keys_and_values.size()));
        },
        [](const State&) { return std::vector<double>{}; });
}

}  // namespace

void add_decoding(std::vector<Case>& cases) {
    using SizesOfCaches = Sizes<Size<128, 64>, Size<512, 64>, Size<2048, 64>>;
    SizesOfCaches::for_each([&]<std::size_t Tokens, std::size_t D>() {
        cases.push_back({.name = fmt::format("decode {},{}", Tokens, D),
                         .shape = {Kind::decode, Precision::single_precision, 1, Tokens, D},
                         .own = [](const Problem& problem) {
                             return std::vector{attest_attention<float, 1, Tokens, D>(problem),
                                                reader(problem)};
                         }});
    });
}

}  // namespace bench
