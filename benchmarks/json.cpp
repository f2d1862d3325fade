#include "report.hpp"
#include "vectors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace bench {

namespace {

using Json = nlohmann::ordered_json;

Json json(std::optional<double> value) {
    return value ? Json(*value) : Json(nullptr);
}

Json json(std::optional<bool> value) {
    return value ? Json(*value) : Json(nullptr);
}

const char* word(Role role) {
    switch (role) {
        case Role::attest:
            return "attest";
        case Role::peer:
            return "peer";
        case Role::full:
            return "full";
        default:
            return "read";
    }
}

Json json(const Timing& timing) {
    return {{"name", timing.name},          {"role", word(timing.role)},     {"ns", timing.ns},
            {"samples", timing.samples},    {"discarded", timing.discarded}, {"steady", timing.steady},
            {"largest_error", timing.error}};
}

Json json(const Result& result) {
    Json timings = Json::array();
    for (const Timing& timing : result.timings) timings.push_back(json(timing));
    return {{"case", result.name},
            {"ns", result.ns},
            {"gflops", result.gflops},
            {"part_of_roof", result.part_of_roof},
            {"part_of_best_peer", json(result.part_of_best_peer)},
            {"best_peer", result.best_peer},
            {"part_of_full", json(result.part_of_full)},
            {"goal",
             {{"roof", json(result.goal.roof)},
              {"best_peer", json(result.goal.best_peer)},
              {"against", result.goal.against},
              {"full", json(result.goal.full)}}},
            {"met",
             {{"roof", json(meets_roof(result))},
              {"best_peer", json(meets_best_peer(result))},
              {"full", json(meets_full(result))}}},
            {"timings", timings}};
}

}  // namespace

void write_json(const std::string& path, const Machine& machine, const std::vector<Result>& results) {
    Json all{{"compiler", ATTEST_BENCH_COMPILER},
             {"vector_bytes", vector_bytes},
             {"peak_gflops", machine.best(Precision::single_precision).peak},
             {"peak_gflops_double", machine.best(Precision::double_precision).peak},
             {"clock_ghz", machine.clock()},
             {"exponential_ns", machine.exponential_cost(Precision::single_precision)},
             {"absent_peers", ATTEST_BENCH_ABSENT},
             {"results", Json::array()}};
    for (const Result& result : results) all["results"].push_back(json(result));
    std::ofstream file(path);
    file << all.dump(2) << '\n';
    if (!file.flush())
        throw std::runtime_error(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

}  // namespace bench
