#include "arguments.hpp"

#include "examples.hpp"
#include "shapes.hpp"
#include "unwrapped.hpp"

#include "../colour_option.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace traced {

namespace {

/// What was written after the options.
struct Given {
    std::string file;
    WeightFiles weights;
    std::string tokens;
    std::string example;
    std::string mask;
    std::string token;
    std::string stage;
    bool json = false;
    std::string page;
    Colour colour = Colour::automatic;
};

std::string footer() {
    std::string text = "Examples:\n";
    for (const Example& example : examples) text += fmt::format("  {:<12}{}\n", example.name, example.what);
    text +=
        "\nA text names each matrix in a line, and has its rows below. What follows a # is a remark.\n"
        "    tokens cat eats fish\n"
        "    x\n"
        "    1 2\n"
        "    3 1\n"
        "    2 4\n"
        "    w_q\n"
        "    1 0\n"
        "    0 1\n"
        "and so w_k and w_v; all three again for a second head, and then w_o. Without tokens these are\n"
        "called 1, 2, 3; without any weights they are the identity.\n"
        "\nJSON is an object with \"x\", a list of rows, and \"w_q\", \"w_k\" and \"w_v\", or \"heads\", a "
        "list of\n"
        "objects with these, and \"w_o\"; \"tokens\", \"source\" and \"mask\" (\"none\" or \"causal\") may "
        "be there.\n"
        "\nA .npy file of two axes of '<f4' or '<f8', row by row, is X; its weights come by --w-q, --w-k, "
        "--w-v\n"
        "and --w-o, which for a second head are given twice.\n"
        "\nNumbers are double, between -1e+100 and 1e+100. Shapes are compiled in:\n" +
        compiled_shapes() + ".\n\nStages: ";
    for (std::size_t n = 0; n < attest::stage_names.size(); ++n) {
        const auto stage = static_cast<attest::Stage>(n);
        if (stage == attest::Stage::sink || stage == attest::Stage::sink_exponential) continue;
        text += fmt::format("{}{}", n == 0 ? "" : " ", stage_name(stage));
    }
    return text;
}

void add_input(CLI::App& app, Given& given) {
    app.add_option("FILE", given.file, "What to trace: a text, JSON or a .npy file; without it, an example")
        ->type_name("");
    std::vector<std::string> names;
    names.reserve(std::size(examples));
    for (const Example& example : examples) names.emplace_back(example.name);
    app.add_option("--example", given.example,
                   "Which example: worked (the default), two-heads, embeddings or softmax")
        ->type_name("NAME")
        ->check(CLI::IsMember(names));
    const auto add_weights = [&](const char* name, auto& files, const char* what) {
        app.add_option(name, files, what)
            ->type_name("FILE")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    add_weights("--w-q", given.weights.w_q, "The query weights for an X in a .npy file");
    add_weights("--w-k", given.weights.w_k, "The key weights");
    add_weights("--w-v", given.weights.w_v, "The value weights");
    app.add_option("--w-o", given.weights.w_o, "The output weights, which join heads")->type_name("FILE");
    app.add_option("--tokens", given.tokens, "Names for the tokens, in one argument: 'cat eats fish'")
        ->type_name("NAMES");
    app.add_option("--mask", given.mask, "none or causal; JSON and the page have both, and this one first")
        ->type_name("MASK")
        ->check(CLI::IsMember({"none", "causal"}));
}

void add_output(CLI::App& app, Given& given) {
    app.add_option("--token", given.token, "Follow one token in words, by its name or number")
        ->type_name("TOKEN");
    app.add_option("--stage", given.stage, "Show one stage as a heat map; without it, every stage")
        ->type_name("STAGE");
    app.add_flag("--json", given.json, "Write the whole trace as JSON");
    app.add_option("--html", given.page, "Write the whole trace as a page, one file by itself")
        ->type_name("FILE");
    add_colour_option(app, given.colour, "Shade tables");
}

Problem problem_of(const Given& given) {
    std::istringstream words(given.tokens);
    const std::vector<std::string> tokens{std::istream_iterator<std::string>(words), {}};
    if (!given.file.empty()) {
        if (!given.example.empty()) throw std::runtime_error("there is a file or an example, not both");
        return unwrapped(read_problem(given.file, given.weights, tokens));
    }
    if (!given.weights.empty())
        throw std::runtime_error("--w-q, --w-k, --w-v and --w-o go with an X in a .npy file");
    const auto named = [&](const Example& example) { return example.name == given.example; };
    const auto* chosen = std::ranges::find_if(examples, named);
    Problem problem = (chosen == examples.end() ? examples[0] : *chosen).problem();
    if (!tokens.empty()) problem.tokens = tokens;
    return unwrapped(completed(std::move(problem)));
}

std::size_t place_of(const std::string& token, const std::vector<std::string>& tokens) {
    const auto found = std::ranges::find(tokens, token);
    if (found != tokens.end()) return static_cast<std::size_t>(found - tokens.begin());
    for (std::size_t n = 0; n < tokens.size(); ++n)
        if (std::to_string(n + 1) == token) return n;
    throw std::runtime_error(fmt::format("there is no token '{}' in '{}'", token, fmt::join(tokens, " ")));
}

Arguments arguments_of(const Given& given) {
    const int wishes = !given.token.empty() + !given.stage.empty() + given.json + !given.page.empty();
    if (wishes > 1) throw std::runtime_error("one of --token, --stage, --json and --html at a time");
    Arguments arguments{.problem = problem_of(given), .page = given.page, .colour = given.colour};
    if (!given.mask.empty()) arguments.problem.is_causal_first = given.mask == "causal";
    if (given.json) arguments.wish = Wish::json;
    if (!given.page.empty()) arguments.wish = Wish::page;
    if (!given.token.empty()) {
        arguments.wish = Wish::words;
        arguments.token = place_of(given.token, arguments.problem.tokens);
    }
    if (!given.stage.empty()) {
        arguments.stage = attest::stage_named(given.stage);
        if (!arguments.stage)
            throw std::runtime_error(fmt::format("there is no stage '{}'; --help lists them", given.stage));
    }
    return arguments;
}

}  // namespace

std::optional<Arguments> parse_arguments(int argc, char** argv) {
    CLI::App app{"Every number of attention, and where it comes from.", "attest-trace"};
    Given given;
    add_input(app, given);
    add_output(app, given);
    app.get_formatter()->column_width(24);
    app.footer(footer);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw std::runtime_error(error.what());
    }
    return arguments_of(given);
}

}  // namespace traced
