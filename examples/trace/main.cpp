// attest-trace: attention of a few tokens, every number of it, as tables, in words, as JSON or as a page.

#include "answer.hpp"
#include "arguments.hpp"
#include "problem.hpp"
#include "shapes.hpp"
#include "tables.hpp"
#include "unwrapped.hpp"
#include "words.hpp"

#include "../colour.hpp"

#include <fmt/format.h>
#include <page.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

namespace {

void write_page(const std::string& path, const std::string& json) {
    std::ofstream file(path, std::ios::binary);
    file << page::before;
    // Within the page's script a < could end it.
    for (const char c : json)
        if (c == '<')
            file << "\\u003c";
        else
            file << c;
    file << page::after;
    if (!file.flush())
        throw std::runtime_error(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

void carry_out(const traced::Arguments& arguments) {
    const auto& problem = arguments.problem;
    const std::string about = problem.source + ": ";
    const auto json = [&] { return traced::unwrapped(traced::write_json(problem), about); };
    const auto traces = [&] {
        return traced::unwrapped(traced::trace(problem, problem.is_causal_first), about);
    };
    switch (arguments.wish) {
        case traced::Wish::json:
            return fmt::print("{}\n", json());
        case traced::Wish::page:
            return write_page(arguments.page, json());
        case traced::Wish::words:
            return traced::print_words(problem, traces(), arguments.token);
        case traced::Wish::tables:
            return traced::print_tables(problem, traces(), arguments.stage, is_coloured(arguments.colour));
    }
}

}  // namespace

int main(int argc, char** argv) try {
    if (const auto arguments = traced::parse_arguments(argc, argv)) carry_out(*arguments);
    return 0;
} catch (const std::exception& error) {
    fmt::print(stderr, "attest-trace: {}\n", error.what());
    return 2;
}
