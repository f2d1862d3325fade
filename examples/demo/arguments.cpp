#include "arguments.hpp"

#include "../colour_option.hpp"
#include "../read_number.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace demo {

namespace {

double to_number(std::string_view text) {
    const auto number = read_number(text);
    if (const auto* sentence = std::get_if<std::string>(&number)) throw std::runtime_error(*sentence);
    return std::get<double>(number);
}

X from_numbers(const std::vector<std::string>& numbers) {
    if (numbers.size() != X::rows * X::cols)
        throw std::runtime_error(
            fmt::format("X takes {} numbers, {} for each of cat, eats and fish; {} {} given",
                        X::rows * X::cols, X::cols, numbers.size(), numbers.size() == 1 ? "is" : "are"));
    return attest::generate<X>([&](auto i, auto j) { return to_number(numbers[i * X::cols + j]); });
}

/// A row a line, its numbers separated by blanks or commas; empty lines do not count.
X from_file(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    std::vector<std::string> numbers;
    std::size_t rows = 0;
    std::string line;
    for (std::size_t at = 1; std::getline(file, line); ++at) {
        for (char& c : line)
            if (c == ',') c = ' ';
        std::istringstream words(line);
        std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
        if (row.empty()) continue;
        ++rows;
        if (row.size() != X::cols)
            throw std::runtime_error(
                fmt::format("{}:{}: a row of X has {} numbers, not {}", path, at, X::cols, row.size()));
        numbers.insert(numbers.end(), row.begin(), row.end());
    }
    if (file.bad()) throw std::runtime_error(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    if (rows != X::rows)
        throw std::runtime_error(
            fmt::format("{}: X has {} rows, for cat, eats and fish, not {}", path, X::rows, rows));
    try {
        return from_numbers(numbers);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
    }
}

/// The arguments from last to first, as CLI11 takes them. It would read -.5 as an option.
std::vector<std::string> words(int argc, char** argv) {
    std::vector<std::string> result(std::reverse_iterator(argv + argc), std::reverse_iterator(argv + 1));
    for (auto& word : result)
        if (word.starts_with("-.")) word.insert(1, "0");
    return result;
}

}  // namespace

std::optional<Arguments> parse_arguments(int argc, char** argv) {
    CLI::App app{"One attention head on the tokens \"cat eats fish\", every number of every step.", "demo"};
    std::vector<std::string> numbers;
    std::string file;
    Arguments arguments;

    app.add_option("X", numbers, "Six numbers for X, the embeddings: two for cat, two for eats, two for fish")
        ->type_name("NUMBER")
        ->expected(0, -1);
    const auto* file_option =
        app.add_option("--file", file, "Read X from a file of three lines, two numbers each")
            ->type_name("FILE");
    add_colour_option(app, arguments.colour, "Shade the weights");
    app.get_formatter()->column_width(26);

    try {
        app.parse(words(argc, argv));
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw std::runtime_error(error.what());
    }
    const bool from_a_file = file_option->count() > 0;
    if (from_a_file && !numbers.empty())
        throw std::runtime_error("X comes as numbers or as a file, not as both");
    if (from_a_file) arguments.x = from_file(file);
    if (!numbers.empty()) arguments.x = from_numbers(numbers);
    return arguments;
}

}  // namespace demo
