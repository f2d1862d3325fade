#pragma once

// What becomes of scores before they are weights: another scale, a bias, ALiBi, a soft cap. Changes
// follow one another in the order in which they are written,
//     scale_by<Query<3>, Key<3>>(0.25) >> add_bias(b) >> soft_cap<Query<3>, Key<3>>(50.0)
// and the mask comes after all of them: what it hides stays hidden.

#include <attest/alignment.hpp>
#include <attest/axis.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <stdexcept>

namespace attest {

namespace detail {

template <Real T>
constexpr T tanh(T x) {
    const T shrunk = attest::exp(x < 0 ? 2 * x : -2 * x);
    const T magnitude = (1 - shrunk) / (1 + shrunk);
    return x < 0 ? -magnitude : magnitude;
}

}  // namespace detail

/// The scale that is meant where none is named: products divided by the root of d_k.
struct ByRoot {
    template <Real T>
    constexpr T operator()(T product, T root) const {
        return product / root;
    }
};

/// The scale that multiplies products by a factor, whatever d_k is.
template <Real T>
struct ByFactor {
    T factor{1};

    constexpr T operator()(T product, T) const { return rounded_product(factor, product); }
};

/// The step that leaves scores alone.
struct AsTheyAre {
    template <Real T>
    constexpr T operator()(T score, std::size_t, std::size_t) const {
        return score;
    }
};

/// The step that adds a matrix.
template <Real T, Axis Query, Axis Key>
struct PlusBias {
    Matrix<T, Query, Key> bias;

    constexpr T operator()(T score, std::size_t query, std::size_t key) const {
        return score + bias.elements[query][key];
    }
};

/// The step that takes off a slope times the distance between the key and the query's place.
template <Real T>
struct MinusDistance {
    T slope{};
    std::ptrdiff_t offset = 0;

    constexpr T operator()(T score, std::size_t query, std::size_t key) const {
        const auto ahead = static_cast<std::ptrdiff_t>(key) - static_cast<std::ptrdiff_t>(query) - offset;
        return multiply_add(-slope, static_cast<T>(ahead < 0 ? -ahead : ahead), score);
    }
};

/// The step that bends scores to lie between -cap and cap.
template <Real T>
struct SoftlyCapped {
    T cap{1};

    constexpr T operator()(T score, std::size_t, std::size_t) const {
        return rounded_product(cap, detail::tanh(score / cap));
    }
};

/// One step and then another.
template <class First, class Second>
struct FirstThen {
    First first;
    Second second;

    template <Real T>
    constexpr T operator()(T score, std::size_t query, std::size_t key) const {
        return second(first(score, query, key), query, key);
    }
};

/// A scale, and the step after it.
template <class Scale, class Step>
struct ScaleThen {
    [[no_unique_address]] Scale scale{};
    [[no_unique_address]] Step step{};
};

/// What scores are where no change is named.
using Unchanged = ScaleThen<ByRoot, AsTheyAre>;

/// A change to the scores of Query and Key.
template <Real T, Axis Query, Axis Key, class Change>
struct ScoreChange {
    [[no_unique_address]] Change change{};

    /// The score that is made of a product of a query with a key, given the root of d_k.
    constexpr T operator()(T product, T root, std::size_t query, std::size_t key) const {
        return change.step(change.scale(product, root), query, key);
    }
};

/// The one change and then the other; they are for the same axes. A scale of one's own comes first.
template <Real T, Axis Query, Axis Key, class Scale, class First, class Second>
constexpr ScoreChange<T, Query, Key, ScaleThen<Scale, FirstThen<First, Second>>> operator>>(
    const ScoreChange<T, Query, Key, ScaleThen<Scale, First>>& first,
    const ScoreChange<T, Query, Key, ScaleThen<ByRoot, Second>>& second) {
    return {{first.change.scale, {first.change.step, second.change.step}}};
}

/// Products times the factor, instead of divided by the root of d_k.
template <Axis Query, Axis Key = Query, Real T>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByFactor<T>, AsTheyAre>> scale_by(T factor) {
    return {{{factor}, {}}};
}

/// Scores plus the bias. It is no mask: a mask is of booleans, and hides.
template <Real T, Axis Query, Axis Key>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRoot, PlusBias<T, Query, Key>>> add_bias(
    const Matrix<T, Query, Key>& bias) {
    return {{{}, {bias}}};
}

/// ALiBi: scores minus slope * |distance|, the query's place given by the alignment, by one multiply_add.
/// (Press, Smith and Lewis: Train Short, Test Long. With a causal mask every distance is backward.)
template <Axis Query,
          Axis Key = Query,
          Real T,
          class Alignment = AsManyQueriesAsKeys,
          class = the_alignment_must_be_named_where_extents_differ<Query, Key, Alignment>>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRoot, MinusDistance<T>>> alibi(
    T slope,
    const Alignment& alignment = {}) {
    return {{{}, {slope, alignment.template offset<Query, Key>()}}};
}

/// cap * tanh(score / cap): scores far below the cap are left as they are, and none is beyond it. A cap
/// that is not positive and finite is no constant expression, and std::invalid_argument at run time.
template <Axis Query, Axis Key = Query, Real T>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRoot, SoftlyCapped<T>>> soft_cap(T cap) {
    if (!(cap > 0 && detail::is_finite(cap)))
        throw std::invalid_argument("attest::soft_cap: the cap is not positive and finite");
    return {{{}, {cap}}};
}

/// Void, if scores can be bent to lie between -Cap and Cap. The name is what compilers print.
template <auto Cap, class Query>
    requires(Cap > 0 && Cap - Cap == 0)  // infinity minus itself is NaN
using the_cap_must_be_positive_and_finite = void;

/// The soft cap that is known when the program is written: soft_cap_of<50, double, Tokens<3>>().
template <auto Cap,
          Real T,
          Axis Query,
          Axis Key = Query,
          class = the_cap_must_be_positive_and_finite<Cap, Query>>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRoot, SoftlyCapped<T>>> soft_cap_of() {
    return {{{}, {static_cast<T>(Cap)}}};
}

#ifndef __clang__  // as for masks
template <Axis Query, Axis Key, bool a_matrix_of_booleans_is_a_mask_and_no_bias = true>
ScoreChange<double, Query, Key, Unchanged> add_bias(const Matrix<bool, Query, Key>& mask) = delete;

template <auto Cap, Real T, Axis Query, Axis Key = Query, bool the_cap_must_be_positive_and_finite = true>
    requires(!(Cap > 0 && Cap - Cap == 0))
ScoreChange<T, Query, Key, ScaleThen<ByRoot, SoftlyCapped<T>>> soft_cap_of() = delete;

template <Axis Query, Axis Key, Real T, bool the_alignment_must_be_named_where_extents_differ = true>
    requires(Query::extent != Key::extent)
ScoreChange<T, Query, Key, ScaleThen<ByRoot, MinusDistance<T>>> alibi(T slope) = delete;
#endif

namespace detail {

/// 2^-(exponent / parts) for parts a power of two, within 1 ulp, and exact where the exponent is whole.
/// The binary digits of the fraction go from the last to the first, each by a halving, which is exact,
/// and a square root, which halves the relative error of what it is taken of.
template <Real T>
constexpr T two_to_minus(std::size_t exponent, std::size_t parts) {
    T power = 1;
    for (std::size_t digit = 1; digit < parts; digit *= 2)
        power = attest::sqrt((exponent & digit) != 0 ? power / 2 : power);
    for (std::size_t whole = exponent / parts; whole > 0; --whole) power /= 2;
    return power;
}

}  // namespace detail

/// The slopes of ALiBi, one for each head of the axis Heads, within 1 ulp. For n heads, a power of two,
/// head h has 2^(-8 (h + 1) / n). For any other number the power of two below comes first, and then
/// every other slope of the power above, as in the reference get_slopes: not in descending order.
template <Real T, Axis Heads>
constexpr std::array<T, Heads::extent> alibi_slopes() {
    constexpr std::size_t below = std::bit_floor(Heads::extent);
    std::array<T, Heads::extent> slopes{};
    for (std::size_t head = 0; head < slopes.size(); ++head)
        slopes[head] = head < below ? detail::two_to_minus<T>(8 * (head + 1), below)
                                    : detail::two_to_minus<T>(8 * (2 * (head - below) + 1), 2 * below);
    return slopes;
}

}  // namespace attest
