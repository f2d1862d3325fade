#include "arguments.hpp"
#include "case.hpp"
#include "environment.hpp"
#include "goals.hpp"
#include "machine.hpp"
#include "measure.hpp"
#include "report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

namespace bench {

namespace {

Result run(const Case& measured, Machine& machine, const Effort& effort) {
    const Problem problem = make_problem(measured.shape);
    std::vector<Contender> contenders = measured.own(problem);
    for (const MakePeer make : peers())
        if (auto peer = make(problem)) contenders.push_back(std::move(*peer));
    return judge(measured, machine, measure(problem, contenders, machine, effort));
}

void run(const Arguments& arguments) {
    Machine machine;
    const bool watched = isatty(STDERR_FILENO) != 0;
    std::vector<Result> results;
    for (const Case& candidate : all_cases()) {
        if (!std::regex_search(candidate.name, arguments.only)) continue;
        if (watched) fmt::print(stderr, "\r{:<30}", candidate.name);
        try {
            results.push_back(run(candidate, machine, arguments.quick ? quick : thorough));
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(fmt::format("{}: {}", candidate.name, error.what()));
        }
    }
    if (watched) fmt::print(stderr, "\r{:<30}\r", "");
    if (results.empty()) throw std::runtime_error("no case has a name that --only is found in");
    print_conditions(machine);
    print_table(results);
    if (!arguments.json.empty()) write_json(arguments.json, machine, results);
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
    try {
        bench::make_sure_of_environment(argv);
        if (const auto arguments = bench::parse_arguments(argc, argv)) bench::run(*arguments);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench: {}\n", error.what());
        return 1;
    }
}
