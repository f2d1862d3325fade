#include "tables.hpp"

#include "captions.hpp"
#include "labels.hpp"

#include "../colour.hpp"

#include <attest/trace/arithmetic.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace traced {

namespace {

using StageRecord = attest::StageRecord<double>;

/// How many places a text takes: its bytes that begin a character.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string to_the_right(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, width_of(text)), ' ') + text;
}

std::string to_the_left(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, width_of(text)), ' ');
}

std::size_t widest(const std::vector<std::string>& texts) {
    std::size_t width = 0;
    for (const auto& text : texts) width = std::max(width, width_of(text));
    return width;
}

double largest_magnitude(const StageRecord& stage) {
    double largest = 0;
    for (const double number : stage.numbers) largest = std::max(largest, std::fabs(number));
    return largest;
}

void print_rows(const StageRecord& stage, const Problem& problem, bool in_colour) {
    const auto rows = labels(stage.rows, problem);
    const auto cols = labels(stage.cols, problem);
    const double whole = largest_magnitude(stage);
    std::vector<std::string> texts = cols;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < cols.size(); ++j)
            texts.push_back(stage.hides(i, j) ? "-" : attest::rounded_text(stage(i, j)));
    const std::size_t width = widest(texts) + 2;
    const std::size_t row_width = widest(rows);

    fmt::print("  {}", to_the_left("", row_width));
    for (const auto& label : cols) fmt::print("{}", to_the_right(label, width));
    fmt::print("\n");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        fmt::print("  {}", to_the_left(rows[i], row_width));
        for (std::size_t j = 0; j < cols.size(); ++j) {
            const std::string text = to_the_right(texts[(i + 1) * cols.size() + j], width);
            const bool is_shaded = in_colour && !stage.hides(i, j) && whole > 0;
            fmt::print("{}", is_shaded ? shaded(text, stage(i, j) / whole) : text);
        }
        fmt::print("\n");
    }
    fmt::print("\n");
}

/// "Step 4: weights = E · (1 / Σ), Matrix<double, Query<3>, Key<3>>", and the numbers.
void print_stage(const StageRecord& stage, const Problem& problem, bool in_colour) {
    const Caption& words = caption(stage.stage);
    if (!words.step.empty()) fmt::print("{}: ", words.step);
    fmt::print("{}, {}", words.title, words.symbol);
    if (!words.formula.empty() && words.formula != words.symbol) fmt::print(" = {}", words.formula);
    fmt::print("\n{} ({})\n", matrix_type(stage), stage_name(stage.stage));
    print_rows(stage, problem, in_colour);
    for (const Note& note : problem.notes)
        if (note.stage == stage_name(stage.stage)) fmt::print("{}\n\n", note.text);
}

}  // namespace

void print_tables(const Problem& problem,
                  const Traces& traces,
                  std::optional<attest::Stage> only,
                  bool in_colour) {
    bool is_found = false;
    const auto print_trace = [&](const attest::TraceRecord<double>& trace, const std::string& title) {
        if (only && !trace.find(*only)) return;
        is_found = true;
        fmt::print("{}", title);
        for (const auto& stage : trace.stages)
            if (!only || stage.stage == *only) print_stage(stage, problem, in_colour);
    };
    for (std::size_t h = 0; h < traces.heads.size(); ++h)
        print_trace(traces.heads[h], traces.heads.size() > 1 ? fmt::format("Head {}\n\n", h + 1) : "");
    if (traces.after) print_trace(*traces.after, only ? "" : "All heads\n\n");
    if (only && !is_found)
        throw std::runtime_error(fmt::format("nothing is {} in this trace", stage_name(*only)));
}

}  // namespace traced
