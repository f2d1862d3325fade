#pragma once

// Problems from files: a text, JSON, or an array that NumPy wrote. What a file is, it says itself.

#include "problem.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace traced {

/// Files of .npy with weights, one for each head.
struct WeightFiles {
    std::vector<std::string> w_q;
    std::vector<std::string> w_k;
    std::vector<std::string> w_v;
    std::string w_o;

    bool empty() const { return w_q.empty() && w_k.empty() && w_v.empty() && w_o.empty(); }
};

/// The problem of a file, or why there is none, the file named in it. An array is X, whose weights come from
/// other files. Tokens that are named here are called so, whatever the file says.
OrRefusal<Problem> read_problem(const std::string& path,
                                const WeightFiles& weights,
                                const std::vector<std::string>& tokens);

/// What a text says, line by line: "tokens" and names; "x", "w_q" or another matrix alone in a line, and
/// below it its rows; what follows a # is a remark.
OrRefusal<Problem> read_text(std::string_view text);

/// The array in the bytes of a .npy file of version 1 or 2: two axes of '<f4' or '<f8', row by row.
OrRefusal<Table> read_npy(std::string_view bytes);

/// Whether bytes begin as a .npy file does.
bool is_npy(std::string_view bytes);

}  // namespace traced
