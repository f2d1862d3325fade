#pragma once

// The way of one token through attention, as a person would write it on paper.

#include "problem.hpp"
#include "shapes.hpp"

#include <cstddef>

namespace traced {

void print_words(const Problem& problem, const Traces& traces, std::size_t token);

}  // namespace traced
