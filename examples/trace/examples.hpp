#pragma once

// Problems to begin with.

#include "problem.hpp"

namespace traced {

/// The article's worked example.
Problem worked_example();

}  // namespace traced
