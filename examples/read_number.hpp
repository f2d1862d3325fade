#pragma once

// Numbers as people write them.

#include <string>
#include <string_view>
#include <variant>

/// The number that the text is, or what is wrong with it, in a sentence. It is far from where the product of
/// two numbers overflows, which would leave no score to show.
std::variant<double, std::string> read_number(std::string_view text);
