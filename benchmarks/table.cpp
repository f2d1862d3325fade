#include "report.hpp"
#include "vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace bench {

namespace {

constexpr std::size_t columns = 11;
using Row = std::array<std::string, columns>;

const Row heading{
    "case",    "ns",        "GFLOP/s",          "part of the roof", "at least", "of the best peer's time",
    "at most", "best peer", "of the full time", "at most",          "met"};

std::string number(std::optional<double> value, int digits = 2) {
    return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

/// Digits enough to tell neighbours apart, and no more.
std::string nanoseconds(double ns) {
    return fmt::format("{:.{}f}", ns, ns < 1000 ? 1 : 0);
}

/// "yes", "no" with the columns that say so, or a dash where there is no goal.
std::string met(const Result& result) {
    std::string missed;
    bool any = false;
    const auto ask = [&](std::optional<bool> answer, std::string_view what) {
        any = any || answer;
        if (answer && !*answer) missed += fmt::format("{}{}", missed.empty() ? "no: " : ", ", what);
    };
    ask(meets_roof(result), "roof");
    ask(meets_best_peer(result), "best peer");
    ask(meets_full(result), "full");
    if (!missed.empty()) return missed;
    return any ? "yes" : "-";
}

bool steady(const Result& result) {
    return std::ranges::all_of(result.timings, &Timing::steady);
}

/// The goal against peers, and which of them count if not all.
std::string peer_goal(const Goal& goal) {
    return number(goal.best_peer) + (goal.against.empty() ? "" : "*");
}

Row row_of(const Result& result) {
    return {result.name + (steady(result) ? "" : " ~"),
            nanoseconds(result.ns),
            number(result.gflops, 1),
            number(result.part_of_roof),
            number(result.goal.roof),
            number(result.part_of_best_peer),
            peer_goal(result.goal),
            result.best_peer.empty() ? "-" : result.best_peer,
            number(result.part_of_full),
            number(result.goal.full),
            met(result)};
}

/// Words to the left, numbers to the right.
void print_row(const Row& row, const std::array<std::size_t, columns>& widths) {
    for (std::size_t c = 0; c < columns; ++c) {
        const bool words = c == 0 || c == 7 || c == columns - 1;
        fmt::print(fmt::runtime(words ? "| {:<{}} " : "| {:>{}} "), row[c], widths[c]);
    }
    fmt::print("|\n");
}

}  // namespace

void print_conditions(const Machine& machine) {
    fmt::print(
        "one thread, vectors of {} floats: {:.1f} GFLOP/s in multiply-adds, {:.2f} GHz, {:.4f} ns an exp\n",
        lanes<float>, machine.best(Precision::single_precision).peak, machine.clock(),
        machine.exponential_cost(Precision::single_precision));
    constexpr char absent[] = ATTEST_BENCH_ABSENT;
    if (sizeof absent > 1) fmt::print("not here, and not compared with: {}\n", absent);
}

void print_table(const std::vector<Result>& results) {
    std::vector<Row> rows{heading};
    for (const Result& result : results) rows.push_back(row_of(result));
    std::array<std::size_t, columns> widths{};
    for (const Row& row : rows)
        for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], row[c].size());

    print_row(rows[0], widths);
    for (const std::size_t width : widths) fmt::print("|{}", std::string(width + 2, '-'));
    fmt::print("|\n");
    for (std::size_t i = 1; i < rows.size(); ++i) print_row(rows[i], widths);
    fmt::print(
        "\n"
        "part of the roof: of what no program can be faster than, the multiply-adds at their peak and then "
        "the\n"
        "    exponentials at the best known cost; in decoding, reading the keys and values once\n"
        "of the best peer's time, of the full time: attest's, divided by that of the best peer, and by that "
        "of\n"
        "    attest without the mask\n"
        "at least, at most: the goal for the column before\n"
        "*: the goal is against Eigen, OpenBLAS and oneDNN, or for 3,2 against Eigen of fixed sizes\n"
        "~: the machine was busy, and too few samples were taken at its best\n");
}

}  // namespace bench
