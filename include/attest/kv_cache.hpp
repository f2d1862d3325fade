#pragma once

// Keys and values of the tokens so far, so that decoding computes each of them once.
//
// A token is appended and attends in one call, to itself and to those before it. Each query's numbers
// are computed in the order that they have without a cache, so the bits are the same. Once a Window has
// given its oldest place away, that is so within the first 128 tokens: attention counts its tiles from the
// oldest token held, and from the first without a cache. Beyond they differ by roundings.

#include <attest/attention.hpp>
#include <attest/axis.hpp>
#include <attest/cache_places.hpp>
#include <attest/heads.hpp>
#include <attest/kernel/problem.hpp>
#include <attest/kernel/single_query.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/multi_head.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace attest {

namespace detail {

/// A step for a query that stands at a place among the keys.
template <class Step>
struct StepFrom {
    const Step& step;
    std::size_t place;

    constexpr auto operator()(Real auto score, std::size_t query, std::size_t key) const {
        return step(score, place + query, key);
    }
};

/// The change of the one query that stands at that place.
template <Real T, Axis Places, class Scale, class Step>
constexpr auto change_from(const ScoreChange<T, Places, Places, ScaleThen<Scale, Step>>& change,
                           std::size_t place) {
    if constexpr (std::same_as<Step, AsTheyAre>)
        return ScoreChange<T, Query<1>, Places, ScaleThen<Scale, Step>>{change.change};
    else
        return ScoreChange<T, Query<1>, Places, ScaleThen<Scale, StepFrom<Step>>>{
            {change.change.scale, {change.change.step, place}}};
}

/// One head's query and what a cache holds for it, as the kernel for one query takes them.
template <Real T, Axis Places, Axis Head, Axis Value, class Change>
struct CachedProblem {
    using Number = T;
    static constexpr std::size_t keys = Places::extent;
    static constexpr std::size_t depth = Head::extent;
    static constexpr std::size_t width = Value::extent;
    static constexpr ScoreUnit<T> unit = score_unit<T, Change, Head::extent>;
    static constexpr bool is_unchanged = std::same_as<Change, Unchanged>;

    const T* query;
    kernel::RowsOfKeys<T> all;
    std::size_t oldest;
    Mask<Query<1>, Places, FirstKeys> mask;
    ScoreChange<T, Query<1>, Places, Change> change;
    const Sink<T>& sink;

    const T* first_query() const { return query; }
    kernel::RowsOfKeys<T> keys_from(std::size_t j) const {
        const std::size_t place = (oldest + j) % keys;
        return {all.keys + place * all.key_stride, all.key_stride, all.values + place * all.value_stride,
                all.value_stride, keys - place};
    }
};

}  // namespace detail

/// The keys and values of as many tokens as there are Places, for one layer. With Places of Capacity<N>
/// it refuses a token too many, with Window<N> it forgets the oldest. A regular value; a big one
/// belongs in static storage or behind std::make_unique.
template <Real T, Axis Places, Axis KeyValueHeads, Axis Head, Axis Value>
class KvCache {
public:
    using Keys = Flat<KeyValueHeads, Head>;
    using Values = Flat<KeyValueHeads, Value>;

    static constexpr std::size_t capacity = Places::extent;
    static constexpr std::size_t bytes_per_token =
        cached_numbers_per_token<KeyValueHeads, Head, Value> * sizeof(T);

    /// How many tokens have been appended, which is the position of the next one.
    constexpr std::size_t next_position() const { return appended_; }

    /// How many tokens the cache holds: all of them, or the last ones.
    constexpr std::size_t length() const { return std::min(appended_, capacity); }

    /// Takes in the keys and values of one token or several, in the order of their rows. Past the
    /// capacity that is no constant expression, and std::length_error at run time, with the cache as
    /// it was.
    template <Axis Appended>
        requires the_appended_tokens_fit_an_empty_cache<Appended, Places>
    constexpr void append(const Matrix<T, Appended, Keys>& k, const Matrix<T, Appended, Values>& v) {
        make_sure_of_room_for<Appended>();
        for (std::size_t i = 0; i < Appended::extent; ++i) append_row(k.elements[i], v.elements[i]);
    }

    /// Takes in one token or several as append does, and returns what each attends to: itself and the
    /// tokens before it that the cache holds, in the order of their positions. A token costs as much as it
    /// attends to: keys and values are read where they lie.
    ///
    /// Each head has a change of scores and a sink of its own. Changes are for places among the tokens
    /// held, of which the oldest has the first and a query its own the last: alibi_per_head<T, Heads,
    /// Places>() is right for every token.
    template <Axis QueryHeads, Axis Appended, class Change = Unchanged>
        requires(the_appended_tokens_fit_an_empty_cache<Appended, Places> &&
                 the_Heads_divide_evenly_among_the_KeyValueHeads<QueryHeads, KeyValueHeads>)
    constexpr Matrix<T, Appended, Flat<QueryHeads, Value>> attend(
        const Matrix<T, Appended, Flat<QueryHeads, Head>>& q,
        const Matrix<T, Appended, Keys>& k,
        const Matrix<T, Appended, Values>& v,
        const PerHead<QueryHeads, ScoreChange<T, Places, Places, Change>>& changes = {},
        const PerHead<QueryHeads, Sink<T>>& sinks = PerHead<QueryHeads, Sink<T>>{}) {
        make_sure_of_room_for<Appended>();
        Matrix<T, Appended, Flat<QueryHeads, Value>> output;
        for (std::size_t i = 0; i < Appended::extent; ++i) {
            append_row(k.elements[i], v.elements[i]);
            Matrix<T, Query<1>, Flat<QueryHeads, Head>> query;
            std::ranges::copy(q.elements[i], query.elements[0]);
            attend_from_last_place(query, changes, sinks, output.elements[i]);
        }
        return output;
    }

    friend constexpr bool operator==(const KvCache&, const KvCache&) = default;

private:
    Matrix<T, Places, Keys> keys_;
    Matrix<T, Places, Values> values_;
    std::size_t appended_ = 0;

    template <Axis Appended>
    constexpr void make_sure_of_room_for() {
        if constexpr (!gives_the_oldest_place_away<Places>)
            if (Appended::extent > capacity - appended_) {
                if consteval {
                    appended_ = the_appended_tokens_are_past_the_end_of_the_cache<Appended, Places>;
                }
                throw std::length_error("attest::KvCache: no room for " + std::to_string(Appended::extent) +
                                        " more, of " + std::to_string(capacity) + " places " +
                                        std::to_string(appended_) + " are taken");
            }
    }

    constexpr void append_row(const T (&k)[Keys::extent], const T (&v)[Values::extent]) {
        std::ranges::copy(k, keys_.elements[appended_ % capacity]);
        std::ranges::copy(v, values_.elements[appended_ % capacity]);
        ++appended_;
    }

    /// What the last token attends to, written to its row of all heads' outputs.
    template <Axis QueryHeads, class Change>
    constexpr void attend_from_last_place(
        const Matrix<T, Query<1>, Flat<QueryHeads, Head>>& q,
        const PerHead<QueryHeads, ScoreChange<T, Places, Places, Change>>& changes,
        const PerHead<QueryHeads, Sink<T>>& sinks,
        T (&output)[Flat<QueryHeads, Value>::extent]) const {
        const Mask<Query<1>, Places, FirstKeys> those_held{{length()}};
        if consteval {
            detail::for_each_query_head(
                q, in_order(keys_), in_order(values_),
                [&](std::size_t h, const auto& q_h, const auto& k_h, const auto& v_h) {
                    const auto row = attest::attention(
                        q_h, k_h, v_h, those_held, detail::change_from(changes[h], length() - 1), sinks[h]);
                    std::ranges::copy(row.elements[0], output + h * Value::extent);
                });
        } else {
            for (std::size_t h = 0; h < QueryHeads::extent; ++h) {
                const std::size_t of_group = h / (QueryHeads::extent / KeyValueHeads::extent);
                const auto change = detail::change_from(changes[h], length() - 1);
                using Changed = typename decltype(change)::Kind;
                const detail::CachedProblem<T, Places, Head, Value, Changed> problem{
                    q.elements[0] + h * Head::extent,
                    {keys_.elements[0] + of_group * Head::extent, Keys::extent,
                     values_.elements[0] + of_group * Value::extent, Values::extent, capacity},
                    appended_ - length(),
                    those_held,
                    change,
                    sinks[h]};
                kernel::attend_alone(problem, 0, output + h * Value::extent);
            }
        }
    }

    /// The rows in the order of their positions, the oldest first.
    template <Axis Cols>
    constexpr Matrix<T, Places, Cols> in_order(const Matrix<T, Places, Cols>& rows) const {
        const std::size_t oldest = appended_ - length();
        return generate<Matrix<T, Places, Cols>>(
            [&](auto i, auto j) { return rows.elements[(oldest + i) % capacity][j]; });
    }
};

/// Attention of new tokens to themselves and to those in the cache, projections included.
template <Axis Appended,
          Axis Model,
          Axis Heads,
          Axis KeyValueHeads,
          Axis Head,
          Axis Value,
          Axis Places,
          Real T,
          class Change = Unchanged>
    requires the_appended_tokens_fit_an_empty_cache<Appended, Places>
constexpr Matrix<T, Appended, Model> cached_self_attention(
    const Matrix<T, Appended, Model>& x,
    const MultiHeadWeights<T, Model, Heads, KeyValueHeads, Head, Value>& weights,
    KvCache<T, Places, KeyValueHeads, Head, Value>& cache,
    const PerHead<Heads, ScoreChange<T, Places, Places, Change>>& changes = {},
    const PerHead<Heads, Sink<T>>& sinks = PerHead<Heads, Sink<T>>{}) {
    return cache.attend(x * weights.query, x * weights.key, x * weights.value, changes, sinks) *
           weights.output;
}

}  // namespace attest
