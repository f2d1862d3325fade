#pragma once

// Problems to begin with, which have names.

#include "problem.hpp"

#include <array>
#include <string_view>

namespace traced {

struct Example {
    std::string_view name;
    std::string_view what;
    Problem (*problem)();
};

Problem worked_example();
Problem two_heads();
Problem embeddings();
Problem softmax_of_five();

/// The first one is the article's worked example.
inline constexpr std::array examples{
    Example{"worked", "\"cat eats fish\", the article's worked example", worked_example},
    Example{"two-heads", "the same sentence seen by two heads", two_heads},
    Example{"embeddings", "\"The cat sat\" of the article's step 0, its weights the identity", embeddings},
    Example{"softmax", "the five scores of the article's step 4, 3.2 4 1 6.2 8", softmax_of_five},
};

}  // namespace traced
