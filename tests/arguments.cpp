#include "arguments.hpp"

#include <CLI/CLI.hpp>

#include <cstdlib>

std::uint64_t number_after(const char* option,
                           const char* what_it_is,
                           std::uint64_t otherwise,
                           int argc,
                           const char* const* argv) {
    CLI::App app;
    std::uint64_t number = otherwise;
    app.add_option(option, number, what_it_is)
        ->capture_default_str()
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    return number;
}
