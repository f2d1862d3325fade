#pragma once

// How the examples print a matrix: its shape as a type, and its rows and columns with their labels.

#include <attest/axis.hpp>
#include <attest/matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

/// A name for each place of an axis.
template <attest::Axis A>
using Labels = std::array<std::string, A::extent>;

/// 0, 1, 2 and so on.
template <attest::Axis A>
Labels<A> numbered() {
    Labels<A> labels;
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = std::to_string(i);
    return labels;
}

/// An axis as its type is written, and two axes as one with both.
template <attest::Axis A>
std::string spelled(A) {
    return fmt::format("{}<{}>", attest::axis_name<A>(), A::extent);
}
template <attest::Axis Outer, attest::Axis Inner>
std::string spelled(attest::Flat<Outer, Inner>) {
    return fmt::format("Flat<{}, {}>", spelled(Outer{}), spelled(Inner{}));
}

/// An element as a table shows it, 11 places wide.
inline std::string cell(double element) {
    return fmt::format("{:>11.6g}", element);
}

template <attest::Axis Rows, attest::Axis Cols, class T, class Cell = decltype(&cell)>
void show(std::string_view title,
          const attest::Matrix<T, Rows, Cols>& m,
          const Labels<Rows>& row_labels = numbered<Rows>(),
          const Labels<Cols>& col_labels = numbered<Cols>(),
          Cell as_cell = cell) {
    std::size_t width = attest::axis_name<Rows>().size();
    for (const auto& label : row_labels) width = std::max(width, label.size());

    fmt::print("{}: {} x {}\n", title, spelled(Rows{}), spelled(Cols{}));
    fmt::print("  {:<{}}  {:>11}\n", "", width, attest::axis_name<Cols>());
    fmt::print("  {:<{}}", attest::axis_name<Rows>(), width);
    for (const auto& label : col_labels) fmt::print("  {:>11}", label);
    fmt::print("\n");
    for (std::size_t i = 0; i < Rows::extent; ++i) {
        fmt::print("  {:<{}}", row_labels[i], width);
        for (std::size_t j = 0; j < Cols::extent; ++j) fmt::print("  {}", as_cell(m[i, j]));
        fmt::print("\n");
    }
    fmt::print("\n");
}

/// What an example returns from main: zero if both evaluations gave the same bits.
template <attest::Axis Rows, attest::Axis Cols, class T>
int same_at_run_time(const attest::Matrix<T, Rows, Cols>& compiled,
                     const attest::Matrix<T, Rows, Cols>& computed) {
    const bool same = attest::same_bits(compiled, computed);
    fmt::print("computed again at run time: {}\n", same ? "the same bits" : "OTHER BITS");
    return same ? 0 : 1;
}
