#pragma once

// What this machine can do, measured in the same run as what is to be judged by it.

#include "problem.hpp"

namespace bench {

/// Keeps the best that it has seen, which a machine shared with others does not always give.
class Machine {
public:
    Machine();

    /// Billions of floating-point operations a second, now, in multiply-adds in registers.
    double measure_peak(Precision precision);

    double best_peak(Precision precision) const { return best_peak_[static_cast<int>(precision)]; }

    /// Billions of cycles a second, when the peak was best.
    double clock() const { return clock_; }

    /// Nanoseconds for one exponential among many, in the widest vectors.
    double exponential_cost(Precision precision) const;

    /// Nanoseconds below which nothing can compute the shape.
    double roof(const Shape& shape) const;

private:
    double best_peak_[2]{};
    double clock_ = 0;
};

/// The sum of the numbers, as fast as they can be read. Their count is a multiple of 128.
double sum_of(const float* numbers, std::size_t count);

}  // namespace bench
