#pragma once

// What this machine can do, measured in the same run as what is to be judged by it.

#include "problem.hpp"
#include "processors.hpp"

namespace bench {

/// Billions of floating-point operations a second, in multiply-adds in registers.
struct Pace {
    /// Of sums side by side.
    double peak = 0;
    /// Of one long chain after the other, of which a processor works at as many as it looks ahead to. Where
    /// another thread runs on the same core it sees less far, which the peak does not show.
    double chains = 0;
};

/// Keeps the best that it has seen, which a machine shared with others does not always give.
class Machine {
public:
    Machine();

    /// The pace now, the peak over so many nanoseconds: what takes a part of a long call takes the same of
    /// it.
    Pace measure_pace(Precision precision, double ns = 0);

    const Pace& best(Precision precision) const { return best_[static_cast<int>(precision)]; }

    /// Whether a core was this program's alone.
    bool is_alone(const Pace& pace, Precision precision) const;

    void go_to_next_processor() { processors_.go_to_next(); }

    /// Billions of cycles a second, when the peak was best.
    double clock() const { return clock_; }

    /// Nanoseconds for one exponential among many, in the widest vectors.
    double exponential_cost(Precision precision) const;

    /// Nanoseconds below which nothing can compute the shape.
    double roof(const Shape& shape) const;

private:
    Processors processors_;
    Pace best_[2];
    double clock_ = 0;
};

/// The sum of the numbers, as fast as they can be read. Their count is a multiple of 128.
double sum_of(const float* numbers, std::size_t count);

}  // namespace bench
