#pragma once

// The program's arguments, or one sentence about what is wrong with them.

#include <optional>
#include <regex>
#include <string>

namespace bench {

struct Arguments {
    bool quick = false;
    std::string json;  // a file, or none
    std::regex only;   // finds itself in everything, if it is not given
};

/// Nothing where help was asked for and printed. Throws std::runtime_error with the sentence.
std::optional<Arguments> parse_arguments(int argc, char** argv);

}  // namespace bench
