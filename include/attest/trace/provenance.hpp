#pragma once

// Where the number in a cell comes from: the cells that it was made of, and the arithmetic on paper.

#include <attest/math.hpp>
#include <attest/real.hpp>
#include <attest/trace/arithmetic.hpp>
#include <attest/trace/record.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attest {

/// A place in a stage.
struct Cell {
    std::size_t row;
    std::size_t col;

    friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

/// Cells of one stage: of the same trace or, where they were joined, of the trace of a head.
struct Operands {
    Stage stage;
    std::vector<Cell> cells;
    std::optional<std::size_t> head = std::nullopt;
};

/// What a number was made of. A given number was made of nothing.
struct Provenance {
    std::vector<Operands> operands;
    std::string arithmetic;
};

namespace detail {

/// Whether a stage has a number for each pair of a query and a key.
constexpr bool is_of_pairs(Stage stage) {
    return stage == Stage::raw || stage == Stage::scaled || stage == Stage::masked ||
           stage == Stage::exponentials || stage == Stage::weights;
}

/// A row's cells, those that the mask leaves of it.
template <Real T>
std::vector<Cell> row_cells(const TraceRecord<T>& trace, Stage stage, std::size_t i) {
    std::vector<Cell> cells;
    for (std::size_t j = 0; j < trace[stage].cols.extent; ++j)
        if (!is_of_pairs(stage) || !trace[Stage::weights].hides(i, j)) cells.push_back({i, j});
    return cells;
}

/// The cells of a column, one for each of those of a row, which meets it there.
inline std::vector<Cell> column_cells(const std::vector<Cell>& row, std::size_t j) {
    std::vector<Cell> cells;
    cells.reserve(row.size());
    for (const Cell& cell : row) cells.push_back({cell.col, j});
    return cells;
}

template <Real T>
std::string written(const TraceRecord<T>& trace, Stage stage, Cell at) {
    return rounded_text(trace[stage](at.row, at.col));
}

/// As it stands beside others.
template <Real T>
std::string operand(const TraceRecord<T>& trace, Stage stage, Cell at) {
    return operand_text(trace[stage](at.row, at.col));
}

/// The numbers of cells, with that between them.
template <Real T>
std::string listed(const TraceRecord<T>& trace, const Operands& operands, std::string_view between) {
    std::string text;
    for (const Cell& cell : operands.cells) {
        if (!text.empty()) text += between;
        text += operand(trace, operands.stage, cell);
    }
    return text;
}

/// a·b + c·d = result, of pairs of cells.
template <Real T>
Provenance of_products(const TraceRecord<T>& trace, Operands left, Operands right, std::string_view result) {
    std::string text;
    for (std::size_t n = 0; n < left.cells.size(); ++n) {
        if (!text.empty()) text += " + ";
        text += operand(trace, left.stage, left.cells[n]) + "·" + operand(trace, right.stage, right.cells[n]);
    }
    if (text.empty()) text = "nothing is kept";
    text.append(" = ").append(result);
    return {{std::move(left), std::move(right)}, std::move(text)};
}

/// Of a row of one stage and a column of another, as the matrix product has it.
template <Real T>
Provenance of_row_and_column(const TraceRecord<T>& trace, Stage left, Stage right, Stage stage, Cell at) {
    const auto row = row_cells(trace, left, at.row);
    return of_products(trace, {left, row}, {right, column_cells(row, at.col)}, written(trace, stage, at));
}

/// Of a row of projections, where they were computed.
template <Real T>
Provenance of_projection(const TraceRecord<T>& trace, Stage weights, Stage stage, Cell at) {
    if (!trace.find(Stage::x)) return {{}, "given"};
    return of_row_and_column(trace, Stage::x, weights, stage, at);
}

template <Real T>
std::string root_of_width(const TraceRecord<T>& trace) {
    return "√" + std::to_string(trace[Stage::k].cols.extent);
}

/// Scores as a softmax has them.
template <Real T>
Stage softmax_scores(const TraceRecord<T>& trace) {
    return trace.find(Stage::masked) ? Stage::masked : Stage::scaled;
}

/// Scores as the exponentials are taken of.
template <Real T>
Stage exponents(const TraceRecord<T>& trace) {
    return trace.is_changed ? softmax_scores(trace) : Stage::raw;
}

template <Real T>
Provenance of_scaled(const TraceRecord<T>& trace, Cell at) {
    const auto between = trace.is_changed ? " becomes " : " / " + root_of_width(trace) + " = ";
    return {{{Stage::raw, {at}}},
            operand(trace, Stage::raw, at) + between + written(trace, Stage::scaled, at)};
}

template <Real T>
Provenance of_largest(const TraceRecord<T>& trace, Cell at) {
    Provenance result{{{exponents(trace), row_cells(trace, exponents(trace), at.row)}}, {}};
    std::string candidates = listed(trace, result.operands[0], ", ");
    if (trace.find(Stage::sink)) {
        candidates = operand(trace, Stage::sink, at) + (candidates.empty() ? "" : ", ") + candidates;
        result.operands.insert(result.operands.begin(), {Stage::sink, {at}});
    }
    result.arithmetic = "max(" + candidates + ") = " + written(trace, Stage::largest, at);
    return result;
}

/// e^((score - largest) / √d), or without the root where the scores are scaled.
template <Real T>
Provenance of_exponential(const TraceRecord<T>& trace, Stage score, Stage stage, Cell at) {
    const Cell largest{at.row, 0};
    std::string below = operand(trace, score, at) + " − " + operand(trace, Stage::largest, largest);
    if (!trace.is_changed) below = '(' + below + ") / " + root_of_width(trace);
    return {{{score, {at}}, {Stage::largest, {largest}}}, "e^(" + below + ") = " + written(trace, stage, at)};
}

/// A score, and the largest of its row if that is another one.
template <Real T>
std::vector<Cell> score_and_largest(const TraceRecord<T>& trace, Cell at) {
    std::vector<Cell> cells{at};
    for (const Cell& cell : row_cells(trace, Stage::scaled, at.row))
        if (trace[exponents(trace)](cell.row, cell.col) == trace[Stage::largest](at.row, 0)) {
            if (cell != at) cells.push_back(cell);
            break;
        }
    return cells;
}

/// e^(S − max S) of scaled scores, for weights divided by the sum.
template <Real T>
Provenance textbook_exponential(const TraceRecord<T>& trace, Stage stage, Cell at) {
    const T root = attest::sqrt(static_cast<T>(trace[Stage::k].cols.extent));
    const T largest = trace[Stage::largest](at.row, 0) / (trace.is_changed ? T{1} : root);
    const Stage scores = softmax_scores(trace);
    Provenance result{{{scores, score_and_largest(trace, at)}}, {}};
    result.arithmetic = "e^(" + operand(trace, scores, at) + " − " + operand_text(largest) + ')';
    if (stage == Stage::weights) {
        const Cell sum{at.row, 0};
        result.operands.push_back({Stage::sums, {sum}});
        result.arithmetic += " / " + operand(trace, Stage::sums, sum);
    }
    result.arithmetic += " = " + written(trace, stage, at);
    return result;
}

template <Real T>
Provenance of_sum(const TraceRecord<T>& trace, Cell at) {
    Provenance result{{{Stage::exponentials, row_cells(trace, Stage::exponentials, at.row)}}, {}};
    std::string terms = listed(trace, result.operands[0], " + ");
    if (trace.find(Stage::sink)) {
        terms = operand(trace, Stage::sink_exponential, at) + (terms.empty() ? "" : " + ") + terms;
        result.operands.insert(result.operands.begin(), {Stage::sink_exponential, {at}});
    }
    result.arithmetic = (terms.empty() ? "nothing is kept" : terms) + " = " + written(trace, Stage::sums, at);
    return result;
}

/// A part of the whole that the sum is.
template <Real T>
Provenance of_share(const TraceRecord<T>& trace, Stage part, Stage stage, Cell at) {
    const Cell sum{at.row, 0};
    Provenance result{{{part, {at}}, {Stage::sums, {sum}}}, {}};
    result.arithmetic = trace[Stage::sums](at.row, 0) == 0
                            ? "0, for the sum is 0"
                            : operand(trace, part, at) + " · (1 / " + operand(trace, Stage::sums, sum) +
                                  ") = " + written(trace, stage, at);
    return result;
}

template <Real T>
Provenance of_joined(const TraceRecord<T>& trace, Cell at) {
    const std::size_t width = trace[Stage::joined].cols.extent / trace.heads;
    const std::size_t head = at.col / width;
    return {{{Stage::output, {{at.row, at.col % width}}, head}},
            "head " + std::to_string(head + 1) + ": " + written(trace, Stage::joined, at)};
}

}  // namespace detail

/// Where the number in a cell comes from, as it was computed.
template <Real T>
Provenance provenance(const TraceRecord<T>& trace, Stage stage, Cell at) {
    if (trace[stage].hides(at.row, at.col)) return {{}, "hidden by the mask"};
    switch (stage) {
        case Stage::q:
            return detail::of_projection(trace, Stage::w_q, stage, at);
        case Stage::k:
            return detail::of_projection(trace, Stage::w_k, stage, at);
        case Stage::v:
            return detail::of_projection(trace, Stage::w_v, stage, at);
        case Stage::raw:
            return detail::of_products(trace, {Stage::q, detail::row_cells(trace, Stage::q, at.row)},
                                       {Stage::k, detail::row_cells(trace, Stage::k, at.col)},
                                       detail::written(trace, stage, at));
        case Stage::scaled:
            return detail::of_scaled(trace, at);
        case Stage::masked:
            return {{{Stage::scaled, {at}}}, "kept: " + detail::written(trace, stage, at)};
        case Stage::largest:
            return detail::of_largest(trace, at);
        case Stage::sink_exponential:
            return detail::of_exponential(trace, Stage::sink, stage, at);
        case Stage::exponentials:
            return detail::of_exponential(trace, detail::exponents(trace), stage, at);
        case Stage::sums:
            return detail::of_sum(trace, at);
        case Stage::weights:
            return detail::of_share(trace, Stage::exponentials, stage, at);
        case Stage::mixed:
            return detail::of_row_and_column(trace, Stage::exponentials, Stage::v, stage, at);
        case Stage::output:
            return detail::of_share(trace, Stage::mixed, stage, at);
        case Stage::joined:
            return detail::of_joined(trace, at);
        case Stage::projected:
            return detail::of_row_and_column(trace, Stage::joined, Stage::w_o, stage, at);
        default:
            return {{}, "given"};
    }
}

/// The same number as a textbook writes it, where that is not how it was computed: with e^(S − max S) of
/// scaled scores, the weights as quotients and the output as the values by the weights. It differs by
/// roundings.
template <Real T>
std::optional<Provenance> textbook_provenance(const TraceRecord<T>& trace, Stage stage, Cell at) {
    const bool is_textbook = stage == Stage::exponentials && trace.is_changed;
    if ((stage != Stage::exponentials && stage != Stage::weights && stage != Stage::output) || is_textbook ||
        trace[stage].hides(at.row, at.col) || trace[Stage::sums](at.row, 0) == 0)
        return std::nullopt;
    if (stage == Stage::output) return detail::of_row_and_column(trace, Stage::weights, Stage::v, stage, at);
    return detail::textbook_exponential(trace, stage, at);
}

}  // namespace attest
