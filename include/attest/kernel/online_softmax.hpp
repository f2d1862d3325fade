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

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace attest::kernel {

template <class V, std::size_t Vectors>
struct OnlineRows {
    using T = ElementOf<V>;
    static constexpr std::size_t width = Vectors * lanes_of<V>;

    V largest[Vectors];
    /// What scores are taken below: the largest, but 0 below an infinite one.
    V base[Vectors];
    V sum[Vectors];

    OnlineRows(const Sink<T>& given, T unit) {
        const T first = detail::first_score(given, unit);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            // with no infinities, which hide keys, a compiler would take the lowest number for no bound
            largest[vector] = as_written(broadcast<V>(first));
            sum[vector] = broadcast<V>(static_cast<T>(given.takes_part));
        });
    }

    /// Makes the highest of a tile of scores, a row a key, the largest. What the sums, and what has been
    /// mixed, are scaled down by goes to shrink; none where there are none yet.
    [[gnu::noinline]] void raise(const V (&highest)[Vectors],
                                 T* scores,
                                 std::size_t keys,
                                 const detail::WeightScale<T> scale,
                                 T* shrink) {
        V below[Vectors];
        raise_to(highest, below, [&] [[gnu::always_inline]] (std::size_t vector) {
            share_among_infinite(highest[vector], scores + vector * lanes_of<V>, keys);
        });
        if (shrink != nullptr) {
            scale_down(below, scale);
            unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
                store(below[vector], shrink + vector * lanes_of<V>);
            });
        }
    }

    /// Turns the scores of a tile, of Some vectors from one on, into weights below the largest.
    template <std::size_t Some>
    [[gnu::noinline]] void weigh_tile(T* scores,
                                      std::size_t keys,
                                      std::size_t vector,
                                      const detail::WeightScale<T> scale) {
        constexpr std::size_t together = 4 / Some;
        V bases[Some];
        V so_far[Some];  // which the compiler knows that no store changes
        unrolled<Some>([&] [[gnu::always_inline]] (auto i) {
            bases[i] = base[vector + i];
            so_far[i] = sum[vector + i];
        });
        scores += vector * lanes_of<V>;
        std::size_t j = 0;
        for (; j + together <= keys; j += together)
            weigh_keys<together>(bases, scores + j * width, scale, so_far);
        for (; j < keys; ++j) weigh_keys<1>(bases, scores + j * width, scale, so_far);
        unrolled<Some>([&] [[gnu::always_inline]] (auto i) { sum[vector + i] = so_far[i]; });
    }

    /// Both for whole rows of few keys, in registers. Where a vector of the target's width holds the
    /// scores of several keys, they become weights together.
    template <std::size_t Keys>
        requires(Vectors == 1)
    [[gnu::always_inline]] void see_all(const V& highest,
                                        V (&scores)[Keys],
                                        const detail::WeightScale<T>& scale,
                                        bool has_sink) {
        V below[1];
        raise_to({highest}, below, [&] [[gnu::always_inline]] (std::size_t) {
            T rows[Keys * width];
            unrolled<Keys>([&] [[gnu::always_inline]] (auto key) { store(scores[key], rows + key * width); });
            share_among_infinite(highest, rows, Keys);
            unrolled<Keys>(
                [&] [[gnu::always_inline]] (auto key) { scores[key] = load<V>(rows + key * width); });
        });
        if (has_sink) scale_down(below, scale);
        constexpr std::size_t together = 4 * keys_per_vector;
        [&]<std::size_t... group> [[gnu::always_inline]] (std::index_sequence<group...>) {
            (weigh_joined<group * together, std::min(together, Keys - group * together)>(scores, scale), ...);
        }(std::make_index_sequence<(Keys + together - 1) / together>{});
    }

    /// What the mixed values are multiplied by: where nothing was summed, 0.
    [[gnu::always_inline]] V inverse_sum(std::size_t vector) const {
        const V inverse = broadcast<V>(T{1}) / sum[vector];
        return sum[vector] == V{} ? V{} : inverse;
    }

private:
    /// Makes the highest scores the largest, and below what the largest before are below the base. Where one
    /// is +inf, share(vector) is to change the scores.
    [[gnu::always_inline]] void raise_to(const V (&highest)[Vectors], V (&below)[Vectors], auto share) {
        const V infinite = broadcast<V>(detail::infinity<T>);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            base[vector] = highest[vector];
            below[vector] = largest[vector] - highest[vector];
            largest[vector] = highest[vector];
            if (any(highest[vector] == infinite)) [[unlikely]] {
                share(vector);
                // of the difference to +inf, NaN is left where the largest was +inf before
                const V difference = below[vector] != below[vector] ? V{} : -infinite;
                below[vector] = highest[vector] == infinite ? difference : below[vector];
                base[vector] = highest[vector] == infinite ? V{} : base[vector];
            }
        });
    }

    /// Turns differences into what sums shrink by, and shrinks them.
    [[gnu::always_inline]] void scale_down(V (&below)[Vectors], const detail::WeightScale<T>& scale) {
        weigh(below, scale);
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            sum[vector] = rounded_product(sum[vector], below[vector]);
        });
    }

    template <std::size_t Keys, std::size_t Some>
    [[gnu::always_inline]] static void weigh_keys(const V (&bases)[Some],
                                                  T* scores,
                                                  const detail::WeightScale<T>& scale,
                                                  V (&so_far)[Some]) {
        const auto place = [=] [[gnu::always_inline]] (std::size_t i) {
            return scores + i / Some * width + i % Some * lanes_of<V>;
        };
        V below[Keys * Some];
        unrolled<Keys * Some>(
            [&] [[gnu::always_inline]] (auto i) { below[i] = load<V>(place(i)) - bases[i % Some]; });
        weigh(below, scale);
        unrolled<Keys * Some>([&] [[gnu::always_inline]] (auto i) {
            so_far[i % Some] += below[i];
            store(below[i], place(i));
        });
    }

    static constexpr std::size_t keys_per_vector = native_lanes<T> / lanes_of<V>;

    /// Count scores from First on.
    template <std::size_t First, std::size_t Count, std::size_t Keys>
    [[gnu::always_inline]] void weigh_joined(V (&scores)[Keys], const detail::WeightScale<T>& scale) {
        constexpr std::size_t last = First + Count - 1;
        const auto bases =
            joined<keys_per_vector>([&] [[gnu::always_inline]] (std::size_t) { return base[0]; });
        Lanes<T, native_lanes<T>> below[(Count + keys_per_vector - 1) / keys_per_vector];
        unrolled<std::size(below)>([&] [[gnu::always_inline]] (auto i) {
            const auto score_at = [&] [[gnu::always_inline]] (std::size_t key) {
                return scores[std::min(key, last)];
            };
            below[i] = joined<keys_per_vector>(score_at, First + i * keys_per_vector) - bases;
        });
        weigh(below, scale);
        [&]<std::size_t... key> [[gnu::always_inline]] (std::index_sequence<key...>) {
            ((scores[First + key] = part_of<V, key % keys_per_vector>(below[key / keys_per_vector]),
              sum[0] += scores[First + key]),
             ...);
        }(std::make_index_sequence<Count>{});
    }

    /// Infinities have no difference. Where the highest is +inf, scores that equal it count as 0 below 0, and
    /// all others as -inf; a NaN stays one.
    [[gnu::noinline]] static void share_among_infinite(V highest, T* scores, std::size_t keys) {
        const V infinite = broadcast<V>(detail::infinity<T>);
        for (std::size_t j = 0; j < keys; ++j) {
            T* const of_key = scores + j * width;
            const V score = load<V>(of_key);
            const V difference = score == infinite ? V{} : score != score ? score : -infinite;
            store(highest == infinite ? difference : score, of_key);
        }
    }
};

}  // namespace attest::kernel
