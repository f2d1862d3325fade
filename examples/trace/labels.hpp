#pragma once

// What the places of an axis are called.

#include "problem.hpp"

#include <attest/trace/record.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace traced {

/// Tokens by their names, and other places by their numbers, from 1 on.
inline std::vector<std::string> labels(const attest::AxisRecord& axis, const Problem& problem) {
    if (axis.name == "Tokens" || axis.name == "Query" || axis.name == "Key") return problem.tokens;
    std::vector<std::string> numbers;
    for (std::size_t n = 1; n <= axis.extent; ++n) numbers.push_back(std::to_string(n));
    return numbers;
}

}  // namespace traced
