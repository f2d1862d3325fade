#include "words.hpp"

#include "labels.hpp"

#include <attest/trace/arithmetic.hpp>
#include <attest/trace/provenance.hpp>
#include <attest/trace/record.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace traced {

namespace {

using attest::Stage;

/// Writes about one token's row of a trace.
class Paper {
public:
    Paper(const Problem& of, const attest::TraceRecord<double>& record, std::size_t token)
        : problem(of), trace(record), row(token) {}

    void write_head() const {
        const std::string d_k = std::to_string(trace[Stage::k].cols.extent);
        fmt::print("Step 0. {} is row {} of X: {}.\n", name(), row + 1, vector(Stage::x, row));
        fmt::print("\nStep 1. Its query is its row of X by W_Q,\n");
        cells(Stage::q, "q");
        fmt::print("and the tokens have keys and values, their rows of X by W_K and W_V.\n");
        for (std::size_t i = 0; i < problem.tokens.size(); ++i)
            fmt::print("  {}: k = {}, v = {}\n", problem.tokens[i], vector(Stage::k, i), vector(Stage::v, i));
        fmt::print("\nStep 2. Its query times every key: how much {} looks at each.\n", name());
        cells(Stage::raw);
        fmt::print("\nStep 3. Divided by √d_k = √{}, so that scores do not grow with d_k.\n", d_k);
        cells(Stage::scaled);
        if (trace.find(Stage::masked)) write_mask();
        write_softmax();
        write_mixture();
    }

    void write_after() const {
        fmt::print("All heads. Their outputs stand side by side,\n");
        cells(Stage::joined);
        fmt::print("and times W_O that is what {} gets.\n", name());
        cells(Stage::projected);
        fmt::print("\n{} becomes {}.\n", name(), vector(Stage::projected, row));
    }

private:
    const Problem& problem;
    const attest::TraceRecord<double>& trace;
    std::size_t row;

    const std::string& name() const { return problem.tokens[row]; }

    /// "[1, 2]"
    std::string vector(Stage stage, std::size_t i) const {
        std::vector<std::string> numbers;
        numbers.reserve(trace[stage].cols.extent);
        for (std::size_t j = 0; j < trace[stage].cols.extent; ++j)
            numbers.push_back(attest::rounded_text(trace[stage](i, j)));
        return fmt::format("[{}]", fmt::join(numbers, ", "));
    }

    /// The arithmetic of a stage's row, a line for each column: "fish → cat: ...", or after a letter of its
    /// own.
    void cells(Stage stage, std::string_view letter = {}) const {
        const auto columns = labels(trace[stage].cols, problem);
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const std::string arithmetic = attest::provenance(trace, stage, {row, j}).arithmetic;
            if (trace[stage].cols.name == "Key")
                fmt::print("  {} → {}: {}\n", name(), columns[j], arithmetic);
            else if (columns.size() == 1)
                fmt::print("  {}\n", arithmetic);
            else
                fmt::print("  {}{}: {}\n", letter, columns[j], arithmetic);
        }
    }

    void write_mask() const {
        fmt::print("The mask lets {} see itself and what comes before it.\n", name());
        cells(Stage::masked);
    }

    void write_softmax() const {
        fmt::print(
            "\nStep 4. The largest score of the row is taken off, so that no exponential overflows:\n");
        cells(Stage::largest);
        fmt::print("what is left becomes exponentials,\n");
        cells(Stage::exponentials);
        fmt::print("these have a sum,\n");
        cells(Stage::sums);
        fmt::print("and each one's part of it is a weight.\n");
        cells(Stage::weights);
    }

    void write_mixture() const {
        fmt::print("\nStep 5. The values, each times its exponential,\n");
        cells(Stage::mixed);
        fmt::print("and divided by the sum.\n");
        cells(Stage::output);
        fmt::print("That is the values by the weights:\n");
        for (std::size_t j = 0; j < trace[Stage::output].cols.extent; ++j)
            if (const auto also = attest::textbook_provenance(trace, Stage::output, {row, j}))
                fmt::print("  {}\n", also->arithmetic);
        fmt::print("\n{} becomes {}, and attends to itself at {:.2f} %.\n", name(),
                   vector(Stage::output, row), 100 * trace[Stage::weights](row, row));
    }
};

}  // namespace

void print_words(const Problem& problem, const Traces& traces, std::size_t token) {
    const bool are_many = traces.heads.size() > 1;
    for (std::size_t h = 0; h < traces.heads.size(); ++h) {
        if (are_many) fmt::print("Head {}\n\n", h + 1);
        Paper(problem, traces.heads[h], token).write_head();
        if (are_many) fmt::print("\n");
    }
    if (traces.after) Paper(problem, *traces.after, token).write_after();
    for (const Note& note : problem.notes)
        if (std::ranges::any_of(note.cells, [&](const auto& cell) { return cell.first == token; }))
            fmt::print("{}\n", note.text);
}

}  // namespace traced
