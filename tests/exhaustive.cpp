// The functions of float on every float there is, against the C library's functions of double.

#include "arguments.hpp"
#include "functions.hpp"
#include "worst.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace {

constexpr std::size_t block_size = 4096;
constexpr double wrong = std::numeric_limits<double>::infinity();
template <class T>
using Block = std::array<T, block_size>;

/// How far a float is off the exact value, in the given unit; NaN if either is. An infinity stands for
/// 2^128, and for everything beyond.
double error_of(float got, double exact, double unit) {
    constexpr double infinite = 0x1p+128;
    const auto in_range = [&](double x) { return std::min(std::max(x, -infinite), infinite); };
    const double got_in_range = in_range(static_cast<double>(got));
    const bool got_infinite = std::fabs(got_in_range) == infinite;
    return std::fabs(got_in_range - (got_infinite ? in_range(exact) : exact)) / unit;
}

bool are_nan(double a, double b) {
    return std::isnan(a) && std::isnan(b);
}

/// Whether f(-x) is f(x) or -f(x): the bits in which they differ. Then f(-x) is compared with f(x), which
/// alone is compared with the reference.
enum class Symmetry : std::uint32_t { even = 0, odd = 0x8000'0000, none = 1 };

/// Looks for the worst error of a function, one block of floats after the other.
template <class F, class Reference, class Unit>
struct Search {
    Function<F> function;
    Reference reference;
    Symmetry symmetry;
    Unit unit;

    /// A block of floats, one of every stride, whose bits begin with first.
    void operator()(std::uint64_t first, std::uint64_t stride, Worst<float>& worst) const {
        Block<float> x;
        for (std::size_t i = 0; i < block_size; ++i)
            x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(first + i * stride));
        Block<float> got;
        for (std::size_t i = 0; i < block_size; ++i) got[i] = function(x[i]);
        compare_with_reference(x, got, worst);
        if (symmetry != Symmetry::none) compare_with_negative(x, got, worst);
    }

    // Loops that compilers make into vector instructions decide whether to look closer.

    void compare_with_reference(const Block<float>& x, const Block<float>& got, Worst<float>& worst) const {
        Block<double> exact;
        for (std::size_t i = 0; i < block_size; ++i) exact[i] = reference(static_cast<double>(x[i]));
        Block<double> error;
        for (std::size_t i = 0; i < block_size; ++i)
            error[i] = error_of(got[i], exact[i], unit(static_cast<double>(x[i]), exact[i]));
        std::uint64_t any_worse = 0;
        for (std::size_t i = 0; i < block_size; ++i) any_worse |= error[i] <= worst.error ? 0U : 1U;
        if (any_worse == 0) return;
        for (std::size_t i = 0; i < block_size; ++i)
            if (!are_nan(got[i], exact[i])) worst.see(std::isnan(error[i]) ? wrong : error[i], x[i]);
    }

    void compare_with_negative(const Block<float>& x, const Block<float>& got, Worst<float>& worst) const {
        Block<float> of_negative;
        for (std::size_t i = 0; i < block_size; ++i) of_negative[i] = function(-x[i]);
        const auto other_bits = [&](std::size_t i) {
            return std::bit_cast<std::uint32_t>(of_negative[i]) ^ std::bit_cast<std::uint32_t>(got[i]) ^
                   static_cast<std::uint32_t>(symmetry);
        };
        std::uint32_t any_other = 0;
        for (std::size_t i = 0; i < block_size; ++i) any_other |= other_bits(i);
        if (any_other == 0) return;
        for (std::size_t i = 0; i < block_size; ++i)
            if (other_bits(i) != 0 && !are_nan(of_negative[i], got[i])) worst.see(wrong, -x[i]);
    }
};

/// Checks one function after the other.
struct Check {
    std::uint64_t stride;
    bool holds = true;

    template <class F, class Reference, class Unit = decltype(ulp_of_result<float>)>
    void operator()(Function<F> function,
                    Reference reference,
                    Symmetry symmetry = Symmetry::none,
                    Unit unit = {}) {
        const Search<F, Reference, Unit> search{function, reference, symmetry, unit};
        const std::uint64_t floats = std::uint64_t{1} << (symmetry == Symmetry::none ? 32 : 31);
        const std::uint64_t span = block_size * stride;
        const auto worst = worst_of_blocks<float>(
            (floats + span - 1) / span,
            [&](std::uint64_t block, Worst<float>& so_far) { search(block * span, stride, so_far); });
        holds &= report(function.name, function.bound, worst);
    }
};

/// Keeps the C library from what it does slowly far off, where a function of float is 0, 1 or infinite.
double near_zero(double x) {
    return std::clamp(x, -200.0, 200.0);
}

double sigmoid(double x) {
    return 1 / (1 + std::exp(-near_zero(x)));
}

}  // namespace

int main(int argc, char** argv) {
    Check check{number_after("--stride", "measure one float of so many", 1, argc, argv)};
    check(functions::exp, [](double x) { return std::exp(near_zero(x)); });
    check(functions::exp2, [](double x) { return std::exp2(near_zero(x)); });
    check(functions::log, [](double x) { return std::log(x); });
    check(functions::sqrt, [](double x) { return std::sqrt(x); });
    check(functions::tanh, [](double x) { return std::tanh(x); }, Symmetry::odd);
    check(functions::sigmoid, sigmoid);
    check(functions::erf, [](double x) { return std::erf(x); }, Symmetry::odd);
    check(functions::sin, [](double x) { return std::sin(x); }, Symmetry::odd);
    check(functions::cos, [](double x) { return std::cos(x); }, Symmetry::even);
    check(
        functions::gelu, [](double x) { return 0.5 * x * std::erfc(x * -0x1.6a09e667f3bcdp-1); },
        Symmetry::none, ulp_of_argument<float>);
    check(
        functions::gelu_tanh,
        [](double x) { return x * sigmoid(0x1.9884533d43651p+0 * (x + 0.044715 * x * x * x)); },
        Symmetry::none, ulp_of_argument<float>);
    check(functions::silu, [](double x) { return x * sigmoid(x); });
    return check.holds ? 0 : 1;
}
