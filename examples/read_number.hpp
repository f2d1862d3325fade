#pragma once

// Numbers as people write them.

#include <string>
#include <string_view>
#include <variant>

/// Whether a number is far from where the product of two overflows, which would leave no score to show.
bool is_within_range(double number);

/// The number within that range that the text is, or what is wrong with it, in a sentence.
std::variant<double, std::string> read_number(std::string_view text);
