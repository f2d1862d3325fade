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

/// The same with what was left out: tokens are called 1, 2, 3 and so on, and without any weights these are
/// the identity. Refused where something is there that does not go with the rest, or is not.
OrRefusal<Problem> completed(Problem problem);

}  // namespace traced
