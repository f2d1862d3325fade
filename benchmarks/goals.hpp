#pragma once

// What each case is to reach, and what it reached.

#include "case.hpp"
#include "machine.hpp"
#include "measure.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct Goal {
    std::optional<double> roof;       // at least this part of the roof
    std::optional<double> best_peer;  // at most this part of the best peer's time
    std::optional<double> full;       // at most this part of the time without the mask
    std::string_view against;         // the peers that count, or all
};

Goal goal_of(const Case& measured);

/// A row of the table.
struct Result {
    std::string name;
    double ns = 0;
    double gflops = 0;
    double part_of_roof = 0;
    std::optional<double> part_of_best_peer;
    std::optional<double> part_of_counting_peer;  // of the best that the goal counts
    std::optional<double> part_of_full;
    std::string best_peer;
    Goal goal;
    std::vector<Timing> timings;
};

Result judge(const Case& measured, const Machine& machine, std::vector<Timing> timings);

/// Whether each goal that there is was met; nothing without a goal, or without a peer to compare with.
std::optional<bool> meets_roof(const Result& result);
std::optional<bool> meets_best_peer(const Result& result);
std::optional<bool> meets_full(const Result& result);

}  // namespace bench
