#pragma once

// The numbers that the library computes with.

#include <cfloat>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace attest {

/// float and double, whose bits are the same everywhere. long double's are not.
template <class T>
concept Real = std::same_as<T, float> || std::same_as<T, double>;

static_assert(FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 2,
              "attest computes with the digits of float and double; x87 has more: use -mfpmath=sse");

/// The unsigned integer that holds the bits of a T.
template <Real T>
using BitsOf = std::conditional_t<std::same_as<T, float>, std::uint32_t, std::uint64_t>;

static_assert(sizeof(float) == sizeof(BitsOf<float>) && sizeof(double) == sizeof(BitsOf<double>));

}  // namespace attest
