#include "problem.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace traced {

namespace {

Table identity(std::size_t extent) {
    Table table{extent, extent, std::vector<double>(extent * extent)};
    for (std::size_t n = 0; n < extent; ++n) table.numbers[n * extent + n] = 1;
    return table;
}

/// What is missing; nothing, if nothing is.
std::string missing(const Problem& problem) {
    if (problem.x.numbers.empty()) return "there is no x";
    for (std::size_t h = 0; h < problem.heads.size(); ++h) {
        const HeadTables& head = problem.heads[h];
        const std::string of_head = problem.heads.size() > 1 ? " of head " + std::to_string(h + 1) : "";
        if (head.w_q.numbers.empty()) return "there is no w_q" + of_head;
        if (head.w_k.numbers.empty()) return "there is no w_k" + of_head;
        if (head.w_v.numbers.empty()) return "there is no w_v" + of_head;
    }
    const bool has_w_o = !problem.w_o.numbers.empty();
    if (problem.heads.size() > 1 && !has_w_o) return "there is no w_o, which joins the heads";
    if (problem.heads.size() <= 1 && has_w_o) return "w_o joins heads, of which there is only one";
    return {};
}

}  // namespace

OrRefusal<Problem> completed(Problem problem) {
    if (std::string what = missing(problem); !what.empty()) return Refusal{std::move(what)};
    if (problem.heads.empty()) {
        const Table weights = identity(problem.x.cols);
        problem.heads.push_back({weights, weights, weights});
    }
    if (problem.tokens.empty())
        for (std::size_t n = 1; n <= problem.x.rows; ++n) problem.tokens.push_back(std::to_string(n));
    if (problem.tokens.size() != problem.x.rows)
        return Refusal{"there are names for " + std::to_string(problem.tokens.size()) +
                       " tokens, and x has " + std::to_string(problem.x.rows) + " rows"};
    return problem;
}

}  // namespace traced
