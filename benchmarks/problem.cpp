#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace bench {

namespace {

std::vector<double> random_numbers(std::size_t count, Precision precision, std::mt19937& generator) {
    std::uniform_real_distribution<double> distribution(-1, 1);
    std::vector<double> numbers(count);
    for (double& number : numbers) {
        number = distribution(generator);
        if (precision == Precision::single_precision) number = static_cast<float>(number);
    }
    return numbers;
}

/// A row of the sum is factor times a row of the matrix more.
void add_times(double* sum, double factor, const double* row, std::size_t width) {
    for (std::size_t j = 0; j < width; ++j) sum[j] += factor * row[j];
}

void multiply(Problem& problem) {
    const auto& [kind, precision, rows, shared, width] = problem.shape;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < shared; ++k)
            add_times(&problem.expected[i * width], problem.first[i * shared + k], &problem.second[k * width],
                      width);
}

void attend(Problem& problem) {
    const std::size_t width = problem.shape.width;
    const double root = std::sqrt(static_cast<double>(width));
    for (std::size_t i = 0; i < problem.shape.rows; ++i) {
        const Range keys = kept_keys(problem.shape, i);
        const double* query = &problem.first[i * width];
        double* output = &problem.expected[i * width];
        double total = 0;
        // Scores are between -sqrt(width) and sqrt(width): nothing can overflow, and no maximum is needed.
        for (std::size_t j = keys.begin; j < keys.end; ++j) {
            double score = 0;
            for (std::size_t c = 0; c < width; ++c) score += query[c] * problem.second[j * width + c];
            const double weight = std::exp(score / root);
            total += weight;
            add_times(output, weight, &problem.third[j * width], width);
        }
        for (std::size_t c = 0; c < width; ++c) output[c] /= total;
    }
}

}  // namespace

Range kept_keys(const Shape& shape, std::size_t query) {
    switch (shape.kind) {
        case Kind::causal:
            return {0, query + 1};
        case Kind::window:
            return {query + 1 - std::min(query + 1, window_width), query + 1};
        default:
            return {0, shape.shared};
    }
}

std::size_t kept_pairs(const Shape& shape) {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < shape.rows; ++i) pairs += kept_keys(shape, i).size();
    return pairs;
}

double flops(const Shape& shape) {
    const double products = shape.kind == Kind::product ? 1 : 2;
    return products * 2 * static_cast<double>(kept_pairs(shape) * shape.width);
}

double exponentials(const Shape& shape) {
    return shape.kind == Kind::product ? 0 : static_cast<double>(kept_pairs(shape));
}

Problem make_problem(const Shape& shape) {
    std::mt19937 generator(20170612);  // any number will do, if it stays
    const auto numbers = [&](std::size_t count) { return random_numbers(count, shape.precision, generator); };
    const bool product = shape.kind == Kind::product;
    Problem problem{.shape = shape,
                    .first = numbers(shape.rows * (product ? shape.shared : shape.width)),
                    .second = numbers(shape.shared * shape.width),
                    .third = numbers(product ? 0 : shape.shared * shape.width),
                    .expected = std::vector<double>(shape.rows * shape.width)};
    product ? multiply(problem) : attend(problem);
    return problem;
}

double error_bound(const Shape& shape) {
    const double epsilon = shape.precision == Precision::single_precision
                               ? std::numeric_limits<float>::epsilon()
                               : std::numeric_limits<double>::epsilon();
    const std::size_t length = shape.kind == Kind::product ? shape.shared : shape.width;
    return epsilon * static_cast<double>(64 + length);
}

double largest_error(const Problem& problem, const std::vector<double>& answer) {
    double largest = 0;
    for (std::size_t i = 0; i < problem.expected.size(); ++i) {
        const double error = std::abs(problem.expected[i] - answer[i]);
        if (std::isnan(error)) return std::numeric_limits<double>::infinity();
        largest = std::max(largest, error);
    }
    return largest;
}

}  // namespace bench
