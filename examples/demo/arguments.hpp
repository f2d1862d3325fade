#pragma once

// What the user asks of the demo, and where it does not add up, one sentence about it.

#include "steps.hpp"

#include "../colour.hpp"

#include <optional>

namespace demo {

struct Arguments {
    X x = article_x;
    Colour colour = Colour::automatic;
};

/// Nothing where help was asked for and printed. Throws std::runtime_error with the sentence.
std::optional<Arguments> parse_arguments(int argc, char** argv);

}  // namespace demo
