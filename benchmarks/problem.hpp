#pragma once

// What is computed: its numbers, its right answer in double, and how much work there is in it.

#include <cstddef>
#include <string_view>
#include <vector>

namespace bench {

enum class Kind { attention, causal, window, decode, product };
enum class Precision { single_precision, double_precision };

/// How many keys a query of Kind::window sees.
inline constexpr std::size_t window_width = 64;

/// Attention of rows queries to shared keys and values, all of them width numbers wide; or the product of
/// a matrix of rows x shared with one of shared x width.
struct Shape {
    Kind kind = Kind::attention;
    Precision precision = Precision::single_precision;
    std::size_t rows = 0;
    std::size_t shared = 0;
    std::size_t width = 0;

    friend bool operator==(const Shape&, const Shape&) = default;
};

/// The keys that a query sees, from begin to before end.
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
};

Range kept_keys(const Shape& shape, std::size_t query);

/// The pairs of a query and a key that the mask leaves, which is the number of exponentials too.
std::size_t kept_pairs(const Shape& shape);

/// A multiply-add counts twice. Of attention only the two products count.
double flops(const Shape& shape);
double exponentials(const Shape& shape);

/// Numbers evenly from -1 to 1, the same in every run, and rounded to the precision of the shape.
struct Problem {
    Shape shape;
    std::vector<double> first;   // the queries, or the left factor
    std::vector<double> second;  // the keys, or the right factor
    std::vector<double> third;   // the values
    std::vector<double> expected;
};

Problem make_problem(const Shape& shape);

/// How far a right answer may be from the expected one: (64 + the length of a dot product) epsilons. The
/// dot products have to do with numbers up to 1, and what follows them in attention is an average.
double error_bound(const Shape& shape);

/// The largest difference; a NaN is infinitely far.
double largest_error(const Problem& problem, const std::vector<double>& answer);

}  // namespace bench
