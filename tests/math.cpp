#include "catch.hpp"
#include "check.hpp"
#include "functions.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

using namespace attest;

namespace {

template <class T>
using Limits = std::numeric_limits<T>;
template <class T>
constexpr T infinity = Limits<T>::infinity();
template <class T>
constexpr T nan = Limits<T>::quiet_NaN();
template <class T>
constexpr T tiny = Limits<T>::denorm_min();
template <class T>
constexpr T min = Limits<T>::min();
template <class T>
constexpr T max = Limits<T>::max();

/// The same number, which the compiler cannot know.
template <class T>
T at_run_time(T number) {
    const volatile T hidden = number;
    return hidden;
}

/// An argument and its result, to the bit.
template <class T>
struct Exactly {
    T x;
    T result;
};

/// An argument, the number nearest to the exact result, and how many of its ulp the exact result is above.
template <class T>
struct Near {
    T x;
    T nearest;
    double above;
};

/// The results that the compiler computes for the arguments of a table.
template <auto& function, auto& table>
constexpr auto compiled = [] {
    std::array<std::remove_cvref_t<decltype(table[0].x)>, table.size()> results{};
    for (std::size_t i = 0; i < table.size(); ++i) results[i] = function(table[i].x);
    return results;
}();

/// At compile time and at run time the results are those of the table.
template <auto& function, auto& table>
void require_exactly() {
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto [x, result] = table[i];
        CAPTURE(function.name, x);
        REQUIRE(same_bits(compiled<function, table>[i], result));
        REQUIRE(same_bits(function(at_run_time(x)), result));
    }
}

/// At compile time and at run time the results are the same, and as near to those of the table as promised.
template <auto& function, auto& table, class Unit = decltype(ulp_of_result<double>)>
void require_near(Unit unit = {}) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto [x, nearest, above] = table[i];
        const auto result = function(at_run_time(x));
        const double ulp = ulp_at<std::remove_cvref_t<decltype(x)>>(static_cast<double>(nearest));
        const double off = static_cast<double>(result - nearest) / ulp - above;
        const double error =
            std::fabs(off) * (ulp / unit(static_cast<double>(x), static_cast<double>(nearest)));
        CAPTURE(function.name, x, error);
        REQUIRE(error <= function.bound);
        REQUIRE(same_bits(compiled<function, table>[i], result));
    }
}

// The limits: zeros, infinities, the smallest and largest numbers, and where a result is exact.

template <class T>
constexpr std::array limits_of_exp{Exactly<T>{0, 1},
                                   Exactly<T>{T{-0.0}, 1},
                                   Exactly<T>{infinity<T>, infinity<T>},
                                   Exactly<T>{-infinity<T>, 0},
                                   Exactly<T>{tiny<T>, 1},
                                   Exactly<T>{-tiny<T>, 1},
                                   Exactly<T>{min<T>, 1},
                                   Exactly<T>{-min<T>, 1},
                                   Exactly<T>{max<T>, infinity<T>},
                                   Exactly<T>{-max<T>, 0}};

template <class T>
constexpr std::array limits_of_exp2{
    Exactly<T>{0, 1},
    Exactly<T>{T{-0.0}, 1},
    Exactly<T>{infinity<T>, infinity<T>},
    Exactly<T>{-infinity<T>, 0},
    Exactly<T>{tiny<T>, 1},
    Exactly<T>{-tiny<T>, 1},
    Exactly<T>{min<T>, 1},
    Exactly<T>{-min<T>, 1},
    Exactly<T>{max<T>, infinity<T>},
    Exactly<T>{-max<T>, 0},
    Exactly<T>{1, 2},
    Exactly<T>{-3, T{0.125}},
    Exactly<T>{Limits<T>::max_exponent, infinity<T>},
    Exactly<T>{Limits<T>::max_exponent - 1, max<T> / 2 + Limits<T>::epsilon() * (max<T> / 4)},
    Exactly<T>{Limits<T>::min_exponent - 1, min<T>},
    Exactly<T>{Limits<T>::min_exponent - Limits<T>::digits, tiny<T>}};

template <class T>
constexpr std::array limits_of_log{Exactly<T>{0, -infinity<T>},
                                   Exactly<T>{T{-0.0}, -infinity<T>},
                                   Exactly<T>{infinity<T>, infinity<T>},
                                   Exactly<T>{1, 0},
                                   Exactly<T>{-1, nan<T>},
                                   Exactly<T>{-tiny<T>, nan<T>},
                                   Exactly<T>{-max<T>, nan<T>},
                                   Exactly<T>{-infinity<T>, nan<T>}};

template <class T>
constexpr std::array limits_of_sqrt{
    Exactly<T>{0, 0},       Exactly<T>{T{-0.0}, T{-0.0}}, Exactly<T>{infinity<T>, infinity<T>},
    Exactly<T>{1, 1},       Exactly<T>{144, 12},          Exactly<T>{2, static_cast<T>(0x1.6a09e667f3bcdp+0)},
    Exactly<T>{-1, nan<T>}, Exactly<T>{-tiny<T>, nan<T>}, Exactly<T>{-infinity<T>, nan<T>}};

template <class T>
constexpr std::array limits_of_tanh{Exactly<T>{0, 0},
                                    Exactly<T>{T{-0.0}, T{-0.0}},
                                    Exactly<T>{infinity<T>, 1},
                                    Exactly<T>{-infinity<T>, -1},
                                    Exactly<T>{tiny<T>, tiny<T>},
                                    Exactly<T>{-tiny<T>, -tiny<T>},
                                    Exactly<T>{min<T>, min<T>},
                                    Exactly<T>{max<T>, 1},
                                    Exactly<T>{-max<T>, -1},
                                    Exactly<T>{20, 1}};

template <class T>
constexpr std::array limits_of_sigmoid{
    Exactly<T>{0, T{0.5}},       Exactly<T>{T{-0.0}, T{0.5}}, Exactly<T>{infinity<T>, 1},
    Exactly<T>{-infinity<T>, 0}, Exactly<T>{tiny<T>, T{0.5}}, Exactly<T>{-min<T>, T{0.5}},
    Exactly<T>{max<T>, 1},       Exactly<T>{-max<T>, 0},      Exactly<T>{40, 1}};

template <class T>
constexpr std::array limits_of_erf{Exactly<T>{0, 0},
                                   Exactly<T>{T{-0.0}, T{-0.0}},
                                   Exactly<T>{infinity<T>, 1},
                                   Exactly<T>{-infinity<T>, -1},
                                   Exactly<T>{tiny<T>, tiny<T>},
                                   Exactly<T>{-tiny<T>, -tiny<T>},
                                   Exactly<T>{max<T>, 1},
                                   Exactly<T>{-max<T>, -1},
                                   Exactly<T>{6, 1}};

template <class T>
constexpr std::array limits_of_sin{Exactly<T>{0, 0},
                                   Exactly<T>{T{-0.0}, T{-0.0}},
                                   Exactly<T>{infinity<T>, nan<T>},
                                   Exactly<T>{-infinity<T>, nan<T>},
                                   Exactly<T>{tiny<T>, tiny<T>},
                                   Exactly<T>{-tiny<T>, -tiny<T>},
                                   Exactly<T>{min<T>, min<T>}};

template <class T>
constexpr std::array limits_of_cos{Exactly<T>{0, 1},
                                   Exactly<T>{T{-0.0}, 1},
                                   Exactly<T>{infinity<T>, nan<T>},
                                   Exactly<T>{-infinity<T>, nan<T>},
                                   Exactly<T>{tiny<T>, 1},
                                   Exactly<T>{-tiny<T>, 1},
                                   Exactly<T>{min<T>, 1}};

/// Of GELU in both forms and SiLU.
template <class T>
constexpr std::array limits_of_activation{Exactly<T>{0, 0},
                                          Exactly<T>{T{-0.0}, T{-0.0}},
                                          Exactly<T>{infinity<T>, infinity<T>},
                                          Exactly<T>{-infinity<T>, T{-0.0}},
                                          Exactly<T>{min<T>, min<T> / 2},
                                          Exactly<T>{-min<T>, -min<T> / 2},
                                          Exactly<T>{max<T>, max<T>},
                                          Exactly<T>{-max<T>, T{-0.0}},
                                          Exactly<T>{50, 50},
                                          Exactly<T>{-1000, T{-0.0}}};

// The first argument whose result is infinite, the last whose result is not zero, and the first whose is.
// (The last whose result is finite is among the near ones below.)

constexpr std::array ends_of_exp{Exactly<double>{0x1.62e42fefa39f0p+9, infinity<double>},
                                 Exactly<double>{-0x1.74910d52d3051p+9, tiny<double>},
                                 Exactly<double>{-0x1.74910d52d3052p+9, 0}};
constexpr std::array ends_of_exp_of_float{Exactly<float>{0x1.62e43p+6f, infinity<float>},
                                          Exactly<float>{-0x1.9fe368p+6f, tiny<float>},
                                          Exactly<float>{-0x1.9fe36ap+6f, 0}};
constexpr std::array ends_of_exp2{Exactly<double>{-0x1.0cbffffffffffp+10, tiny<double>},
                                  Exactly<double>{-1075, 0}};
constexpr std::array ends_of_exp2_of_float{Exactly<float>{-0x1.2bfffep+7f, tiny<float>},
                                           Exactly<float>{-150, 0}};
constexpr std::array ends_of_sigmoid{Exactly<double>{-0x1.74910d52d3051p+9, tiny<double>},
                                     Exactly<double>{-0x1.74910d52d3052p+9, 0}};
constexpr std::array ends_of_sigmoid_of_float{Exactly<float>{-0x1.9fe368p+6f, tiny<float>},
                                              Exactly<float>{-0x1.9fe36ap+6f, 0}};
constexpr std::array ends_of_silu{Exactly<double>{-0x1.74910d52d3051p+9, -745 * tiny<double>},
                                  Exactly<double>{-0x1.74910d52d3052p+9, -0.0}};
constexpr std::array ends_of_silu_of_float{Exactly<float>{-0x1.b2a426p+6f, -tiny<float>},
                                           Exactly<float>{-0x1.b2a428p+6f, -0.0F}};

// The exact results of single arguments: first those with the largest errors that were found, without and
// with fused multiply-adds; then the first and last ones, and those that are hard to reduce.

constexpr std::array near_exp{Near<double>{-0x1.625fd265ffa69p+9, 0x0.b4016b0b9c463p-1022, -0.1761},
                              Near<double>{-0x1.626b4a1db7aeep+9, 0x0.a494795c73ce7p-1022, -0.2191},
                              Near<double>{0x1p+0, 0x1.5bf0a8b145769p+1, 0.3255},
                              Near<double>{-0x1.62p+9, 0x1.7c8ab2288c9abp-1022, 0.3455},
                              Near<double>{0x1.628p+9, 0x1.d422d2be5dc9bp+1022, -0.1960},
                              Near<double>{0x1.62e42fefa39efp+9, 0x1.fffffffffff2ap+1023, 0.1057}};
constexpr std::array near_exp2{Near<double>{-0x1.ff3fc73af5f0ap+9, 0x0.b53ca1e3ef82bp-1022, -0.2033},
                               Near<double>{-0x1.ff2e85265425bp+9, 0x0.c6fdc6419aea7p-1022, 0.2177},
                               Near<double>{0x1.fffffffffffffp+9, 0x1.ffffffffffd3ap+1023, 0.2173},
                               Near<double>{0x1p-1, 0x1.6a09e667f3bcdp+0, -0.4354}};
constexpr std::array near_log{Near<double>{0x1.66ff17ca6795fp-1, -0x1.6b884b29827d5p-2, -0.2108},
                              Near<double>{0x1.699820d60df03p-1, -0x1.64262e178ec21p-2, -0.1091},
                              Near<double>{0x1.694f9bd499c43p-1, -0x1.64f3a0fff89b3p-2, -0.1225},
                              Near<double>{0x1.45c9f671d3f29p+0, 0x1.edb7475040e73p-3, 0.2197},
                              Near<double>{0x1.0000000000001p+0, 0x1.fffffffffffffp-53, 0},
                              Near<double>{0x1.fffffffffffffp-1, -0x1p-53, -0.2500},
                              Near<double>{0x1p-1074, -0x1.74385446d71c3p+9, -0.3890},
                              Near<double>{0x1p-1022, -0x1.6232bdd7abcd2p+9, -0.2417},
                              Near<double>{0x1.fffffffffffffp+1023, 0x1.62e42fefa39efp+9, 0.2079}};
constexpr std::array near_tanh{Near<double>{-0x1.6472a1402f1ep-3, -0x1.60e44340e2451p-3, -0.4469},
                               Near<double>{-0x1.65d295fca83b8p-3, -0x1.6239bab234759p-3, 0.4460},
                               Near<double>{0x1p+0, 0x1.85efab514f394p-1, 0.3341},
                               Near<double>{0x1.30fc1931f09cap+4, 0x1p+0, -0.2500}};
constexpr std::array near_sigmoid{Near<double>{-0x1.981475354cdcp+3, 0x1.8491f47412dd4p-19, -0.1746},
                                  Near<double>{-0x1.d69e27c06368p+4, 0x1.7ac1b7eb65f96p-43, -0.0944},
                                  Near<double>{-0x1.62p+9, 0x1.7c8ab2288c9abp-1022, 0.3455},
                                  Near<double>{0x1p+0, 0x1.764d4f5d5a2bdp-1, -0.1513}};
constexpr std::array near_erf{Near<double>{-0x1.bd5a87f9a138p-7, -0x1.f67f2ffd4f81ep-7, -0.4853},
                              Near<double>{0x1.2df784d5de3ep-4, 0x1.541de910e8bc7p-4, -0.4192},
                              Near<double>{0x1.bc017b67ddae7p-25, 0x1.f501c31047d3dp-25, 0.4015},
                              Near<double>{0x1p-1022, 0x1.20dd750429b6dp-1022, 0.0691},
                              Near<double>{0x1.799999999999ap+2, 0x1.fffffffffffffp-1, 0.3523}};
constexpr std::array near_sin{Near<double>{0x1.d33f31486fa34p+290, -0x1.6d849b9f804d7p-1, 0.2251},
                              Near<double>{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0.1215},
                              Near<double>{0x1.6ac5b262ca1ffp+849, 0x1p+0, 0},
                              Near<double>{0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8, -0.2888}};
constexpr std::array near_cos{Near<double>{-0x1.6ffce0b162b16p+91, -0x1.620ea9e574755p-1, -0.2165},
                              Near<double>{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0.1215},
                              Near<double>{0x1.6ac5b262ca1ffp+849, -0x1.14ae72e6ba22fp-61, 0.0454},
                              Near<double>{0x1.fffffffffffffp+1023, -0x1.fffe62ecfab75p-1, -0.2345}};
constexpr std::array near_gelu{Near<double>{0x1.fbcc347e0a36p-1, 0x1.aa3863ea54575p-1, 0.4728},
                               Near<double>{-0x1p+0, -0x1.44ed0bb7cb20bp-3, -0.1782},
                               Near<double>{-0x1.1p+3, -0x1.7397679c0bf2ep-54, -0.4856}};
constexpr std::array near_gelu_tanh{Near<double>{0x1.f8094d4f4f574p-1, 0x1.a614c7530722ep-1, 0.2601},
                                    Near<double>{-0x1p+0, -0x1.453d22357147ap-3, -0.0918},
                                    Near<double>{0x1.8p+1, 0x1.7f88cf57fba7bp+1, 0.3198}};
constexpr std::array near_silu{Near<double>{-0x1p+0, -0x1.136561454ba86p-2, -0.3026},
                               Near<double>{-0x1.62p+9, -0x1.071be52e0936fp-1012, -0.4693},
                               Near<double>{0x1.4p+4, 0x1.3ffffff4ef2c1p+4, -0.3335}};
constexpr std::array near_exp_of_float{Near<float>{-0x1.dfa398p+5F, 0x1.6ae416p-87F, -0.1537},
                                       Near<float>{-0x1.dfa32p+5F, 0x1.6af95ap-87F, -0.1600},
                                       Near<float>{0x1.208ebcp+2F, 0x1.6b3816p+6F, -0.2150},
                                       Near<float>{-0x1.77a5d6p+2F, 0x1.722f96p-9F, -0.2140},
                                       Near<float>{0x1.62e42ep+6F, 0x1.ffff08p+127F, 0}};

template <class T>
constexpr std::array signed_arguments{T{0.0}, tiny<T>, min<T>, T(1e-9), T(0.3),     T(1),
                                      T(2.5), T(7),    T(1e6), max<T>,  infinity<T>};

/// The bits in which f(-x) differs from what it would be if f were even.
template <auto& function, class T>
constexpr auto bits_of_negated(T x) {
    return std::bit_cast<BitsOf<T>>(function(x)) ^ std::bit_cast<BitsOf<T>>(function(-x));
}

template <class T>
constexpr BitsOf<T> sign_bit = std::bit_cast<BitsOf<T>>(T{-0.0});

template <auto& function, class T>
void require_odd() {
    STATIC_REQUIRE([] {
        for (const T x : signed_arguments<T>)
            if (x < infinity<T> && bits_of_negated<function>(x) != sign_bit<T>) return false;
        return true;
    }());
    for (const T x : signed_arguments<T>) {
        CAPTURE(function.name, x);
        const T result = function(at_run_time(x));
        REQUIRE((std::isnan(result) || bits_of_negated<function>(at_run_time(x)) == sign_bit<T>));
    }
}

/// A NaN comes back as it is, with its sign and its payload.
template <auto& function, class T>
void require_nan_kept() {
    static constexpr std::array table = [] {
        constexpr auto quiet = std::bit_cast<BitsOf<T>>(nan<T>);
        const auto with_bits = [](BitsOf<T> more) {
            const T x = std::bit_cast<T>(quiet | more);
            return Exactly<T>{x, x};
        };
        constexpr BitsOf<T> payload = BitsOf<T>{0x1234} << (Limits<T>::digits - 20);
        return std::array{with_bits(0), with_bits(sign_bit<T>), with_bits(payload),
                          with_bits(payload | sign_bit<T>)};
    }();
    require_exactly<function, table>();
}

template <auto&... each>
struct List {
    template <class T>
    static void require_nan_kept() {
        (::require_nan_kept<each, T>(), ...);
    }

    template <class Number>
    static constexpr bool all_take = (Computes<decltype(each), Number> && ...);
    template <class Number>
    static constexpr bool any_takes = (Computes<decltype(each), Number> || ...);

    /// The functions of float are those of double, rounded.
    static void require_computed_in_double() {
        for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 65'537) {
            const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
            if (std::isnan(x)) continue;
            if (!(same_bits(each(x), static_cast<float>(each(static_cast<double>(x)))) && ...)) {
                CAPTURE(x);
                FAIL("a function of float is not that of double, rounded");
            }
        }
    }
};

using InDouble = List<functions::exp2,
                      functions::log,
                      functions::sqrt,
                      functions::tanh,
                      functions::sigmoid,
                      functions::erf,
                      functions::sin,
                      functions::cos,
                      functions::gelu,
                      functions::gelu_tanh,
                      functions::silu>;
using All = List<functions::exp,
                 functions::exp2,
                 functions::log,
                 functions::sqrt,
                 functions::tanh,
                 functions::sigmoid,
                 functions::erf,
                 functions::sin,
                 functions::cos,
                 functions::gelu,
                 functions::gelu_tanh,
                 functions::silu>;

}  // namespace

TEMPLATE_TEST_CASE("functions have their limits right", "", float, double) {
    using T = TestType;
    require_exactly<functions::exp, limits_of_exp<T>>();
    require_exactly<functions::exp2, limits_of_exp2<T>>();
    require_exactly<functions::log, limits_of_log<T>>();
    require_exactly<functions::sqrt, limits_of_sqrt<T>>();
    require_exactly<functions::tanh, limits_of_tanh<T>>();
    require_exactly<functions::sigmoid, limits_of_sigmoid<T>>();
    require_exactly<functions::erf, limits_of_erf<T>>();
    require_exactly<functions::sin, limits_of_sin<T>>();
    require_exactly<functions::cos, limits_of_cos<T>>();
    require_exactly<functions::gelu, limits_of_activation<T>>();
    require_exactly<functions::gelu_tanh, limits_of_activation<T>>();
    require_exactly<functions::silu, limits_of_activation<T>>();
}

TEST_CASE("C45: functions overflow and underflow at the right arguments") {
    require_exactly<functions::exp, ends_of_exp>();
    require_exactly<functions::exp, ends_of_exp_of_float>();
    require_exactly<functions::exp2, ends_of_exp2>();
    require_exactly<functions::exp2, ends_of_exp2_of_float>();
    require_exactly<functions::sigmoid, ends_of_sigmoid>();
    require_exactly<functions::sigmoid, ends_of_sigmoid_of_float>();
    require_exactly<functions::silu, ends_of_silu>();
    require_exactly<functions::silu, ends_of_silu_of_float>();

    STATIC_REQUIRE(attest::exp(-745.2) == 0);
    STATIC_REQUIRE(attest::exp(709.78) < infinity<double>);
    STATIC_REQUIRE(attest::exp(710.0) == infinity<double>);
}

TEST_CASE("functions of double are as near to the exact values as they promise") {
    require_near<functions::exp, near_exp>();
    require_near<functions::exp2, near_exp2>();
    require_near<functions::log, near_log>();
    require_near<functions::tanh, near_tanh>();
    require_near<functions::sigmoid, near_sigmoid>();
    require_near<functions::erf, near_erf>();
    require_near<functions::sin, near_sin>();
    require_near<functions::cos, near_cos>();
    require_near<functions::gelu, near_gelu>(ulp_of_argument<double>);
    require_near<functions::gelu_tanh, near_gelu_tanh>(ulp_of_argument<double>);
    require_near<functions::silu, near_silu>();
}

TEST_CASE("exp of float is as near to the exact values as it promises") {
    require_near<functions::exp, near_exp_of_float>(ulp_of_result<float>);
}

TEST_CASE("functions of float are those of double, rounded") {
    InDouble::require_computed_in_double();
}

TEMPLATE_TEST_CASE("functions return NaN as it is", "", float, double) {
    All::require_nan_kept<TestType>();
}

TEMPLATE_TEST_CASE("tanh, erf and sin are odd, cos is even", "", float, double) {
    using T = TestType;
    require_odd<functions::tanh, T>();
    require_odd<functions::erf, T>();
    require_odd<functions::sin, T>();
    for (const T x : signed_arguments<T>) {
        CAPTURE(x);
        REQUIRE(bits_of_negated<functions::cos>(at_run_time(x)) == 0);
    }
}

TEMPLATE_TEST_CASE("exp2 of an integer is exact", "", float, double) {
    using T = TestType;
    for (int k = Limits<T>::min_exponent - Limits<T>::digits; k < Limits<T>::max_exponent; ++k) {
        CAPTURE(k);
        REQUIRE(attest::exp2(static_cast<T>(k)) == std::ldexp(T{1}, k));
    }
}

TEMPLATE_TEST_CASE("sqrt is correctly rounded by the constant evaluator, as by the machine",
                   "",
                   float,
                   double) {
    using T = TestType;
    std::mt19937_64 bits(5);
    for (int i = 0; i < 200'000; ++i) {
        const T x = std::fabs(std::bit_cast<T>(static_cast<BitsOf<T>>(bits())));
        if (std::isnan(x)) continue;
        if (!same_bits(detail::sqrt_in_integers(x), std::sqrt(x)) ||
            !same_bits(attest::sqrt(x), std::sqrt(x))) {
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
    for (const T x : {tiny<T>, min<T>, max<T>}) REQUIRE(same_bits(detail::sqrt_in_integers(x), std::sqrt(x)));
}

TEMPLATE_TEST_CASE("each function has the machine's bits in constant evaluation, whatever its argument",
                   "",
                   float,
                   double) {
    using T = TestType;
    using Arguments = Matrix<T, Query<9>, Single<1>>;
    constexpr Arguments x = times(T(7), rough_matrix<Arguments>(11));
    const auto check = [&]<class Of>(const Of&) {
        constexpr auto of_all = [](const Arguments& arguments) {
            return generate<Arguments>([&](auto i, auto j) { return Of{}(arguments[i, j]); });
        };
        constexpr Arguments compiled = of_all(x);
        REQUIRE(same_bits(of_all(unseen(x)), compiled));
    };
    check([](T argument) { return attest::exp(argument); });
    check([](T argument) { return attest::exp2(argument); });
    check([](T argument) { return attest::log(argument < 0 ? -argument : argument); });
    check([](T argument) { return attest::sqrt(argument < 0 ? -argument : argument); });
    check([](T argument) { return attest::tanh(argument); });
    check([](T argument) { return attest::sigmoid(argument); });
    check([](T argument) { return attest::erf(argument); });
    check([](T argument) { return attest::sin(argument); });
    check([](T argument) { return attest::cos(argument); });
    check([](T argument) { return attest::gelu(argument); });
    check([](T argument) { return attest::gelu_tanh(argument); });
    check([](T argument) { return attest::silu(argument); });
}

TEST_CASE("functions take float and double only") {
    STATIC_REQUIRE(All::all_take<float>);
    STATIC_REQUIRE(All::all_take<double>);
    STATIC_REQUIRE_FALSE(All::any_takes<int>);
    STATIC_REQUIRE_FALSE(All::any_takes<long double>);
}
