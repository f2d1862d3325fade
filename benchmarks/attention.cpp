// Attention without a mask.

#include "attest_calls.hpp"
#include "case.hpp"
#include "sizes.hpp"

#include <fmt/format.h>

namespace bench {

namespace {

template <class T, std::size_t N, std::size_t D>
void add(std::vector<Case>& cases, Precision precision, const char* suffix) {
    cases.push_back(
        {.name = fmt::format("attention {},{}{}", N, D, suffix),
         .shape = {Kind::attention, precision, N, N, D},
         .own = [](const Problem& problem) { return std::vector{attest_attention<T, N, N, D>(problem)}; }});
}

}  // namespace

void add_attention(std::vector<Case>& cases) {
    const auto add_size = [&]<std::size_t N, std::size_t D>() {
        add<float, N, D>(cases, Precision::single_precision, "");
    };
    EvenSizes::for_each(add_size);
    UnevenSizes::for_each(add_size);
}

void add_attention_in_double(std::vector<Case>& cases) {
    SizesInDouble::for_each([&]<std::size_t N, std::size_t D>() {
        add<double, N, D>(cases, Precision::double_precision, " double");
    });
}

}  // namespace bench
