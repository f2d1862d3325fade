#pragma once

// The online softmax of a block of queries, one a lane: OnlineRow of attest/online_softmax.hpp for all of
// them at once.

#include <attest/kernel/lanes.hpp>
#include <attest/kernel/weight.hpp>
#include <attest/math/weight.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>
#include <attest/softmax.hpp>

#include <cstddef>
#include <limits>

namespace attest::kernel {

template <class V, std::size_t Vectors>
struct OnlineRows {
    using T = ElementOf<V>;
    static constexpr std::size_t width = Vectors * lanes_of<V>;

    V largest[Vectors];
    V sum[Vectors];

    OnlineRows(const Sink<T>& given, T unit) {
        const T first = detail::first_score(given, unit);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            // with no infinities, which hide keys, a compiler would take the lowest number for no bound
            largest[vector] = as_written(broadcast<V>(first));
            sum[vector] = broadcast<V>(static_cast<T>(given.takes_part));
        });
    }

    /// Turns a tile of scores, a row a key, into weights below the highest scores, which become the
    /// largest. What the sums, and what has been mixed, are scaled down by goes to shrink; none where there
    /// are none yet.
    [[gnu::noinline]] void see(const V (&highest)[Vectors],
                               T* scores,
                               std::size_t keys,
                               const detail::WeightScale<T> scale,
                               T* shrink) {
        V base[Vectors];
        V below[Vectors];
        raise_to(highest, base, below, scores, keys);
        if (shrink != nullptr) {
            scale_down(below, scale);
            unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
                store(below[vector], shrink + vector * lanes_of<V>);
            });
        }
        constexpr std::size_t together = 4 / Vectors;
        V so_far[Vectors];  // which the compiler knows that no store changes
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) { so_far[vector] = sum[vector]; });
        std::size_t j = 0;
        for (; j + together <= keys; j += together)
            weigh_keys<together>(base, scores + j * width, scale, so_far);
        for (; j < keys; ++j) weigh_keys<1>(base, scores + j * width, scale, so_far);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) { sum[vector] = so_far[vector]; });
    }

    /// The same for a whole row of few keys, in place.
    template <std::size_t Keys>
    [[gnu::always_inline]] void see_all(const V (&highest)[Vectors],
                                        T* scores,
                                        const detail::WeightScale<T>& scale,
                                        bool has_sink) {
        V base[Vectors];
        V below[Vectors];
        raise_to(highest, base, below, scores, Keys);
        if (has_sink) scale_down(below, scale);
        constexpr std::size_t together = 4 / Vectors;
        unrolled<Keys / together>([&] [[gnu::always_inline]] (auto group) {
            weigh_keys<together>(base, scores + group * together * width, scale, sum);
        });
        if constexpr (Keys % together > 0)
            weigh_keys<Keys % together>(base, scores + Keys / together * together * width, scale, sum);
    }

    /// What the mixed values are multiplied by: where nothing was summed, 0.
    [[gnu::always_inline]] V inverse_sum(std::size_t vector) const {
        const V inverse = broadcast<V>(T{1}) / sum[vector];
        return sum[vector] == V{} ? V{} : inverse;
    }

private:
    /// Makes the highest scores the largest. Base is what scores are taken below, and so below are the
    /// largest ones before.
    [[gnu::always_inline]] void raise_to(const V (&highest)[Vectors],
                                         V (&base)[Vectors],
                                         V (&below)[Vectors],
                                         T* scores,
                                         std::size_t keys) {
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            base[vector] = highest[vector];
            below[vector] = largest[vector] - highest[vector];
            largest[vector] = highest[vector];
            if (any(highest[vector] == broadcast<V>(detail::infinity<T>))) [[unlikely]]
                share_among_infinite(vector, base[vector], below[vector], scores, keys);
        });
    }

    /// Turns differences into what sums shrink by, and shrinks them.
    [[gnu::always_inline]] void scale_down(V (&below)[Vectors], const detail::WeightScale<T>& scale) {
        weigh(below, scale);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            sum[vector] = rounded_product(sum[vector], below[vector]);
        });
    }

    template <std::size_t Keys>
    [[gnu::always_inline]] static void weigh_keys(const V (&base)[Vectors],
                                                  T* scores,
                                                  const detail::WeightScale<T>& scale,
                                                  V (&so_far)[Vectors]) {
        V below[Keys * Vectors];
        unrolled<Keys * Vectors>([&] [[gnu::always_inline]] (auto i) {
            below[i] = load<V>(scores + i * lanes_of<V>) - base[i % Vectors];
        });
        weigh(below, scale);
        unrolled<Keys * Vectors>([&] [[gnu::always_inline]] (auto i) {
            so_far[i % Vectors] += below[i];
            store(below[i], scores + i * lanes_of<V>);
        });
    }

    /// Infinities have no difference. Where the largest is +inf, scores that equal it count as 0 below 0,
    /// and all others as -inf; a NaN stays one.
    [[gnu::noinline]] static void share_among_infinite(std::size_t vector,
                                                       V& base,
                                                       V& below,
                                                       T* scores,
                                                       std::size_t keys) {
        const V infinite = broadcast<V>(detail::infinity<T>);
        const auto is_infinite = base == infinite;
        // of the difference to +inf, NaN is left where the largest was +inf before
        below = is_infinite ? (below != below ? V{} : -infinite) : below;
        for (std::size_t j = 0; j < keys; ++j) {
            T* const of_key = scores + j * width + vector * lanes_of<V>;
            const V score = load<V>(of_key);
            const V difference = score == infinite ? V{} : score != score ? score : -infinite;
            store(is_infinite ? difference : score, of_key);
        }
        base = is_infinite ? V{} : base;
    }
};

}  // namespace attest::kernel
