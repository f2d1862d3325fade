#pragma once

// The softmax over a named axis, safe for scores of any size.

#include <attest/axis.hpp>
#include <attest/kernel/softmax.hpp>
#include <attest/mask.hpp>
#include <attest/math.hpp>
#include <attest/matrix.hpp>
#include <attest/real.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace attest {

/// A score without a key, which takes its share of a row's weight and gives nothing for it: an attention
/// sink, or with the score 0 "softmax plus one". One of -inf takes nothing, as if there were none.
template <Real T>
struct Sink {
    T score{};
    // A flag, for -ffast-math knows nothing of -inf. Without it all bits are 0: that is what GCC 12 leaves of
    // the defaults of an array once a constant expression has written to an element of another like it.
    bool takes_part = false;

    constexpr Sink() = default;
    constexpr explicit Sink(T its_score)
        : score(its_score), takes_part(!(its_score < std::numeric_limits<T>::lowest())) {}
};

namespace detail {

/// exp(score - largest), within 1 ulp, where largest is not -inf: what the difference loses goes into the
/// exponential. Infinities have no difference, and that of huge scores may overflow; exp(-1000) is zero.
template <Real T>
constexpr T exp_below(T largest, T score) {
    if consteval {  // where neither NaN nor a loop of vectors is to be had
        if (score < largest - 1000) return 0;
        if (score == largest) return 1;
    }
    const Split<T> below = exact_sum(score, -largest);
    const T exponential = exp_of_sum(below.high, below.low);
    return select(score == largest, T{1}, select(score < largest - 1000, T{0}, exponential));
}

/// What the search for a row's largest score starts from.
template <Real T>
constexpr T first_score(const Sink<T>& sink) {
    return sink.takes_part ? sink.score : std::numeric_limits<T>::lowest();
}

template <Real T>
constexpr T exp_below(T largest, const Sink<T>& sink) {
    return sink.takes_part ? exp_below(largest, sink.score) : T{0};
}

/// The largest of a first score and a row's kept ones. A NaN is no candidate.
template <Axis Rows, Axis Over, Real T, class Rule>
constexpr T largest_kept(T first,
                         const Matrix<T, Rows, Over>& scores,
                         const Mask<Rows, Over, Rule>& mask,
                         std::size_t i) {
    T largest = first;
    for (std::size_t j = 0; j < Over::extent; ++j)
        if (mask.keeps(i, j) && scores.elements[i][j] > largest) largest = scores.elements[i][j];
    return largest;
}

}  // namespace detail

/// Each row as a probability distribution over the axis Over, which must be that of the columns:
/// exp(s - m) / sum of exp(s - m), where m is the row's largest score, so that no exp overflows.
/// The sum goes in the order of the axis, from zero, and the sink comes last.
///
/// With n scores, the sink's included, a weight differs from the exact one by at most 2 ulp and n eps of
/// itself: an exponential is off by 1 ulp, their sum by as much and (n - 1) eps / 2, and the quotient is
/// rounded. Without a sink the weights of a row sum to 1 within (n + 1) eps / 2.
///
/// A pair that the mask does not keep is skipped: its weight is 0 and its score is never looked at. A
/// row without a kept pair has the weights 0.
///
/// A score of -inf gets the weight 0, and a row of nothing else the weights 0. Scores of +inf share
/// the whole weight. A NaN makes its row NaN.
template <Axis Over, Real T, Axis Rows, class Rule = KeepAll>
constexpr Matrix<T, Rows, Over> softmax(const Matrix<T, Rows, Over>& scores,
                                        const Mask<Rows, Over, Rule>& mask = {},
                                        const Sink<T>& sink = {}) {
    Matrix<T, Rows, Over> weights;
    if consteval {
        for (std::size_t i = 0; i < Rows::extent; ++i) {
            const T largest = detail::largest_kept(detail::first_score(sink), scores, mask, i);
            T sum = 0;
            for (std::size_t j = 0; j < Over::extent; ++j)
                if (mask.keeps(i, j))
                    sum += weights.elements[i][j] = detail::exp_below(largest, scores.elements[i][j]);
            sum += detail::exp_below(largest, sink);
            if (sum != 0)
                for (std::size_t j = 0; j < Over::extent; ++j)
                    if (mask.keeps(i, j)) weights.elements[i][j] /= sum;
        }
    } else {
        kernel::for_each_group<std::min(std::size_t{8}, Rows::extent)>(
            0, Rows::extent, [&](auto rows, std::size_t first) {
                kernel::softmax_rows<rows>(
                    scores, mask, first, detail::first_score(sink),
                    [](T largest, T score) { return detail::exp_below(largest, score); },
                    [&](T largest) { return detail::exp_below(largest, sink); }, weights);
            });
    }
    return weights;
}

/// log of the sum of exp(s) of each row, over the axis Over: m + log(sum of exp(s - m)), the sum as in
/// softmax. A row without a kept pair gives -inf, a NaN makes its row NaN.
///
/// With n scores it is off by at most (n + 1) eps of the exact one's magnitude or of 1, whichever is larger:
/// the sum by (n + 1) eps / 2 of itself and its log by as much and 1 ulp, where log(n) <= n / 2; and then
/// the last sum is rounded.
template <Axis Over, Real T, Axis Rows, class Rule = KeepAll>
constexpr Matrix<T, Rows, Single<1>> log_sum_exp(const Matrix<T, Rows, Over>& scores,
                                                 const Mask<Rows, Over, Rule>& mask = {}) {
    Matrix<T, Rows, Single<1>> result;
    for (std::size_t i = 0; i < Rows::extent; ++i) {
        const T largest = detail::largest_kept(detail::first_score(Sink<T>{}), scores, mask, i);
        T sum = 0;
        for (std::size_t j = 0; j < Over::extent; ++j)
            if (mask.keeps(i, j)) sum += detail::exp_below(largest, scores.elements[i][j]);
        result.elements[i][0] = largest + attest::log(sum);
    }
    return result;
}

}  // namespace attest
