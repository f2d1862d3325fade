#pragma once

// What the user asks of attest-trace, and where it does not add up, one sentence about it.

#include "input.hpp"
#include "problem.hpp"

#include "../colour.hpp"

#include <attest/trace/record.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace traced {

enum class Wish { tables, words, json, page };

struct Arguments {
    Problem problem;
    Wish wish = Wish::tables;
    /// The stage of the only table, if there is to be one.
    std::optional<attest::Stage> stage = std::nullopt;
    /// The token to follow in words.
    std::size_t token = 0;
    /// The file of the page.
    std::string page;
    Colour colour = Colour::automatic;
};

/// Nothing where help was asked for and printed. Throws std::runtime_error with the sentence.
std::optional<Arguments> parse_arguments(int argc, char** argv);

}  // namespace traced
