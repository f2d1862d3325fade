#pragma once

// Refusals as exceptions, for what ends with them anyway.

#include "problem.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace traced {

/// The value. Throws std::runtime_error with the sentence, after what it is about.
template <class Value>
Value unwrapped(OrRefusal<Value> result, const std::string& about = "") {
    if (const auto* refusal = std::get_if<Refusal>(&result))
        throw std::runtime_error(about + refusal->sentence);
    return std::get<Value>(std::move(result));
}

}  // namespace traced
