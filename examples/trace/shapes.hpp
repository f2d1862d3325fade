#pragma once

// The shapes that are compiled in, and the trace of a problem of one of them.

#include "problem.hpp"

#include <attest/trace/record.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace traced {

inline constexpr std::array<std::size_t, 6> token_counts{2, 3, 4, 5, 6, 8};
inline constexpr std::array<std::size_t, 4> model_widths{2, 3, 4, 8};
/// Of d_k and d_v, which are the same.
inline constexpr std::array<std::size_t, 4> head_widths{1, 2, 3, 4};
inline constexpr std::size_t most_heads = 2;

/// Calls f with the one of the values that it is, as a constant.
template <const auto& values>
void choose(std::size_t value, auto f) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        ((values[i] == value ? f(std::integral_constant<std::size_t, values[i]>{}) : void()), ...);
    }(std::make_index_sequence<values.size()>{});
}

/// Every head, and what comes behind all of them where there are more.
struct Traces {
    std::vector<attest::TraceRecord<double>> heads;
    std::optional<attest::TraceRecord<double>> after;
};

/// "2, 3 or 4 tokens, d_model 2 or 4, ..."
std::string compiled_shapes();

/// The traces of a problem whose shape is compiled in, and otherwise what it has and what there is.
OrRefusal<Traces> trace(const Problem& problem, bool is_causal);

}  // namespace traced
