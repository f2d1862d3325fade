#pragma once

// Judges results of a program that is compiled with -ffast-math, and is itself compiled without: there a NaN
// would pass for any number. It includes nothing of the library, whose functions the linker would take from
// one of the two.

#include <cstddef>
#include <span>
#include <vector>

namespace exact {

using Function = long double (*)(long double);

extern const Function exp, exp2, log, sqrt, tanh, sigmoid, erf, sin, cos;

struct Worst {
    double error = 0;  // in ulp
    double argument = 0;
};

/// The worst of a function's results for the arguments. One below the smallest normal number may be 0.
template <class T>
Worst worst(Function function, std::span<const T> arguments, std::span<const T> results);

/// A matrix of any shape, in row-major order.
struct Table {
    std::size_t rows;
    std::size_t cols;
    std::vector<long double> numbers;

    long double operator()(std::size_t i, std::size_t j) const { return numbers[i * cols + j]; }
};

template <class M>
Table table(const M& m) {
    Table result{M::rows, M::cols, {}};
    for (std::size_t i = 0; i < M::rows; ++i)
        for (std::size_t j = 0; j < M::cols; ++j) result.numbers.push_back(m.elements[i][j]);
    return result;
}

/// softmax of the rows of q k^T / sqrt(d), of what is kept; 0 where nothing is.
Table attention_weights(const Table& q, const Table& k, const std::vector<bool>& kept);

Table product(const Table& a, const Table& b);

/// The largest difference between two tables of one shape; infinite if there is a NaN.
long double distance(const Table& a, const Table& b);

}  // namespace exact
