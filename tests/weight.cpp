// The exponential of attention: how far it is off, and what it gives where it must be exact.

#include <attest/kernel/weight.hpp>
#include <attest/math/weight.hpp>
#include <attest/matrix.hpp>

#include "catch.hpp"
#include "check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <vector>

using namespace attest;
using detail::weight;
using detail::weight_scale;

namespace {

/// Roots of widths of heads, powers of two and others, and what divides nothing.
template <class T>
constexpr T divisors[] = {1, 2, 8, T(1.41421356237309505), T(11.3137084989847604), T(8.94427190999915878)};

/// Differences from 0 to where the weight ends and a little further: with evenly spaced bits, so that every
/// size is among them, and evenly spaced.
template <class T>
std::vector<T> differences(T bottom) {
    constexpr std::size_t count = 100'000;
    std::vector<T> result;
    const auto last = std::bit_cast<BitsOf<T>>(bottom * T(1.01));
    const auto first = std::bit_cast<BitsOf<T>>(T(-0.0));
    const BitsOf<T> step = (last - first) / count;
    for (BitsOf<T> bits = first; bits < last; bits += step) result.push_back(std::bit_cast<T>(bits));
    for (std::size_t i = 0; i < count; ++i)
        result.push_back(bottom * (static_cast<T>(i) / static_cast<T>(count)));
    return result;
}

/// How far the exponent is off, in roundings (eps / 2): log2(e) by the digits that T has no place for, its
/// quotient by the divisor by a rounding, unless that is a power of two, and the product where nothing is
/// fused.
template <class T>
double roundings_of_exponent(T divisor) {
    int exponent;
    const bool is_power_of_two = std::frexp(divisor, &exponent) == T(0.5);
    return (std::same_as<T, float> ? 0.23 : 0.13) + (is_power_of_two ? 0 : 1) +
           (multiply_add_is_fused ? 0 : 1);
}

/// What the polynomial and its last rounding are off by at most, in eps of the weight.
template <class T>
constexpr double eps_of_power = std::same_as<T, float> ? 1.65 : 0.87;

/// The largest error in parts of the bound. An exponent that is off by a part of itself makes the weight off
/// by as many times that part; what is below min counts for nothing, and least is taken off.
template <class T>
double worst_share_of_bound(T divisor) {
    const auto scale = weight_scale(divisor);
    double worst = 0;
    for (const T below : differences(scale.bottom)) {
        const long double exponent = static_cast<long double>(below) / divisor;
        const long double exact = std::exp(exponent);
        const long double eps = eps_of_power<T> - exponent * roundings_of_exponent(divisor) / 2;
        const long double bound = eps * exact * std::numeric_limits<T>::epsilon() + scale.least;
        worst = std::max(worst, static_cast<double>(std::fabs(weight(below, scale) - exact) / bound));
    }
    return worst;
}

/// Those differences weighed as kernels do it, in Count vectors at a time.
template <class V, std::size_t Count>
std::vector<kernel::ElementOf<V>> weighed_in_lanes(const std::vector<kernel::ElementOf<V>>& below,
                                                   const detail::WeightScale<kernel::ElementOf<V>>& scale) {
    constexpr std::size_t lanes = kernel::lanes_of<V>;
    auto result = below;
    result.resize((below.size() + Count * lanes - 1) / (Count * lanes) * Count * lanes);
    for (std::size_t first = 0; first < result.size(); first += Count * lanes) {
        V group[Count];
        for (std::size_t i = 0; i < Count; ++i) group[i] = kernel::load<V>(&result[first + i * lanes]);
        kernel::weigh(group, scale);
        for (std::size_t i = 0; i < Count; ++i) kernel::store(group[i], &result[first + i * lanes]);
    }
    result.resize(below.size());
    return result;
}

template <class M>
constexpr M all_weighed(const M& below, auto divisor) {
    const auto scale = weight_scale(divisor);
    return generate<M>([&](auto i, auto j) { return weight(below[i, j], scale); });
}

}  // namespace

TEMPLATE_TEST_CASE("a weight is off by as much as is promised", "", float, double) {
    using T = TestType;
    for (const T divisor : divisors<T>) {
        const double worst = worst_share_of_bound(divisor);
        CAPTURE(divisor, worst);
        REQUIRE(worst <= 1);
        // The bound is reached, or nearly: it is not wider than it must be.
        REQUIRE(worst >= 0.7);
    }
}

TEMPLATE_TEST_CASE("the weight of no difference is 1, and far below it is 0", "", float, double) {
    using T = TestType;
    using Limits = std::numeric_limits<T>;
    for (const T divisor : divisors<T>) {
        const auto scale = weight_scale(divisor);
        CAPTURE(divisor);
        REQUIRE(same_bits(weight(T(0), scale), T(1)));
        REQUIRE(same_bits(weight(T(-0.0), scale), T(1)));
        REQUIRE(same_bits(weight(-Limits::denorm_min(), scale), T(1)));
        for (const T below :
             {scale.bottom, scale.bottom * T(1.01), T(-1e30), Limits::lowest(), -Limits::infinity()})
            REQUIRE(same_bits(weight(below, scale), T(0)));
    }
}

TEMPLATE_TEST_CASE("the last weights fall to 0 and no further", "", float, double) {
    using T = TestType;
    for (const T divisor : divisors<T>) {
        const auto scale = weight_scale(divisor);
        T before = 0;
        T below = scale.bottom;
        for (int i = 0; i < 100'000; ++i) {
            const T now = weight(below, scale);
            CAPTURE(divisor, below, now, before);
            REQUIRE((now >= before && !std::signbit(now)));
            before = now;
            below = std::nextafter(below, T(0));
        }
        for (const T each : differences(scale.bottom)) REQUIRE_FALSE(std::signbit(weight(each, scale)));
    }
}

TEMPLATE_TEST_CASE("the weight of NaN is that NaN", "", float, double) {
    using T = TestType;
    const auto scale = weight_scale(T(8));
    constexpr auto quiet = std::bit_cast<BitsOf<T>>(std::numeric_limits<T>::quiet_NaN());
    constexpr auto sign = std::bit_cast<BitsOf<T>>(T(-0.0));
    for (const BitsOf<T> payload :
         {BitsOf<T>{0}, BitsOf<T>{1}, BitsOf<T>{0x3ffff}, sign, BitsOf<T>(sign | 5)}) {
        const T nan = std::bit_cast<T>(BitsOf<T>(quiet | payload));
        CAPTURE(payload);
        REQUIRE(same_bits(weight(nan, scale), nan));
        for (const T lane :
             weighed_in_lanes<kernel::Lanes<T, kernel::native_lanes<T>>, 2>({nan, T(-1)}, scale))
            REQUIRE((std::isnan(lane) || same_bits(lane, weight(T(-1), scale))));
        REQUIRE(std::isnan(weighed_in_lanes<kernel::Lanes<T, 16 / sizeof(T)>, 1>({nan}, scale)[0]));
    }
}

TEMPLATE_TEST_CASE("in each lane of a vector a weight has the same bits", "", float, double) {
    using T = TestType;
    using Native = kernel::Lanes<T, kernel::native_lanes<T>>;
    using Narrow = kernel::Lanes<T, 16 / sizeof(T)>;
    for (const T divisor : divisors<T>) {
        const auto scale = weight_scale(divisor);
        auto below = differences(scale.bottom);
        below.push_back(-std::numeric_limits<T>::infinity());
        below.push_back(std::numeric_limits<T>::lowest());
        const auto one = weighed_in_lanes<Narrow, 1>(below, scale);
        const auto two = weighed_in_lanes<Native, 2>(below, scale);
        const auto four = weighed_in_lanes<Native, 4>(below, scale);
        for (std::size_t i = 0; i < below.size(); ++i) {
            const T alone = weight(below[i], scale);
            if (!same_bits(one[i], alone) || !same_bits(two[i], alone) || !same_bits(four[i], alone))
                FAIL("other bits of " << below[i] << " / " << divisor);
        }
    }
}

TEMPLATE_TEST_CASE("a weight has the same bits at compile time and at run time", "", float, double) {
    using T = TestType;
    constexpr Matrix<T, Single<1>, Key<8>> below{
        {0, T(-0.1), T(-1), T(-7.3), T(-60), T(-86.9), T(-700), T(-1e30)}};
    constexpr auto compiled = all_weighed(below, T(1.41421356237309505));
    REQUIRE(same_bits(all_weighed(unseen(below), T(1.41421356237309505)), compiled));
}
