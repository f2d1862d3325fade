#pragma once

// Colours on a terminal that has them.

#include <string>
#include <string_view>

enum class Colour { automatic, always, never };

/// Whether to colour what goes to standard output: automatically on a terminal, unless NO_COLOR is set.
bool is_coloured(Colour when);

/// The text on a background as strong as it says: blue up to 1, and orange down to -1.
std::string shaded(std::string_view text, double strength);
