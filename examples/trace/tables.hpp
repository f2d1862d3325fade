#pragma once

// Stages as tables on a terminal, shaded where it has colours.

#include "problem.hpp"
#include "shapes.hpp"

#include <attest/trace/record.hpp>

#include <optional>

namespace traced {

/// The tables of a stage in all traces that have it, or of all stages.
void print_tables(const Problem& problem,
                  const Traces& traces,
                  std::optional<attest::Stage> only,
                  bool in_colour);

}  // namespace traced
