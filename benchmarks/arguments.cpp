#include "arguments.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <stdexcept>

namespace bench {

std::optional<Arguments> parse_arguments(int argc, char** argv) {
    CLI::App app{
        "Attention and products by attest and by its peers: one thread, data in the caches, and what "
        "each case is to reach.",
        "bench"};
    Arguments arguments;
    std::string only;
    app.add_flag("--quick", arguments.quick, "Fewer samples: everything within a minute");
    app.add_option("--only", only,
                   "Only the cases whose names the regular expression is found in, such as '64,64'")
        ->type_name("REGEX");
    app.add_option("--json", arguments.json, "Write everything that was measured to a file, too")
        ->type_name("FILE");
    app.get_formatter()->column_width(26);

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw std::runtime_error(error.what());
    }
    try {
        arguments.only = std::regex(only, std::regex::ECMAScript);
    } catch (const std::regex_error&) {
        throw std::runtime_error(fmt::format("'{}' is not a regular expression", only));
    }
    return arguments;
}

}  // namespace bench
