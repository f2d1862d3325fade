#pragma once

// The library's functions of one number, and how their errors are measured.

#include <attest/activation.hpp>
#include <attest/math.hpp>
#include <attest/real.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

/// What its docstring promises: an error of at most that many ulp.
template <class Of>
struct Function : Of {
    const char* name;
    double bound;
};

namespace functions {

inline constexpr Function exp{[](auto x) -> decltype(attest::exp(x)) { return attest::exp(x); }, "exp", 1};
inline constexpr Function exp2{[](auto x) -> decltype(attest::exp2(x)) { return attest::exp2(x); }, "exp2",
                               1};
inline constexpr Function log{[](auto x) -> decltype(attest::log(x)) { return attest::log(x); }, "log", 1};
inline constexpr Function sqrt{[](auto x) -> decltype(attest::sqrt(x)) { return attest::sqrt(x); }, "sqrt",
                               0.5};
inline constexpr Function tanh{[](auto x) -> decltype(attest::tanh(x)) { return attest::tanh(x); }, "tanh",
                               2};
inline constexpr Function sigmoid{[](auto x) -> decltype(attest::sigmoid(x)) { return attest::sigmoid(x); },
                                  "sigmoid", 2};
inline constexpr Function erf{[](auto x) -> decltype(attest::erf(x)) { return attest::erf(x); }, "erf", 2};
inline constexpr Function sin{[](auto x) -> decltype(attest::sin(x)) { return attest::sin(x); }, "sin", 1};
inline constexpr Function cos{[](auto x) -> decltype(attest::cos(x)) { return attest::cos(x); }, "cos", 1};
inline constexpr Function gelu{[](auto x) -> decltype(attest::gelu(x)) { return attest::gelu(x); }, "gelu",
                               2};
inline constexpr Function gelu_tanh{
    [](auto x) -> decltype(attest::gelu_tanh(x)) { return attest::gelu_tanh(x); }, "gelu_tanh", 2};
inline constexpr Function silu{[](auto x) -> decltype(attest::silu(x)) { return attest::silu(x); }, "silu",
                               3};

}  // namespace functions

/// One unit in the last place that a T has at that number: of the smallest place below min, and of the
/// highest beyond max.
template <attest::Real T>
constexpr double ulp_at(double number) {
    using Limits = std::numeric_limits<T>;
    constexpr double highest =
        static_cast<double>(Limits::max()) / (2 - static_cast<double>(Limits::epsilon()));
    constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52;
    const double power_of_two = std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) & exponent);
    const double in_range = std::min(std::max(power_of_two, static_cast<double>(Limits::min())), highest);
    return in_range * static_cast<double>(Limits::epsilon());
}

/// The unit in which an error is measured: an ulp of the exact value.
template <attest::Real T>
inline constexpr auto ulp_of_result = [](double, double exact) { return ulp_at<T>(exact); };

/// An ulp of the argument: x times something that is wrong by an ulp of 1 is wrong by that.
template <attest::Real T>
inline constexpr auto ulp_of_argument = [](double x, double) { return ulp_at<T>(x); };
