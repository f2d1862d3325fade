#pragma once

// A trace as JSON text, made of a problem or of JSON text that says what is to be traced. There is no
// exception, no file and no terminal behind it, so that a page can have it compiled to WebAssembly.

#include "problem.hpp"

#include <string>
#include <string_view>

namespace traced {

/// The problem that JSON text says: "x" and either "w_q", "w_k" and "w_v" or "heads", a list of objects of
/// these, with "w_o" where they are two; "tokens", "source" and "mask" may be there. Numbers may be text.
OrRefusal<Problem> read_json(std::string_view text);

/// The trace of a problem, without a mask and with the causal one.
OrRefusal<std::string> write_json(const Problem& problem);

/// The trace of the problem that JSON text says.
OrRefusal<std::string> answer(std::string_view input);

}  // namespace traced
