#pragma once

// What becomes of scores before they are weights: another scale, a bias, ALiBi, a soft cap. Changes
// follow one another in the order in which they are written,
//     scale_by<Query<3>, Key<3>>(0.25) >> add_bias(b) >> soft_cap<Query<3>, Key<3>>(50.0)
// and the mask comes after all of them: what it hides stays hidden.

#include <attest/alibi_slopes.hpp>
#include <attest/alignment.hpp>
#include <attest/axis.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <cstddef>
#include <stdexcept>

namespace attest {

/// The scale that is meant where none is named: products divided by the root of d_k. A scale that follows
/// another change is told by this name where it should have been.
struct ByRootUnlessScaledFirst {
    constexpr auto operator()(Real auto product, Real auto root) const { return product / root; }
};

/// The scale that multiplies products by a factor, whatever d_k is.
template <Real T>
struct ByFactor {
    T factor{1};

    constexpr T operator()(T product, T) const { return rounded_product(factor, product); }
};

/// The step that leaves scores alone.
struct AsTheyAre {
    constexpr auto operator()(Real auto score, std::size_t, std::size_t) const { return score; }
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
        return rounded_product(cap, attest::tanh(score / cap));
    }
};

/// One step and then another.
template <class First, class Second>
struct FirstThen {
    First first;
    Second second;

    constexpr auto operator()(Real auto score, std::size_t query, std::size_t key) const {
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
using Unchanged = ScaleThen<ByRootUnlessScaledFirst, AsTheyAre>;

/// A change to the scores of Query and Key.
template <Real T, Axis Query, Axis Key, class Change>
struct ScoreChange {
    using Kind = Change;

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
    const ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, Second>>& second) {
    return {{first.change.scale, {first.change.step, second.change.step}}};
}

/// Products times the factor, instead of divided by the root of d_k.
template <Axis Query, Axis Key = Query, Real T>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByFactor<T>, AsTheyAre>> scale_by(T factor) {
    return {{{factor}, {}}};
}

/// Scores plus the bias. It is no mask: a mask is of booleans, and hides.
template <Real T, Axis Query, Axis Key>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, PlusBias<T, Query, Key>>> add_bias(
    const Matrix<T, Query, Key>& bias) {
    return {{{}, {bias}}};
}

/// ALiBi: scores minus slope * |distance|, the query's place given by the alignment, by one multiply_add.
/// Each head has one of alibi_slopes.
/// (Press, Smith and Lewis: Train Short, Test Long. With a causal mask every distance is backward.)
template <Axis Query,
          Axis Key = Query,
          Real T,
          class Alignment = AsManyQueriesAsKeys,
          class = the_alignment_must_be_named_where_extents_differ<Query, Key, Alignment>>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, MinusDistance<T>>> alibi(
    T slope,
    const Alignment& alignment = {}) {
    return {{{}, {slope, alignment.template offset<Query, Key>()}}};
}

namespace detail {

template <Real T>
constexpr bool is_positive_and_finite(T cap) {
    return cap > 0 && is_finite(cap);
}

}  // namespace detail

/// cap * tanh(score / cap): scores far below the cap are left as they are, and none is beyond it. A cap
/// that is not positive and finite is no constant expression, and std::invalid_argument at run time.
template <Axis Query, Axis Key = Query, Real T>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, SoftlyCapped<T>>> soft_cap(T cap) {
    if (!detail::is_positive_and_finite(cap))
        throw std::invalid_argument("attest::soft_cap: the cap is not positive and finite");
    return {{{}, {cap}}};
}

/// Void, if scores can be bent to lie between -Cap and Cap. The name is what compilers print.
template <auto Cap, class T, class Query>
    requires(detail::is_positive_and_finite(static_cast<T>(Cap)))
using the_cap_must_be_positive_and_finite = void;

/// The soft cap that is known when the program is written: soft_cap_of<50, double, Tokens<3>>().
template <auto Cap,
          Real T,
          Axis Query,
          Axis Key = Query,
          class = the_cap_must_be_positive_and_finite<Cap, T, Query>>
constexpr ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, SoftlyCapped<T>>> soft_cap_of() {
    return {{{}, {static_cast<T>(Cap)}}};
}

#ifndef __clang__  // as for masks
template <Axis Query, Axis Key, bool a_matrix_of_booleans_is_a_mask_and_no_bias = true>
ScoreChange<double, Query, Key, Unchanged> add_bias(const Matrix<bool, Query, Key>& mask) = delete;

template <auto Cap, Real T, Axis Query, Axis Key = Query, bool the_cap_must_be_positive_and_finite = true>
    requires(!detail::is_positive_and_finite(static_cast<T>(Cap)))
ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, SoftlyCapped<T>>> soft_cap_of() = delete;

template <Axis Query, Axis Key, Real T, bool the_alignment_must_be_named_where_extents_differ = true>
    requires(Query::extent != Key::extent)
ScoreChange<T, Query, Key, ScaleThen<ByRootUnlessScaledFirst, MinusDistance<T>>> alibi(T slope) = delete;
#endif

}  // namespace attest
