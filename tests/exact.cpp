#include "exact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace exact {

const Function exp = [](long double x) { return std::exp(x); };
const Function exp2 = [](long double x) { return std::exp2(x); };
const Function log = [](long double x) { return std::log(x); };
const Function sqrt = [](long double x) { return std::sqrt(x); };
const Function tanh = [](long double x) { return std::tanh(x); };
const Function sigmoid = [](long double x) { return 1 / (1 + std::exp(-x)); };
const Function erf = [](long double x) { return std::erf(x); };
const Function sin = [](long double x) { return std::sin(x); };
const Function cos = [](long double x) { return std::cos(x); };

template <class T>
Worst worst(Function function, std::span<const T> arguments, std::span<const T> results) {
    using Limits = std::numeric_limits<T>;
    Worst worst;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const long double exact = function(arguments[i]);
        if (std::fabs(exact) < Limits::min() && results[i] == 0) continue;
        const int exponent = exact == 0 ? Limits::min_exponent : std::ilogb(exact);
        const long double ulp =
            std::ldexp(1.0L, std::max(exponent, Limits::min_exponent - 1) - Limits::digits + 1);
        const auto error = static_cast<double>(std::fabs(results[i] - exact) / ulp);
        if (!(error <= worst.error)) worst = {error, static_cast<double>(arguments[i])};
        if (std::isnan(error)) return worst;
    }
    return worst;
}
template Worst worst(Function, std::span<const float>, std::span<const float>);
template Worst worst(Function, std::span<const double>, std::span<const double>);

Table attention_weights(const Table& q, const Table& k, const std::vector<bool>& kept) {
    Table weights{q.rows, k.rows, std::vector<long double>(q.rows * k.rows)};
    for (std::size_t i = 0; i < q.rows; ++i) {
        long double* const row = &weights.numbers[i * k.rows];
        long double largest = std::numeric_limits<long double>::lowest();
        for (std::size_t j = 0; j < k.rows; ++j) {
            long double score = 0;
            for (std::size_t d = 0; d < q.cols; ++d) score += q(i, d) * k(j, d);
            row[j] = score / std::sqrt(static_cast<long double>(q.cols));
            if (kept[i * k.rows + j]) largest = std::max(largest, row[j]);
        }
        long double sum = 0;
        for (std::size_t j = 0; j < k.rows; ++j)
            sum += row[j] = kept[i * k.rows + j] ? std::exp(row[j] - largest) : 0;
        for (std::size_t j = 0; j < k.rows; ++j)
            if (sum > 0) row[j] /= sum;
    }
    return weights;
}

Table product(const Table& a, const Table& b) {
    Table product{a.rows, b.cols, std::vector<long double>(a.rows * b.cols)};
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t k = 0; k < a.cols; ++k)
            for (std::size_t j = 0; j < b.cols; ++j) product.numbers[i * b.cols + j] += a(i, k) * b(k, j);
    return product;
}

long double distance(const Table& a, const Table& b) {
    long double largest = 0;
    for (std::size_t i = 0; i < a.numbers.size(); ++i) {
        const long double difference = std::fabs(a.numbers[i] - b.numbers[i]);
        if (std::isnan(difference)) return std::numeric_limits<long double>::infinity();
        largest = std::max(largest, difference);
    }
    return largest;
}

}  // namespace exact
