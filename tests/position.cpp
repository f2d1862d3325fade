#include <attest/algebra.hpp>
#include <attest/position.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"

#include <cmath>
#include <cstddef>
#include <type_traits>

using namespace attest;

TEMPLATE_TEST_CASE("sinusoidal positions are sines and cosines in turn", "", float, double) {
    using T = TestType;
    using Positions = Matrix<T, Tokens<3>, Model<4>>;
    constexpr Positions positions = sinusoidal_positions<T, Tokens<3>, Model<4>>();
    STATIC_REQUIRE(ulps_apart(positions, Positions{{0, 1, 0, 1},
                                                   {T(0.84147098480789651), T(0.54030230586813972),
                                                    T(0.0099998333341666646), T(0.99995000041666528)},
                                                   {T(0.90929742682568170), T(-0.41614683654714239),
                                                    T(0.019998666693333079), T(0.99980000666657778)}}) <= 1);
    REQUIRE(same_bits(sinusoidal_positions<T, Tokens<3>, Model<4>>(), positions));
}

TEST_CASE("sinusoidal positions go on where an earlier part of the sequence ended") {
    constexpr auto all = sinusoidal_positions<double, Tokens<5>, Model<6>>(7);
    constexpr auto last = sinusoidal_positions<double, Tokens<2>, Model<6>>(10);
    STATIC_REQUIRE(same_bits(slice_rows<3, 2>(all), last));
}

TEST_CASE("sinusoidal positions are within their bound of the formula, far out as well") {
    constexpr std::size_t d = 512;
    constexpr std::size_t first = 1'000'000;
    const auto positions = sinusoidal_positions<double, Tokens<3>, Model<d>>(first);
    for (std::size_t p = 0; p < 3; ++p)
        for (std::size_t i = 0; i < d; i += 2) {
            const long double exact = (first + p) / std::pow(10000.0L, static_cast<long double>(i) / d);
            // 2.2 * 2^-53 of the angle, and an ulp of the result.
            const long double bound = exact * 2.2L * 0x1p-53L + 0x1p-52L;
            REQUIRE(std::fabs(positions[p, i] - std::sin(exact)) <= bound);
            REQUIRE(std::fabs(positions[p, i + 1] - std::cos(exact)) <= bound);
        }
}

TEST_CASE("a frequency is rounded little more than once, whatever the base") {
    const auto check = []<std::size_t Base>(std::integral_constant<std::size_t, Base>) {
        for (std::size_t size = 2; size <= 256; size += 2)
            for (std::size_t i = 0; i < size / 2; ++i) {
                const auto exact =
                    std::pow(static_cast<long double>(Base),
                             -static_cast<long double>(2 * i) / static_cast<long double>(size));
                REQUIRE(std::fabs(detail::frequency<Base>(i, size) - exact) <= 1.1L * 0x1p-53L * exact);
            }
    };
    check(std::integral_constant<std::size_t, 1>{});
    check(std::integral_constant<std::size_t, 2>{});
    check(std::integral_constant<std::size_t, 10'000>{});
    check(std::integral_constant<std::size_t, 500'000>{});
    check(std::integral_constant<std::size_t, 10'000'000'000>{});
    STATIC_REQUIRE(detail::frequency<10'000>(1, 4) == 0.01);
    STATIC_REQUIRE(detail::frequency<10'000>(3, 8) == 0.001);
}

TEST_CASE("sinusoidal positions take a width of pairs") {
    STATIC_REQUIRE(HasSinusoidalPositions<double, Tokens<3>, Model<6>>);
    STATIC_REQUIRE_FALSE(HasSinusoidalPositions<double, Tokens<3>, Model<5>>);
    STATIC_REQUIRE_FALSE(HasSinusoidalPositions<double, Tokens<3>, Model<0>>);
    STATIC_REQUIRE_FALSE(HasSinusoidalPositions<double, int, Model<6>>);
    STATIC_REQUIRE_FALSE(HasSinusoidalPositions<int, Tokens<3>, Model<6>>);
}
