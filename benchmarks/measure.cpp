// Google Benchmark keeps the compiler from undoing the work (DoNotOptimize, ClobberMemory). Its runner is not
// used: it finishes one contender before the next, and has no place for a calibration around each sample.

#include "measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace bench {

namespace {

/// Below this part of the best peak, and where the two brackets of a sample differ by more than that,
/// somebody else had the machine too. The clock itself goes up and down by a few percent, for which times are
/// scaled.
constexpr double steady_part_of_best = 0.90;
constexpr double steady_difference = 0.03;
constexpr std::size_t fewest_samples = 3;
constexpr std::size_t tries_per_sample = 6;
/// Caches are warmed for a call that takes less.
constexpr double warmed_ns = 10e6;
/// What takes longer is interrupted each time, and so must be the peak that it is compared with. Of shorter
/// calls the fastest quarter is not.
constexpr double interrupted_ns = 1e6;

double nanoseconds(const Contender& contender, std::size_t times) {
    const auto start = std::chrono::steady_clock::now();
    contender.run(times);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

struct Sample {
    double ns;  // of a call
    double peak_before;
    double peak_after;
    bool alone;

    bool steady(double best_peak) const {
        const auto [lower, upper] = std::minmax(peak_before, peak_after);
        return alone && lower >= steady_part_of_best * best_peak && lower >= (1 - steady_difference) * upper;
    }

    /// What it would have taken at the best peak.
    double scaled(double best_peak) const { return ns * (peak_before + peak_after) / 2 / best_peak; }
};

/// A contender's samples so far.
struct Lane {
    const Contender* contender;
    std::size_t calls = 1;  // in a sample
    double ns = 0;          // that a sample takes
    std::size_t wanted = 0;
    double error = 0;
    std::vector<Sample> samples;

    std::size_t steady_samples(double best_peak) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(samples, [&](const Sample& s) { return s.steady(best_peak); }));
    }
};

/// Checks the answer, and finds how many calls fill a sample.
Lane make_lane(const Problem& problem, const Contender& contender, const Effort& effort) {
    Lane lane{.contender = &contender, .samples = {}};
    contender.run(1);
    if (const std::vector<double> answer = contender.answer(); !answer.empty()) {
        lane.error = largest_error(problem, answer);
        if (!(lane.error <= error_bound(problem.shape)))
            throw std::runtime_error(fmt::format("{} is wrong: it is {:.2g} off, and may be {:.2g} off",
                                                 contender.name, lane.error, error_bound(problem.shape)));
    }
    // The faster of two, for the first calls of a library are slow, and it may be disturbed.
    const auto time = [&] {
        return std::min(nanoseconds(contender, lane.calls), nanoseconds(contender, lane.calls));
    };
    double ns = time();
    while (ns < effort.sample_ns / 2) {
        lane.calls *= 2;
        ns = time();
    }
    lane.ns = ns;
    const double share = effort.case_ns / 8 / ns;  // what is slow gets fewer samples
    lane.wanted = std::clamp(static_cast<std::size_t>(share), fewest_samples, effort.samples);
    return lane;
}

void take_sample(Lane& lane, Machine& machine, Precision precision) {
    // One call brings its data back into the caches; that is no part of a call that takes long.
    if (lane.ns < warmed_ns) lane.contender->run(1);
    const double bracket = lane.ns < interrupted_ns ? 0 : lane.ns;
    const Pace before = machine.measure_pace(precision, bracket);
    const double ns = nanoseconds(*lane.contender, lane.calls) / static_cast<double>(lane.calls);
    const Pace after = machine.measure_pace(precision, bracket);
    const bool alone = machine.is_alone(before, precision) && machine.is_alone(after, precision);
    lane.samples.push_back({ns, before.peak, after.peak, alone});
    if (!alone) machine.go_to_next_processor();
}

Timing timing_of(const Lane& lane, double best_peak) {
    const std::size_t count = lane.steady_samples(best_peak);
    const bool steady = count >= std::min(lane.wanted, fewest_samples);
    std::vector<double> times;
    for (const Sample& sample : lane.samples)
        if (!steady || sample.steady(best_peak)) times.push_back(sample.scaled(best_peak));
    // What disturbs a call only adds to it.
    const auto quartile = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 4);
    std::ranges::nth_element(times, quartile);
    return {.name = lane.contender->name,
            .role = lane.contender->role,
            .ns = *quartile,
            .samples = times.size(),
            .discarded = lane.samples.size() - times.size(),
            .steady = steady,
            .error = lane.error};
}

}  // namespace

std::vector<Timing> measure(const Problem& problem,
                            const std::vector<Contender>& contenders,
                            Machine& machine,
                            const Effort& effort) {
    const Precision precision = problem.shape.precision;
    std::vector<Lane> lanes;
    lanes.reserve(contenders.size());
    for (const Contender& contender : contenders) lanes.push_back(make_lane(problem, contender, effort));

    const auto start = std::chrono::steady_clock::now();
    for (bool all = false; !all;) {
        all = true;
        const bool late =
            std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() >
            effort.case_ns;
        for (Lane& lane : lanes) {
            const std::size_t wanted = late ? fewest_samples : lane.wanted;
            const std::size_t most = late ? fewest_samples : tries_per_sample * lane.wanted;
            if (lane.steady_samples(machine.best(precision).peak) >= wanted || lane.samples.size() >= most)
                continue;
            take_sample(lane, machine, precision);
            all = false;
        }
    }
    std::vector<Timing> timings;
    timings.reserve(lanes.size());
    for (const Lane& lane : lanes) timings.push_back(timing_of(lane, machine.best(precision).peak));
    return timings;
}

}  // namespace bench
