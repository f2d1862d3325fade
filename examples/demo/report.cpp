#include "report.hpp"

#include "../colour.hpp"
#include "../show.hpp"

#include <fmt/format.h>

#include <string>

namespace demo {

namespace {

std::string number(double x) {
    return fmt::format("{:.5g}", x + 0.0);  // which makes -0 into 0
}

/// A number as an operand: a negative one in parentheses.
std::string operand(double x) {
    return x < 0 ? fmt::format("({})", number(x)) : number(x);
}

std::string row(const attest::Matrix<double, attest::Key<3>, attest::ValueDim<2>>& m, std::size_t i) {
    return fmt::format("[{}, {}]", number(m[i, 0]), number(m[i, 1]));
}

/// A weight in percent, as wide as a cell.
std::string percentage(double weight) {
    return fmt::format("{:>9.2f} %", 100 * weight);
}

/// The same on a background as strong as it is.
std::string shaded_percentage(double weight) {
    return shaded(percentage(weight), weight);
}

}  // namespace

void report(const Steps& s, bool in_colour) {
    constexpr std::size_t fish = 2;
    constexpr std::size_t eats = 1;

    fmt::print("cat eats fish: one attention head, from the embeddings to the output\n\n");

    fmt::print("Step 0. X has a row for each token: its embedding, d_model = 2 numbers.\n\n");
    show("X", s.x, tokens);

    fmt::print("Step 1. Three projections. W_Q and W_K are the identity, W_V swaps the two numbers.\n\n");
    show("Q = X W_Q", s.q, tokens);
    show("K = X W_K", s.k, tokens);
    show("V = X W_V", s.v, tokens);

    fmt::print(
        "Step 2. A score for each pair: the query of the row's token times the key of the column's.\n\n");
    show("Q K^T", s.raw, tokens, tokens);
    for (std::size_t j = 0; j < tokens.size(); ++j)
        fmt::print("  fish → {}: {}·{} + {}·{} = {}\n", tokens[j], operand(s.q[fish, 0]), operand(s.k[j, 0]),
                   operand(s.q[fish, 1]), operand(s.k[j, 1]), number(s.raw[fish, j]));

    fmt::print("\nStep 3. Scores divided by √d_k = √2, so that they do not grow with d_k.\n\n");
    show("Q K^T / √2", s.scaled, tokens, tokens);
    fmt::print("  fish → eats: {} / √2 = {}\n", number(s.raw[fish, eats]), number(s.scaled[fish, eats]));

    fmt::print(
        "\nStep 4. Softmax turns each row into weights: e^(score - largest), divided by their sum.\n\n");
    double largest = s.scaled[fish, 0];
    for (std::size_t j = 1; j < tokens.size(); ++j) largest = std::max(largest, s.scaled[fish, j]);
    double sum = 0;
    for (std::size_t j = 0; j < tokens.size(); ++j) sum += attest::exp(s.scaled[fish, j] - largest);
    show("weights", s.weights, tokens, tokens);
    fmt::print("  fish → eats: e^({} - {}) / {} = {}\n\n", number(s.scaled[fish, eats]), operand(largest),
               number(sum), number(s.weights[fish, eats]));
    show("weights in percent", s.weights, tokens, tokens, in_colour ? shaded_percentage : percentage);

    fmt::print("Step 5. Each output is the sum of the values, by the weights.\n\n");
    show("output = weights V", s.output, tokens);
    fmt::print("  fish: {}·{} + {}·{} + {}·{} = [{}, {}]\n\n", number(s.weights[fish, 0]), row(s.v, 0),
               number(s.weights[fish, 1]), row(s.v, 1), number(s.weights[fish, 2]), row(s.v, 2),
               number(s.output[fish, 0]), number(s.output[fish, 1]));

    fmt::print("fish attends to itself at {:.2f} %.\n", 100 * s.weights[fish, fish]);
}

}  // namespace demo
