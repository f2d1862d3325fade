#include "goals.hpp"

#include "vectors.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace bench {

namespace {

constexpr std::string_view big_libraries = "Eigen OpenBLAS oneDNN";

const std::map<std::string_view, Goal>& goals() {
    constexpr auto none = std::nullopt;
    static const std::map<std::string_view, Goal> all{
        {"attention 64,64", {0.92, 0.80, none, big_libraries}},
        {"attention 128,64", {0.92, 0.80, none, big_libraries}},
        {"attention 512,64", {0.92, 0.80, none, big_libraries}},
        {"attention 2048,64", {0.92, 0.80, none, big_libraries}},
        {"attention 32,32", {0.88, 0.60, none, {}}},
        {"attention 16,16", {0.75, 0.40, none, {}}},
        {"attention 8,8", {0.30, 0.45, none, {}}},
        {"attention 3,2", {none, 0.35, none, "Eigen fixed"}},
        {"attention 33,20", {0.70, 0.80, none, {}}},
        {"attention 100,48", {0.70, 0.80, none, {}}},
        {"attention 197,64", {0.70, 0.80, none, {}}},
        {"causal 64,64", {0.70, 0.60, 0.70, {}}},
        {"causal 512,64", {0.90, 0.60, 0.55, {}}},
        {"causal 2048,64", {0.90, 0.60, 0.55, {}}},
        {"window 2048,64", {none, none, 0.08, {}}},
        {"product 16,64,16", {0.90, 1.00, none, {}}},
        {"product 64,256,64", {0.97, 1.02, none, {}}},
        {"product 128,512,64", {0.97, 1.02, none, {}}},
    };
    return all;
}

/// Whether the goal's words for the peers that count have the first word of this one's name, or all of it.
bool counts(const Goal& goal, std::string_view peer) {
    if (goal.against.empty() || goal.against == peer) return true;
    return goal.against == big_libraries && goal.against.contains(peer.substr(0, peer.find(' ')));
}

std::optional<double> time_of(const std::vector<Timing>& timings, Role role) {
    const auto found = std::ranges::find(timings, role, &Timing::role);
    if (found == timings.end()) return std::nullopt;
    return found->ns;
}

/// The fastest peer, or that of those that count for the goal.
const Timing* fastest_peer(const std::vector<Timing>& timings, const Goal& goal) {
    const Timing* fastest = nullptr;
    for (const Timing& timing : timings)
        if (timing.role == Role::peer && counts(goal, timing.name) && (!fastest || timing.ns < fastest->ns))
            fastest = &timing;
    return fastest;
}

}  // namespace

Goal goal_of(const Case& measured) {
    const auto found = goals().find(measured.name);
    const Goal goal = found == goals().end() ? Goal{} : found->second;
    if (vector_bytes >= 64) return goal;
    // These goals are for vectors of 16 floats. In narrower ones the large cases have one of their own, and
    // peers that choose their instructions when they run are no measure.
    Goal narrow;
    if (goal.against == big_libraries) narrow.roof = 0.85;
    return narrow;
}

Result judge(const Case& measured, const Machine& machine, std::vector<Timing> timings) {
    Result result;
    result.name = measured.name;
    result.goal = goal_of(measured);
    result.timings = std::move(timings);
    result.ns = std::ranges::find(result.timings, Role::attest, &Timing::role)->ns;
    result.gflops = flops(measured.shape) / result.ns;
    result.part_of_roof =
        time_of(result.timings, Role::read).value_or(machine.roof(measured.shape)) / result.ns;
    if (const Timing* best = fastest_peer(result.timings, {})) {
        result.best_peer = best->name;
        result.part_of_best_peer = result.ns / best->ns;
    }
    if (const Timing* best = fastest_peer(result.timings, result.goal))
        result.part_of_counting_peer = result.ns / best->ns;
    if (const auto full = time_of(result.timings, Role::full)) result.part_of_full = result.ns / *full;
    return result;
}

std::optional<bool> meets_roof(const Result& result) {
    if (!result.goal.roof) return std::nullopt;
    return result.part_of_roof >= *result.goal.roof;
}

std::optional<bool> meets_best_peer(const Result& result) {
    if (!result.goal.best_peer || !result.part_of_counting_peer) return std::nullopt;
    return *result.part_of_counting_peer <= *result.goal.best_peer;
}

std::optional<bool> meets_full(const Result& result) {
    if (!result.goal.full || !result.part_of_full) return std::nullopt;
    return *result.part_of_full <= *result.goal.full;
}

}  // namespace bench
