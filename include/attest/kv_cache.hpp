#pragma once

// Keys and values of the tokens so far, so that decoding computes each of them once.
//
// A token is appended and attends in one call, to itself and to those before it. Each query's numbers
// are computed in the order that they have without a cache, so the bits are the same.

#include <attest/axis.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/multi_head.hpp>
#include <attest/real.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace attest {

/// The places of a cache that refuses a token when all of them are taken.
template <std::size_t N>
struct Capacity : axis<N> {};

/// The places of a cache that holds the last tokens: the oldest gives way to a new one.
template <std::size_t N>
struct Window : axis<N> {};

template <class Places>
inline constexpr bool gives_the_oldest_place_away = false;
template <std::size_t N>
inline constexpr bool gives_the_oldest_place_away<Window<N>> = true;

/// Whether that many tokens could be in the cache at once. The name is what compilers print.
template <class Appended, class Places>
inline constexpr bool the_appended_tokens_fit_an_empty_cache =
    gives_the_oldest_place_away<Places> || Appended::extent <= Places::extent;

// What a constant expression gets for a token too many: a variable that it may not read, by a name
// that compilers print.
template <class Appended, class Places>
inline std::size_t the_appended_tokens_are_past_the_end_of_the_cache{};

/// How many numbers a layer keeps of each token: its key and its value for each key-value head. The
/// query heads do not matter.
template <Axis KeyValueHeads, Axis Head, Axis Value>
inline constexpr std::size_t cached_numbers_per_token =
    Flat<KeyValueHeads, Head>::extent + Flat<KeyValueHeads, Value>::extent;

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
    /// tokens before it that the cache holds.
    template <Axis QueryHeads, Axis Appended>
        requires(the_appended_tokens_fit_an_empty_cache<Appended, Places> &&
                 the_Heads_divide_evenly_among_the_KeyValueHeads<QueryHeads, KeyValueHeads>)
    constexpr Matrix<T, Appended, Flat<QueryHeads, Value>> attend(
        const Matrix<T, Appended, Flat<QueryHeads, Head>>& q,
        const Matrix<T, Appended, Keys>& k,
        const Matrix<T, Appended, Values>& v) {
        make_sure_of_room_for<Appended>();
        Matrix<T, Appended, Flat<QueryHeads, Value>> output;
        for (std::size_t i = 0; i < Appended::extent; ++i) {
            append_row(k.elements[i], v.elements[i]);
            Matrix<T, Query<1>, Flat<QueryHeads, Head>> query;
            std::ranges::copy(q.elements[i], query.elements[0]);
            const Mask<Query<1>, Places, FirstKeys> those_held{{length()}};
            const auto row =
                attest::multi_head_attention(query, in_order(keys_), in_order(values_), those_held);
            std::ranges::copy(row.elements[0], output.elements[i]);
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
                throw std::length_error("attest::KvCache: " + std::to_string(Appended::extent) +
                                        " more tokens do not fit a cache of " + std::to_string(capacity) +
                                        " that holds " + std::to_string(appended_));
            }
    }

    constexpr void append_row(const T (&k)[Keys::extent], const T (&v)[Values::extent]) {
        std::ranges::copy(k, keys_.elements[appended_ % capacity]);
        std::ranges::copy(v, values_.elements[appended_ % capacity]);
        ++appended_;
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
          Real T>
    requires the_appended_tokens_fit_an_empty_cache<Appended, Places>
constexpr Matrix<T, Appended, Model> cached_self_attention(
    const Matrix<T, Appended, Model>& x,
    const MultiHeadWeights<T, Model, Heads, KeyValueHeads, Head, Value>& weights,
    KvCache<T, Places, KeyValueHeads, Head, Value>& cache) {
    return cache.attend(x * weights.query, x * weights.key, x * weights.value) * weights.output;
}

}  // namespace attest
