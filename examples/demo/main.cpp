// The demo: the article's worked example, or the same with another X.

#include "arguments.hpp"
#include "report.hpp"
#include "steps.hpp"

#include "../check.hpp"
#include "../colour.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace {

// The compiler's own result, to hold the program's against.
constexpr demo::Steps compiled = demo::steps_of(demo::article_x);

}  // namespace

int main(int argc, char** argv) try {
    const auto arguments = demo::parse_arguments(argc, argv);
    if (!arguments) return 0;

    const demo::Steps computed = demo::steps_of(unseen(arguments->x));
    demo::report(computed, is_coloured(arguments->colour));

    if (arguments->x == demo::article_x) {
        if (!attest::same_bits(computed.output, compiled.output)) {
            fmt::print(stderr, "demo: the compiler's output has other bits\n");
            return 1;
        }
        fmt::print(
            "The compiler computed this output too, with the same bits. The article prints [3.997, 2.001]\n"
            "for fish; to three decimals it is [{:.3f}, {:.3f}].\n",
            computed.output[2, 0], computed.output[2, 1]);
    }
    return 0;
} catch (const std::exception& error) {
    fmt::print(stderr, "demo: {}\n", error.what());
    return 2;
}
