#pragma once

// The one argument that the measuring programs take.

#include <cstdint>

/// The number after the option, or the one given here. Where it is no positive number, or help is asked
/// for, the program says so and ends.
std::uint64_t number_after(const char* option,
                           const char* what_it_is,
                           std::uint64_t otherwise,
                           int argc,
                           const char* const* argv);
