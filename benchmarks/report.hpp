#pragma once

// What was measured, for people and for programs.

#include "goals.hpp"
#include "machine.hpp"

#include <string>
#include <vector>

namespace bench {

/// What the machine can do, and what is not compared with because it was not there.
void print_conditions(const Machine& machine);

/// One table, and below it what its columns are.
void print_table(const std::vector<Result>& results);

/// Throws std::runtime_error if the file cannot be written.
void write_json(const std::string& path, const Machine& machine, const std::vector<Result>& results);

}  // namespace bench
