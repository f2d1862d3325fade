#pragma once

// weight of math/weight.hpp for a vector of scores: the same bits in each lane.

#include <attest/kernel/lanes.hpp>
#include <attest/math/split.hpp>
#include <attest/math/weight.hpp>
#include <attest/rounding.hpp>

#include <cstddef>
#include <cstdint>

namespace attest::kernel {

/// Each of Count vectors of differences turned into weights. They go in step: an exponential is one long
/// chain, and the processor sees too few instructions ahead to find the next chain by itself.
template <std::size_t Count, class V>
[[gnu::always_inline]] inline void weigh(V (&below)[Count], const detail::WeightScale<ElementOf<V>>& scale) {
    using T = ElementOf<V>;
    using Bits = BitLanes<V>;
    constexpr auto& coefficients = detail::PowerOfTwo<T>::coefficients.of;
    constexpr std::size_t last = sizeof(coefficients) / sizeof(T) - 1;
    const V factor = broadcast<V>(scale.factor);
    const V shift = broadcast<V>(detail::rounds_to_exponent<T>);
    const auto each = [] [[gnu::always_inline]] (auto step) { unrolled<Count>(step); };
    V exponent[Count];
    V power[Count];
    each([&] [[gnu::always_inline]] (auto i) {
        below[i] = larger(broadcast<V>(scale.bottom), below[i]);  // which keeps a NaN
        exponent[i] = as_written(multiply_add(below[i], factor, shift));
    });
    each([&] [[gnu::always_inline]] (auto i) {
        below[i] = multiply_add(below[i], factor, -as_written(exponent[i] - shift));
        power[i] = broadcast<V>(coefficients[last]);
    });
    unrolled<last>([&] [[gnu::always_inline]] (auto term) {
        each([&] [[gnu::always_inline]] (auto i) {
            power[i] = multiply_add(power[i], below[i], broadcast<V>(coefficients[last - 1 - term]));
        });
    });
    each([&] [[gnu::always_inline]] (auto i) {
        below[i] = multiply_add(power[i], (V)((Bits)exponent[i] << (detail::Format<T>::digits - 1)),
                                broadcast<V>(-scale.least));
    });
}

}  // namespace attest::kernel
