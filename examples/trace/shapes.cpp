#include "shapes.hpp"

#include "problem.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace traced {

template <std::size_t N>
Traces trace_tokens(const Problem& problem, bool is_causal);  // trace_tokens.hpp, compiled by itself

namespace {

/// "1, 2 or 4"
std::string alternatives(const auto& values) {
    std::string text;
    for (std::size_t n = 0; n < values.size(); ++n)
        text += (n == 0 ? "" : n + 1 < values.size() ? ", " : " or ") + std::to_string(values[n]);
    return text;
}

std::string shape_of(const Table& table) {
    return std::to_string(table.rows) + " x " + std::to_string(table.cols);
}

/// Why a matrix does not go with the others; nothing, if it does.
std::string misfit(const std::string& name, const Table& table, std::size_t rows, std::size_t cols) {
    if (table.rows == rows && table.cols == cols) return {};
    return name + " is " + shape_of(table) + ", and beside the others it has to be " + std::to_string(rows) +
           " x " + std::to_string(cols);
}

/// The first misfit of all matrices.
std::string misfit(const Problem& problem) {
    const std::size_t model = problem.x.cols;
    const std::size_t width = problem.heads[0].w_q.cols;
    const std::size_t value_width = problem.heads[0].w_v.cols;
    std::string found;
    const auto fit = [&](const std::string& name, const Table& table, std::size_t rows, std::size_t cols) {
        if (found.empty()) found = misfit(name, table, rows, cols);
    };
    for (std::size_t h = 0; h < problem.heads.size(); ++h) {
        const std::string of_head = problem.heads.size() > 1 ? " of head " + std::to_string(h + 1) : "";
        fit("w_q" + of_head, problem.heads[h].w_q, model, width);
        fit("w_k" + of_head, problem.heads[h].w_k, model, width);
        fit("w_v" + of_head, problem.heads[h].w_v, model, value_width);
    }
    if (problem.heads.size() > 1) fit("w_o", problem.w_o, problem.heads.size() * value_width, model);
    return found;
}

bool is_one_of(const auto& values, std::size_t value) {
    return std::ranges::find(values, value) != values.end();
}

bool is_compiled_in(const Problem& problem) {
    const std::size_t width = problem.heads[0].w_q.cols;
    return is_one_of(token_counts, problem.x.rows) && is_one_of(model_widths, problem.x.cols) &&
           is_one_of(head_widths, width) && problem.heads[0].w_v.cols == width &&
           problem.heads.size() <= most_heads;
}

std::string what_it_has(const Problem& problem) {
    const std::size_t heads = problem.heads.size();
    return "it has " + std::to_string(problem.x.rows) + (problem.x.rows == 1 ? " token" : " tokens") +
           ", d_model " + std::to_string(problem.x.cols) + ", " + std::to_string(heads) +
           (heads == 1 ? " head" : " heads") + " of d_k " + std::to_string(problem.heads[0].w_q.cols) +
           " and d_v " + std::to_string(problem.heads[0].w_v.cols);
}

}  // namespace

std::string compiled_shapes() {
    return alternatives(token_counts) + " tokens, d_model " + alternatives(model_widths) +
           ", 1 or 2 heads of d_k = d_v " + alternatives(head_widths);
}

OrRefusal<Traces> trace(const Problem& problem, bool is_causal) {
    if (std::string found = misfit(problem); !found.empty()) return Refusal{std::move(found)};
    if (!is_compiled_in(problem))
        return Refusal{what_it_has(problem) + "; what is compiled in is " + compiled_shapes()};
    Traces traces;
    choose<token_counts>(problem.x.rows,
                         [&](auto tokens) { traces = trace_tokens<tokens>(problem, is_causal); });
    return traces;
}

}  // namespace traced
