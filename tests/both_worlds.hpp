#pragma once

// Checks that hold in constant evaluation and at run time. In the first, whatever has no defined behaviour
// does not compile: the constant evaluator is a sanitizer that misses nothing.

#include "catch.hpp"
#include "check.hpp"

#include <source_location>

/// Requires what a lambda without captures returns, in both. It reads its numbers by unseen, so that nothing
/// is left for the compiler to compute in the second.
template <class Check>
void require_in_both_worlds(Check, std::source_location where = std::source_location::current()) {
    CAPTURE(where.line());
    STATIC_REQUIRE(Check{}());
    REQUIRE(Check{}());
}
