#pragma once

// Times contenders in turn, one sample of each after another, so that what disturbs one disturbs all.

#include "contender.hpp"
#include "machine.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

struct Effort {
    std::size_t samples;  // wanted of each contender
    double sample_ns;     // about how long a sample takes
    double case_ns;       // after which no sample is repeated
};

inline constexpr Effort thorough{.samples = 201, .sample_ns = 1e5, .case_ns = 10e9};
inline constexpr Effort quick{.samples = 51, .sample_ns = 1e5, .case_ns = 0.8e9};

struct Timing {
    std::string name;
    Role role = Role::peer;
    double ns = 0;            // of a call, the lower quartile, at the best peak
    std::size_t samples = 0;  // that count
    std::size_t discarded = 0;
    bool steady = true;  // enough of them count; else the quartile is of all
    double error = 0;
};

/// Throws std::runtime_error if an answer is wrong.
std::vector<Timing> measure(const Problem& problem,
                            const std::vector<Contender>& contenders,
                            Machine& machine,
                            const Effort& effort);

}  // namespace bench
