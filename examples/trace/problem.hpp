#pragma once

// What is to be traced: tokens, their embeddings and the weights of the heads, of any shape.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace traced {

/// Why there is no answer, in one sentence.
struct Refusal {
    std::string sentence;
};

template <class Value>
using OrRefusal = std::variant<Value, Refusal>;

/// Numbers by rows and columns.
struct Table {
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::vector<double> numbers;
};

struct HeadTables {
    Table w_q;
    Table w_k;
    Table w_v;
};

/// What somebody says of cells of a stage.
struct Note {
    std::string stage;
    std::vector<std::pair<std::size_t, std::size_t>> cells;
    std::string text;
};

struct Problem {
    std::string source;
    std::vector<std::string> tokens;
    Table x;
    /// One or more; more of them have their outputs joined and multiplied by w_o.
    std::vector<HeadTables> heads;
    Table w_o;
    /// Whether the causal variant comes first.
    bool is_causal_first = false;
    std::vector<Note> notes;
};

/// Names the tokens 1, 2, 3 and so on.
inline void number_tokens(Problem& problem) {
    problem.tokens.clear();
    for (std::size_t n = 1; n <= problem.x.rows; ++n) problem.tokens.push_back(std::to_string(n));
}

}  // namespace traced
