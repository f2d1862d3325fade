#pragma once

// The worked example as a person would write it on paper.

#include "steps.hpp"

namespace demo {

void report(const Steps& steps, bool in_colour);

}  // namespace demo
