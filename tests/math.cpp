#include <attest/math.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace attest;

namespace {

/// The distance of a result from the exact value, in units of the last place of a T at that value.
template <class T>
double ulps_off(T got, long double exact) {
    using Limits = std::numeric_limits<T>;
    int exponent = 0;
    std::frexp(exact, &exponent);
    const int last_place = std::max(exponent - Limits::digits, Limits::min_exponent - Limits::digits);
    return static_cast<double>(std::fabs(got - exact) / std::ldexp(1.0L, last_place));
}

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();

/// The same number, which the compiler cannot know.
template <class T>
T at_run_time(T number) {
    const volatile T hidden = number;
    return hidden;
}

template <class T>
constexpr std::array<T, 12> arguments{0,  1,   -1, T(0.1),   T(-0.3), T(2.5),
                                      10, -20, 50, T(-87.5), T(88.5), T(-103.5)};

}  // namespace

TEST_CASE("exp is within 1 ulp in double") {
    // A long double of 64 bits is exact enough to measure with; elsewhere there is none.
    if constexpr (std::numeric_limits<long double>::digits >= 64) {
        std::mt19937_64 bits(3);
        std::uniform_real_distribution<double> everywhere(-745.2, 709.78);
        std::uniform_real_distribution<double> near_zero(-1, 1);
        double worst = 0;
        for (int i = 0; i < 1'000'000; ++i) {
            const double x = i % 2 == 0 ? everywhere(bits) : near_zero(bits);
            worst = std::max(worst, ulps_off(attest::exp(x), std::exp(static_cast<long double>(x))));
        }
        CAPTURE(worst);
        REQUIRE(worst <= 1);
    }
}

TEST_CASE("exp is within 1 ulp in float") {
    double worst = 0;
    for (std::uint64_t i = 0; i <= std::numeric_limits<std::uint32_t>::max(); i += 4093) {
        const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(i));
        if (std::isnan(x) || x > 0x1.62e42ep+6f) continue;
        worst = std::max(worst, ulps_off(attest::exp(x), std::exp(static_cast<double>(x))));
    }
    CAPTURE(worst);
    REQUIRE(worst <= 1);
}

TEMPLATE_TEST_CASE("exp has its limits right", "", float, double) {
    using T = TestType;
    STATIC_REQUIRE(attest::exp(T{0}) == 1);
    STATIC_REQUIRE(attest::exp(T{-0.0}) == 1);
    STATIC_REQUIRE(attest::exp(infinity<T>) == infinity<T>);
    STATIC_REQUIRE(same_bits(attest::exp(-infinity<T>), T{0}));
    STATIC_REQUIRE(attest::exp(std::numeric_limits<T>::max()) == infinity<T>);
    STATIC_REQUIRE(same_bits(attest::exp(std::numeric_limits<T>::lowest()), T{0}));
    STATIC_REQUIRE(attest::exp(std::numeric_limits<T>::denorm_min()) == 1);
    STATIC_REQUIRE(attest::exp(-std::numeric_limits<T>::denorm_min()) == 1);
    STATIC_REQUIRE(attest::exp(not_a_number<T>) != attest::exp(not_a_number<T>));
    REQUIRE(std::isnan(attest::exp(at_run_time(not_a_number<T>))));
    REQUIRE(attest::exp(at_run_time(infinity<T>)) == infinity<T>);
    REQUIRE(same_bits(attest::exp(at_run_time(-infinity<T>)), T{0}));
}

TEST_CASE("C45: exp overflows and underflows at the right arguments") {
    // The last finite result and the first infinite one; the last that is not zero and the first zero.
    STATIC_REQUIRE(attest::exp(0x1.62e42fefa39efp+9) < infinity<double>);
    STATIC_REQUIRE(attest::exp(0x1.62e42fefa39f0p+9) == infinity<double>);
    STATIC_REQUIRE(attest::exp(-0x1.74910d52d3051p+9) == std::numeric_limits<double>::denorm_min());
    STATIC_REQUIRE(attest::exp(-0x1.74910d52d3052p+9) == 0);
    STATIC_REQUIRE(attest::exp(0x1.62e42ep+6f) < infinity<float>);
    STATIC_REQUIRE(attest::exp(0x1.62e43p+6f) == infinity<float>);
    STATIC_REQUIRE(attest::exp(-0x1.9fe368p+6f) == std::numeric_limits<float>::denorm_min());
    STATIC_REQUIRE(attest::exp(-0x1.9fe36ap+6f) == 0);

    STATIC_REQUIRE(attest::exp(-745.2) == 0);
    STATIC_REQUIRE(attest::exp(710.0) == infinity<double>);
    STATIC_REQUIRE(attest::exp(709.78) < infinity<double>);
    STATIC_REQUIRE(ulps_apart(attest::exp(-708.0), 3.307553003638408e-308) <= 1);  // just normal
}

TEMPLATE_TEST_CASE("exp and sqrt have the same bits at compile time and at run time", "", float, double) {
    using T = TestType;
    constexpr auto& x = arguments<T>;
    constexpr auto compiled_exp = [] {
        auto result = arguments<T>;
        for (T& number : result) number = attest::exp(number);
        return result;
    }();
    constexpr auto compiled_sqrt = [] {
        auto result = arguments<T>;
        for (T& number : result) number = attest::sqrt(number < 0 ? -number : number);
        return result;
    }();
    for (std::size_t i = 0; i < x.size(); ++i) {
        CAPTURE(x[i]);
        REQUIRE(same_bits(attest::exp(at_run_time(x[i])), compiled_exp[i]));
        REQUIRE(same_bits(attest::sqrt(at_run_time(x[i] < 0 ? -x[i] : x[i])), compiled_sqrt[i]));
    }
}

TEMPLATE_TEST_CASE("sqrt is correctly rounded by the constant evaluator, as by the machine",
                   "",
                   float,
                   double) {
    using T = TestType;
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    std::mt19937_64 bits(5);
    for (int i = 0; i < 200'000; ++i) {
        const T x = std::fabs(std::bit_cast<T>(static_cast<Bits>(bits())));
        if (std::isnan(x)) continue;
        if (!same_bits(detail::sqrt_in_integers(x), std::sqrt(x))) {
            CAPTURE(x);
            FAIL("another square root");
        }
    }
    // Next to a square, where the root is all but exact.
    for (int i = 1; i < 2000; ++i) {
        const T square = static_cast<T>(i) * static_cast<T>(i);
        REQUIRE(detail::sqrt_in_integers(square) == static_cast<T>(i));
        for (const T x : {std::nextafter(square, T{0}), std::nextafter(square, infinity<T>)})
            REQUIRE(same_bits(detail::sqrt_in_integers(x), std::sqrt(x)));
    }
}

TEMPLATE_TEST_CASE("sqrt has its limits right", "", float, double) {
    using T = TestType;
    STATIC_REQUIRE(same_bits(attest::sqrt(T{0}), T{0}));
    STATIC_REQUIRE(same_bits(attest::sqrt(T{-0.0}), T{-0.0}));
    STATIC_REQUIRE(attest::sqrt(infinity<T>) == infinity<T>);
    STATIC_REQUIRE(attest::sqrt(T{2}) == static_cast<T>(0x1.6a09e667f3bcdp+0));
    STATIC_REQUIRE(attest::sqrt(T{-1}) != attest::sqrt(T{-1}));  // NaN
    STATIC_REQUIRE(attest::sqrt(-infinity<T>) != attest::sqrt(-infinity<T>));
    constexpr T smallest = attest::sqrt(std::numeric_limits<T>::denorm_min());
    constexpr T largest = attest::sqrt(std::numeric_limits<T>::max());
    REQUIRE(same_bits(attest::sqrt(at_run_time(std::numeric_limits<T>::denorm_min())), smallest));
    REQUIRE(same_bits(attest::sqrt(at_run_time(std::numeric_limits<T>::max())), largest));
    REQUIRE(same_bits(attest::sqrt(at_run_time(T{-0.0})), T{-0.0}));
    REQUIRE(std::isnan(attest::sqrt(at_run_time(T{-1}))));
    REQUIRE(std::isnan(attest::sqrt(at_run_time(-infinity<T>))));
    REQUIRE(std::isnan(attest::sqrt(at_run_time(not_a_number<T>))));
}

TEST_CASE("exp and sqrt take float and double only") {
    STATIC_REQUIRE(Exponentiable<float>);
    STATIC_REQUIRE(HasSquareRoot<double>);
    STATIC_REQUIRE_FALSE(Exponentiable<int>);
    STATIC_REQUIRE_FALSE(Exponentiable<long double>);
    STATIC_REQUIRE_FALSE(HasSquareRoot<int>);
    STATIC_REQUIRE_FALSE(HasSquareRoot<long double>);
}
