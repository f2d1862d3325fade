#pragma once

// Who may attend to whom. A mask carries the axes that it is for and a rule that says of each query
// and key whether the pair is kept; what is not kept is skipped, never computed with.

#include <attest/axis.hpp>

#include <cstddef>

namespace attest {

/// The rule that keeps every pair.
struct KeepAll {
    static constexpr bool keeps(std::size_t, std::size_t) { return true; }
};

/// A rule for the scores of Query and Key: true keeps.
template <Axis Query, Axis Key, class Rule>
struct Mask {
    [[no_unique_address]] Rule rule{};

    constexpr bool keeps(std::size_t query, std::size_t key) const { return rule.keeps(query, key); }
};

}  // namespace attest
