#include <attest/multiply_add.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace attest;

namespace {

template <class T>
void require_fused(T a, T b, T c) {
    const T expected = std::fma(a, b, c);
    for (const T got : {detail::fused_in_integers(a, b, c), detail::fused(a, b, c)})
        if (!same_bits(got, expected) && !(std::isnan(got) && std::isnan(expected))) {
            CAPTURE(a, b, c, got, expected);
            FAIL("the product and the sum are not rounded once");
        }
}

/// Sums near and far from the product, where the rounding of a fused multiply-add is decided.
template <class T, class Bits>
void require_fused_for_random_arguments() {
    std::mt19937_64 bits(7);
    const auto any = [&] { return std::bit_cast<T>(static_cast<Bits>(bits())); };
    const auto subnormal = [&] { return static_cast<T>(bits() % 16) * std::numeric_limits<T>::denorm_min(); };
    const auto small = [&] {
        return std::ldexp(static_cast<T>(bits() % 4096 + 1), std::numeric_limits<T>::min_exponent / 2 - 12);
    };
    const auto moderate = [&] { return std::ldexp(static_cast<T>(static_cast<int>(bits())), -28); };
    for (int i = 0; i < 20'000; ++i) {
        const T a = any();
        const T b = any();
        const T product = a * b;
        const T near = std::ldexp(product, static_cast<int>(bits() % 240) - 120);
        require_fused(a, b, any());
        require_fused(a, b, T{0});
        require_fused(a, b, product);
        require_fused(a, b, -product);
        require_fused(a, b, std::nextafter(-product, T{0}));
        require_fused(a, b, near);
        require_fused(a, b, -near);
        require_fused(small(), small(), subnormal());
        require_fused(small(), -small(), subnormal());
        require_fused(subnormal(), b, any());
        require_fused(moderate(), moderate(), moderate());
        const T left = moderate();
        const T right = moderate();
        require_fused(left, right, -left * right);
        require_fused(left, right, T{0});
    }
}

}  // namespace

TEST_CASE("the constant evaluator's fused multiply-add is the hardware's") {
    require_fused_for_random_arguments<double, std::uint64_t>();
    require_fused_for_random_arguments<float, std::uint32_t>();

    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double max = std::numeric_limits<double>::max();
    require_fused(max, 2.0, -max);
    require_fused(max, 2.0, -infinity);
    require_fused(infinity, 0.0, 1.0);
    require_fused(infinity, 1.0, -infinity);
    require_fused(0.0, -1.0, 0.0);
    require_fused(0.0, -1.0, -0.0);
    require_fused(1.0, 1.0, -1.0);
}

TEMPLATE_TEST_CASE("and it is that in constant evaluation", "", float, double) {
    using T = TestType;
    using Terms = Matrix<T, Query<50>, Key<3>>;
    static constexpr Terms terms = rough_matrix<Terms>(3);
    // Beside terms of any kind those whose sum is what the product lost, and none.
    static constexpr auto third = [](std::size_t i) {
        const T product = terms[i, 0] * terms[i, 1];
        return i % 4 == 0 ? -product : i % 4 == 1 ? T(0) : i % 4 == 2 ? product / 1024 : terms[i, 2];
    };
    constexpr auto compiled = generate<Matrix<T, Query<50>, Single<1>>>(
        [](auto i, auto) { return detail::fused(terms[i, 0], terms[i, 1], third(i)); });
    constexpr auto in_integers = generate<Matrix<T, Query<50>, Single<1>>>(
        [](auto i, auto) { return detail::fused_in_integers(terms[i, 0], terms[i, 1], third(i)); });
    const Terms hidden = unseen(terms);
    for (std::size_t i = 0; i < 50; ++i) {
        CAPTURE(i);
        REQUIRE(same_bits(compiled[i, 0], std::fma(hidden[i, 0], hidden[i, 1], third(i))));
        REQUIRE(same_bits(in_integers[i, 0], compiled[i, 0]));
    }
}

TEST_CASE("C57: multiply_add has the same bits at compile time and at run time") {
    // 1 - 10 * 0.1 is 0 with two roundings and -2^-54 with one.
    constexpr double compiled = multiply_add(-10.0, 0.1, 1.0);
    STATIC_REQUIRE(compiled == (multiply_add_is_fused ? -0x1p-54 : 0.0));
    const volatile double ten = 10.0;
    const volatile double tenth = 0.1;
    const volatile double one = 1.0;
    REQUIRE(same_bits(multiply_add(-ten, +tenth, +one), compiled));

    constexpr float compiled_float = multiply_add(-10.0f, 0.1f, 1.0f);
    STATIC_REQUIRE(compiled_float == (multiply_add_is_fused ? -0x1p-26f : 0.0f));
    const volatile float tenth_float = 0.1f;
    REQUIRE(same_bits(multiply_add(-10.0f, +tenth_float, 1.0f), compiled_float));
}

TEST_CASE("multiply_add may underflow in a constant expression") {
    constexpr double tiny = multiply_add(1e-200, 1e-200, 0.0);
    STATIC_REQUIRE(tiny == 0);
    constexpr double subnormal = multiply_add(0x1p-600, 0x1.8p-474, 0.0);
    STATIC_REQUIRE(subnormal == 0x2p-1074);  // 1.5 of the smallest number, ties to even
}

TEST_CASE("multiply_add takes three numbers, all float or all double") {
    STATIC_REQUIRE(MultiplyAddable<double, double, double>);
    STATIC_REQUIRE_FALSE(MultiplyAddable<double, float, double>);
    STATIC_REQUIRE_FALSE(MultiplyAddable<int, int, int>);
    STATIC_REQUIRE_FALSE(MultiplyAddable<long double, long double, long double>);
}
