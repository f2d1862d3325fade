#include <attest/mask.hpp>

#include <attest/attention.hpp>
#include <attest/tiled_attention.hpp>

#include "both_worlds.hpp"
#include "bounds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <cmath>
#include <concepts>
#include <limits>
#include <stdexcept>

using namespace attest;

namespace {

template <class T, std::size_t N>
using V = Matrix<T, Key<N>, ValueDim<1>>;

/// The values 1, 2 and so on.
template <class T, std::size_t N>
constexpr V<T, N> counted = generate<V<T, N>>([](auto i, auto) { return static_cast<T>(i + 1); });

/// What a mask makes of these values where every score is 0: each query's mean of what it sees.
template <class T, std::size_t Queries, std::size_t Keys, class Rule>
constexpr Matrix<T, Query<Queries>, ValueDim<1>> means(const Mask<Query<Queries>, Key<Keys>, Rule>& mask) {
    const Matrix<T, Query<Queries>, Key<Keys>> zeros;
    return weighted_sum(softmax<Key<Keys>>(zeros, mask), counted<T, Keys>, mask);
}

/// The pairs that a mask keeps, as a matrix.
template <Axis Query, Axis Key, class Rule>
constexpr Matrix<bool, Query, Key> pairs(const Mask<Query, Key, Rule>& mask) {
    return generate<Matrix<bool, Query, Key>>([&](auto i, auto j) { return mask.keeps(i, j); });
}

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();

using Pairs25 = Matrix<bool, Query<2>, Key<5>>;
using Pairs52 = Matrix<bool, Query<5>, Key<2>>;

}  // namespace

TEST_CASE("a mask keeps the pairs that its name says") {
    STATIC_REQUIRE(pairs(no_mask<Query<1>, Key<2>>()) == Matrix<bool, Query<1>, Key<2>>{{true, true}});
    STATIC_REQUIRE(pairs(causal<Tokens<3>>()) == Matrix<bool, Tokens<3>, Tokens<3>>{{true, false, false},
                                                                                    {true, true, false},
                                                                                    {true, true, true}});
    STATIC_REQUIRE(pairs(causal<Query<2>, Key<2>>()) ==
                   Matrix<bool, Query<2>, Key<2>>{{true, false}, {true, true}});
    STATIC_REQUIRE(
        pairs(sliding_window<2, Tokens<3>>()) ==
        Matrix<bool, Tokens<3>, Tokens<3>>{{true, false, false}, {true, true, false}, {false, true, true}});
    STATIC_REQUIRE(pairs(sliding_window<1, Tokens<2>>()) ==
                   Matrix<bool, Tokens<2>, Tokens<2>>{{true, false}, {false, true}});
    STATIC_REQUIRE(pairs(padding<Query<2>, Key<5>>(3)) ==
                   Pairs25{{true, true, true, false, false}, {true, true, true, false, false}});
    STATIC_REQUIRE(pairs(prefix_lm<Tokens<4>>(2)) == Matrix<bool, Tokens<4>, Tokens<4>>{
                                                         {true, true, false, false},
                                                         {true, true, false, false},
                                                         {true, true, true, false},
                                                         {true, true, true, true},
                                                     });
    constexpr Pairs25 any{{true, false, true, false, false}, {false, true, true, false, true}};
    STATIC_REQUIRE(pairs(keep_where(any)) == any);
    REQUIRE(pairs(keep_where(unseen(any))) == any);
}

TEST_CASE("C3: where there are more keys than queries, alignment is named") {
    STATIC_REQUIRE(pairs(causal<Query<2>, Key<5>>(aligned_at_start)) ==
                   Pairs25{{true, false, false, false, false}, {true, true, false, false, false}});
    STATIC_REQUIRE(pairs(causal<Query<2>, Key<5>>(aligned_at_end)) ==
                   Pairs25{{true, true, true, true, false}, {true, true, true, true, true}});
    STATIC_REQUIRE(pairs(causal<Query<2>, Key<5>>(aligned_at(2))) ==
                   Pairs25{{true, true, true, false, false}, {true, true, true, true, false}});
    STATIC_REQUIRE(pairs(sliding_window<2, Query<2>, Key<5>>(aligned_at_end)) ==
                   Pairs25{{false, false, true, true, false}, {false, false, false, true, true}});
    STATIC_REQUIRE(pairs(sliding_window<2, Query<2>, Key<5>>(aligned_at(1))) ==
                   Pairs25{{true, true, false, false, false}, {false, true, true, false, false}});
    STATIC_REQUIRE(pairs(prefix_lm<Query<2>, Key<5>>(1, aligned_at(3))) ==
                   Pairs25{{true, true, true, true, false}, {true, true, true, true, true}});

    using Outputs = Matrix<double, Query<2>, ValueDim<1>>;
    STATIC_REQUIRE(means<double>(causal<Query<2>, Key<5>>(aligned_at_start)) == Outputs{{1}, {1.5}});
    STATIC_REQUIRE(means<double>(causal<Query<2>, Key<5>>(aligned_at_end)) == Outputs{{2.5}, {3}});
    STATIC_REQUIRE(means<float>(causal<Query<2>, Key<5>>(aligned_at_end)) ==
                   Matrix<float, Query<2>, ValueDim<1>>{{2.5f}, {3}});
    // Where lengths are equal, all alignments are one.
    STATIC_REQUIRE(pairs(causal<Tokens<4>>()) == pairs(causal<Tokens<4>, Tokens<4>>(aligned_at_end)));
    STATIC_REQUIRE(pairs(causal<Tokens<4>>()) == pairs(causal<Tokens<4>, Tokens<4>>(aligned_at_start)));
}

TEST_CASE("with more queries than keys, the first queries see nothing when aligned at the end") {
    STATIC_REQUIRE(pairs(causal<Query<5>, Key<2>>(aligned_at_end)) ==
                   Pairs52{{false, false}, {false, false}, {false, false}, {true, false}, {true, true}});
    STATIC_REQUIRE(pairs(causal<Query<5>, Key<2>>(aligned_at_start)) ==
                   Pairs52{{true, false}, {true, true}, {true, true}, {true, true}, {true, true}});
    STATIC_REQUIRE(pairs(sliding_window<1, Query<5>, Key<2>>(aligned_at_end)) ==
                   Pairs52{{false, false}, {false, false}, {false, false}, {true, false}, {false, true}});
    // Behind the last key, a window of 2 slides out of the keys.
    STATIC_REQUIRE(pairs(sliding_window<2, Query<5>, Key<2>>(aligned_at_start)) ==
                   Pairs52{{true, false}, {true, true}, {false, true}, {false, false}, {false, false}});
    STATIC_REQUIRE(means<double>(causal<Query<5>, Key<2>>(aligned_at_end)) ==
                   Matrix<double, Query<5>, ValueDim<1>>{{0}, {0}, {0}, {1}, {1.5}});
}

TEMPLATE_TEST_CASE("C1: a row that sees nothing has the weights 0 and the output 0", "", float, double) {
    using T = TestType;
    constexpr Matrix<T, Query<1>, HeadDim<1>> q{{3}};
    constexpr Matrix<T, Key<2>, HeadDim<1>> k;
    constexpr Matrix<T, Key<2>, ValueDim<2>> v{{1, 2}, {3, 4}};
    constexpr auto nothing = keep_where(Matrix<bool, Query<1>, Key<2>>{});
    STATIC_REQUIRE(softmax<Key<2>>(scores(q, k), nothing) == Matrix<T, Query<1>, Key<2>>{{0, 0}});
    STATIC_REQUIRE(attention(q, k, v, nothing) == Matrix<T, Query<1>, ValueDim<2>>{{0, 0}});
    REQUIRE(same_bits(attention(unseen(q), unseen(k), unseen(v), nothing),
                      Matrix<T, Query<1>, ValueDim<2>>{{0, 0}}));
    // However it came about.
    constexpr auto hidden = [](const auto& mask) {
        return same_bits(means<T>(mask), Matrix<T, Query<2>, ValueDim<1>>{{0}, {0}});
    };
    STATIC_REQUIRE(hidden(padding<Query<2>, Key<3>>(0)));
    STATIC_REQUIRE(hidden(~no_mask<Query<2>, Key<3>>()));
    STATIC_REQUIRE(hidden(padding<Query<2>, Key<3>>(1) & ~padding<Query<2>, Key<3>>(2)));
    // One empty row leaves the others alone.
    STATIC_REQUIRE(
        means<T>(keep_where(Matrix<bool, Query<3>, Key<2>>{{true, true}, {false, false}, {false, true}})) ==
        Matrix<T, Query<3>, ValueDim<1>>{{T(1.5)}, {0}, {2}});
}

TEMPLATE_TEST_CASE("C6: true keeps", "", float, double) {
    using T = TestType;
    constexpr Matrix<bool, Query<3>, Key<3>> lower{
        {true, false, false}, {true, true, false}, {true, true, true}};
    using Outputs = Matrix<T, Query<3>, ValueDim<1>>;
    STATIC_REQUIRE(means<T>(keep_where(lower)) == Outputs{{1}, {T(1.5)}, {2}});
    STATIC_REQUIRE(means<T>(causal<Query<3>, Key<3>>()) == Outputs{{1}, {T(1.5)}, {2}});
    STATIC_REQUIRE(means<T>(~keep_where(lower)) == Outputs{{T(2.5)}, {3}, {0}});
}

TEMPLATE_TEST_CASE("C8: what is masked has no weight, however low the kept scores are", "", float, double) {
    using T = TestType;
    using Row = Matrix<T, Query<1>, Key<4>>;
    constexpr auto first = padding<Query<1>, Key<4>>(1);
    STATIC_REQUIRE(softmax<Key<4>>(Row{{T(-15258.9805), 0, 0, 0}}, first) == Row{{1, 0, 0, 0}});
    constexpr T lowest = std::numeric_limits<T>::lowest();
    STATIC_REQUIRE(softmax<Key<4>>(Row{{lowest, 0, 5, 0}}, first) == Row{{1, 0, 0, 0}});
    STATIC_REQUIRE(softmax<Key<4>>(Row{{lowest, lowest, infinity<T>, 0}}, padding<Query<1>, Key<4>>(2)) ==
                   Row{{T(0.5), T(0.5), 0, 0}});
    REQUIRE(same_bits(softmax<Key<4>>(unseen(Row{{lowest, 0, 5, 0}}), first), Row{{1, 0, 0, 0}}));
}

TEMPLATE_TEST_CASE("C9, C10: masks are booleans, which do not overflow when they add up", "", float, double) {
    using T = TestType;
    using Row = Matrix<T, Query<1>, Key<3>>;
    constexpr auto twice = padding<Query<1>, Key<3>>(2) & padding<Query<1>, Key<3>>(2);
    constexpr T lowest = std::numeric_limits<T>::lowest();
    // The finite constant that others add: twice -3.4e38 is -inf, and -65504 - 16 in half precision.
    STATIC_REQUIRE(softmax<Key<3>>(Row{{-16, -16, lowest}}, twice) == Row{{T(0.5), T(0.5), 0}});
    STATIC_REQUIRE(softmax<Key<3>>(Row{{lowest, lowest, lowest}}, twice & twice) == Row{{T(0.5), T(0.5), 0}});
    STATIC_REQUIRE(softmax<Key<3>>(Row{{lowest, lowest, lowest}}, twice & ~twice) == Row{{0, 0, 0}});
}

TEMPLATE_TEST_CASE("C11: a mask comes before the softmax, whose rows then sum to 1", "", float, double) {
    using T = TestType;
    constexpr auto mask = causal<Query<3>, Key<3>>();
    constexpr auto weights = softmax<Key<3>>(Matrix<T, Query<3>, Key<3>>{}, mask);
    constexpr T third = T{1} / 3;
    STATIC_REQUIRE(weights ==
                   Matrix<T, Query<3>, Key<3>>{{1, 0, 0}, {T(0.5), T(0.5), 0}, {third, third, third}});
    STATIC_REQUIRE(means<T>(mask) == Matrix<T, Query<3>, ValueDim<1>>{{1}, {T(1.5)}, {2}});
    // +inf where -inf was meant does nothing: what is masked is not looked at.
    constexpr T inf = infinity<T>;
    STATIC_REQUIRE(
        softmax<Key<3>>(Matrix<T, Query<3>, Key<3>>{{0, inf, inf}, {0, 0, inf}, {0, 0, 0}}, mask) == weights);
}

TEMPLATE_TEST_CASE("C13: a window of W holds W keys, the query's own included", "", float, double) {
    using T = TestType;
    using Outputs = Matrix<T, Query<6>, ValueDim<1>>;
    static constexpr auto mask = sliding_window<3, Query<6>, Key<6>>();
    constexpr auto seen = [](std::size_t query) {
        std::size_t keys = 0;
        for (std::size_t key = 0; key < 6; ++key) keys += mask.keeps(query, key);
        return keys;
    };
    STATIC_REQUIRE((seen(0) == 1 && seen(1) == 2 && seen(2) == 3));
    STATIC_REQUIRE((seen(3) == 3 && seen(4) == 3 && seen(5) == 3));
    STATIC_REQUIRE(ulps_apart(means<T>(mask), Outputs{{1}, {T(1.5)}, {2}, {3}, {4}, {5}}) <= 1);
    STATIC_REQUIRE(means<T>(sliding_window<1, Query<6>, Key<6>>()) == Outputs{{1}, {2}, {3}, {4}, {5}, {6}});
    STATIC_REQUIRE(means<T>(sliding_window<2, Query<6>, Key<6>>()) ==
                   Outputs{{1}, {T(1.5)}, {T(2.5)}, {T(3.5)}, {T(4.5)}, {T(5.5)}});
    STATIC_REQUIRE(
        same_bits(means<T>(sliding_window<6, Query<6>, Key<6>>()), means<T>(causal<Query<6>, Key<6>>())));
}

TEMPLATE_TEST_CASE("a NaN or an infinity behind a mask does not leak", "", float, double) {
    using T = TestType;
    using Q = Matrix<T, Query<3>, HeadDim<2>>;
    using K = Matrix<T, Key<3>, HeadDim<2>>;
    using Values = Matrix<T, Key<3>, ValueDim<2>>;
    constexpr auto mask = causal<Query<3>, Key<3>>();
    const Q q{{1, 2}, {3, 1}, {2, 4}};
    const K k{{1, 2}, {3, 1}, {2, 4}};
    const Values v{{2, 1}, {1, 3}, {4, 2}};
    const auto clean = attention(q, k, v, mask);
    for (const T poison : {not_a_number<T>, infinity<T>, -infinity<T>}) {
        K poisoned_keys = k;
        poisoned_keys[2, 0] = poison;
        Values poisoned_values = v;
        poisoned_values[2, 1] = poison;
        const auto keys = attention(unseen(q), unseen(poisoned_keys), unseen(v), mask);
        const auto values = attention(unseen(q), unseen(k), unseen(poisoned_values), mask);
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t c = 0; c < 2; ++c) {
                CAPTURE(poison, i, c);
                REQUIRE(same_bits(keys[i, c], clean[i, c]));
                REQUIRE(same_bits(values[i, c], clean[i, c]));
            }
        REQUIRE_FALSE(std::isfinite(values[2, 1]));
    }
}

TEMPLATE_TEST_CASE("C21: a NaN among the kept scores makes its row NaN wherever it stands",
                   "",
                   float,
                   double) {
    using T = TestType;
    constexpr T nan = not_a_number<T>;
    using Rows = Matrix<T, Query<4>, Key<3>>;
    const Rows s{{1, nan, 2}, {nan, 1, 2}, {1, 2, nan}, {1, 1, 2}};
    const auto weights = softmax<Key<3>>(unseen(s), padding<Query<4>, Key<3>>(2));
    for (const std::size_t i : {0u, 1u}) {
        REQUIRE(std::isnan(weights[i, 0]));
        REQUIRE(std::isnan(weights[i, 1]));
        REQUIRE(weights[i, 2] == 0);  // hidden, NaN row or not
    }
    REQUIRE(weights[2, 1] > weights[2, 0]);
    REQUIRE(weights[2, 2] == 0);
    REQUIRE(weights[3, 0] == T(0.5));
}

TEMPLATE_TEST_CASE("what is behind a mask is not looked at in constant evaluation either",
                   "",
                   float,
                   double) {
    require_in_both_worlds([] {
        using T = TestType;
        using Scores = Matrix<T, Query<2>, Key<2>>;
        using Values = Matrix<T, Key<2>, ValueDim<1>>;
        constexpr auto first = padding<Query<2>, Key<2>>(1);
        // Not every compiler computes with a NaN in constant evaluation, and nothing does.
        const Scores weights =
            softmax<Key<2>>(unseen(Scores{{1, not_a_number<T>}, {2, not_a_number<T>}}), first);
        const auto mixed = weighted_sum(weights, unseen(Values{{3}, {not_a_number<T>}}), first);
        const auto sums = log_sum_exp<Key<2>>(unseen(Scores{{1, not_a_number<T>}, {2, -infinity<T>}}), first);
        return weights == Scores{{1, 0}, {1, 0}} && mixed[0, 0] == 3 && mixed[1, 0] == 3 && sums[0, 0] == 1 &&
               sums[1, 0] == 2;
    });
}

TEST_CASE("a length beyond the keys is refused") {
    const volatile std::size_t length = 6;
    REQUIRE_THROWS_AS((padding<Query<2>, Key<5>>(length)), std::invalid_argument);
    REQUIRE_THROWS_AS((prefix_lm<Tokens<5>>(length)), std::invalid_argument);
    REQUIRE_NOTHROW((padding<Query<2>, Key<5>>(length - 1)));
    STATIC_REQUIRE(Paddable<Query<2>, Key<5>, 5>);
    STATIC_REQUIRE_FALSE(Paddable<Query<2>, Key<5>, 6>);
    STATIC_REQUIRE_FALSE(Paddable<Query<2>, Key<5>, static_cast<std::size_t>(-1)>);
    STATIC_REQUIRE_FALSE(HasPrefix<Tokens<5>, 6>);
    STATIC_REQUIRE(HasPrefix<Tokens<5>, 5>);
}

TEST_CASE("a length that is known when the program is written") {
    STATIC_REQUIRE(
        std::same_as<decltype(padding_of<3, Query<2>, Key<5>>()), decltype(padding<Query<2>, Key<5>>(3))>);
    STATIC_REQUIRE(pairs(padding_of<3, Query<2>, Key<5>>()) == pairs(padding<Query<2>, Key<5>>(3)));
    STATIC_REQUIRE(PaddableTo<0, Query<2>, Key<5>>);
    STATIC_REQUIRE(PaddableTo<5, Query<2>, Key<5>>);
    STATIC_REQUIRE_FALSE(PaddableTo<6, Query<2>, Key<5>>);
    STATIC_REQUIRE_FALSE(PaddableTo<3, Query<2>, int>);
}

TEST_CASE("masks that do not fit do not compile") {
    STATIC_REQUIRE_FALSE(Windowable<0, Query<2>, Key<5>>);  // two mistakes at once
    STATIC_REQUIRE(Causable<Tokens<3>, Tokens<3>>);
    STATIC_REQUIRE(Causable<Query<3>, Key<3>>);
    STATIC_REQUIRE_FALSE(Causable<Query<2>, Key<5>>);  // the alignment is not named
    STATIC_REQUIRE_FALSE(Causable<Query<5>, Key<2>>);
    STATIC_REQUIRE_FALSE(Causable<int, Key<2>>);
    STATIC_REQUIRE(Windowable<1, Query<3>, Key<3>>);
    STATIC_REQUIRE_FALSE(Windowable<0, Query<3>, Key<3>>);
    STATIC_REQUIRE_FALSE(Windowable<1, Query<2>, Key<3>>);
    STATIC_REQUIRE(PrefixLmable<Query<3>, Key<3>>);
    STATIC_REQUIRE_FALSE(PrefixLmable<Query<2>, Key<3>>);

    using Mask23 = decltype(no_mask<Query<2>, Key<3>>());
    using Mask24 = decltype(no_mask<Query<2>, Key<4>>());
    using Turned = decltype(no_mask<Key<3>, Query<2>>());
    STATIC_REQUIRE(Intersectable<Mask23, decltype(padding<Query<2>, Key<3>>(1))>);
    STATIC_REQUIRE_FALSE(Intersectable<Mask23, Mask24>);
    STATIC_REQUIRE_FALSE(Intersectable<Mask23, Turned>);
    STATIC_REQUIRE(Unitable<Mask23, decltype(padding<Query<2>, Key<3>>(1))>);
    STATIC_REQUIRE_FALSE(Unitable<Mask23, Mask24>);
    STATIC_REQUIRE_FALSE(Unitable<Mask23, Turned>);
    STATIC_REQUIRE_FALSE(Intersectable<Mask23, Matrix<bool, Query<2>, Key<3>>>);
    STATIC_REQUIRE(Maskable<Matrix<bool, Query<2>, Key<3>>>);
    STATIC_REQUIRE_FALSE(Maskable<Matrix<double, Query<2>, Key<3>>>);  // that would be a bias

    using Scores = Matrix<double, Query<2>, Key<3>>;
    using Values = Matrix<double, Key<3>, ValueDim<5>>;
    STATIC_REQUIRE(SoftmaxOver<Key<3>, Scores, Mask23>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<Key<3>, Scores, Mask24>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<Key<3>, Scores, Turned>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<Key<3>, Scores, Scores>);
    STATIC_REQUIRE_FALSE(SoftmaxOver<Key<3>, Scores, Matrix<bool, Query<2>, Key<3>>>);
    STATIC_REQUIRE(Mixable<Scores, Values, Mask23>);
    STATIC_REQUIRE_FALSE(Mixable<Scores, Values, Mask24>);
    using Q = Matrix<double, Query<2>, HeadDim<4>>;
    using K = Matrix<double, Key<3>, HeadDim<4>>;
    STATIC_REQUIRE(Attends<Q, K, Values, Mask23>);
    STATIC_REQUIRE_FALSE(Attends<Q, K, Values, Mask24>);
    STATIC_REQUIRE_FALSE(Attends<Q, K, Values, Turned>);
    STATIC_REQUIRE_FALSE(Attends<Q, K, Values, Scores>);

    using X = Matrix<double, Tokens<3>, Model<4>>;
    using ToHead = Matrix<double, Model<4>, HeadDim<2>>;
    using Head = HeadWeights<double, Model<4>, HeadDim<2>, HeadDim<2>>;
    using Own = decltype(causal<Tokens<3>>());
    STATIC_REQUIRE(SelfAttends<X, ToHead, ToHead, ToHead, Own>);
    STATIC_REQUIRE(SelfAttends<X, Head, Own>);
    STATIC_REQUIRE_FALSE(SelfAttends<X, ToHead, ToHead, ToHead, decltype(causal<Tokens<4>>())>);
    STATIC_REQUIRE_FALSE(SelfAttends<X, Head, decltype(causal<Query<3>, Key<3>>())>);
}

TEMPLATE_TEST_CASE("every way to masked attention has the same bits", "", float, double) {
    using T = TestType;
    constexpr auto ramp = [](T step) {
        return [step](auto i, auto j) { return static_cast<T>(7 * i + 3 * j) * step - 1; };
    };
    constexpr auto x = generate<Matrix<T, Tokens<4>, Model<3>>>(ramp(T(0.1)));
    constexpr auto w_q = generate<Matrix<T, Model<3>, HeadDim<2>>>(ramp(T(-0.07)));
    constexpr auto w_k = generate<Matrix<T, Model<3>, HeadDim<2>>>(ramp(T(0.2)));
    constexpr auto w_v = generate<Matrix<T, Model<3>, ValueDim<2>>>(ramp(T(0.3)));
    constexpr auto mask = causal<Tokens<4>>() & padding<Tokens<4>>(3);
    constexpr auto whole = self_attention(x, w_q, w_k, w_v, mask);
    constexpr HeadWeights<T, Model<3>, HeadDim<2>, ValueDim<2>> head{w_q, w_k, w_v};
    constexpr auto weights = softmax<Tokens<4>>(scaled<HeadDim<2>>(scores(x * w_q, x * w_k)), mask);
    // Scores and values are below 16, and three keys are seen.
    STATIC_REQUIRE(bounds::are_close(whole, weighted_sum(weights, x * w_v, mask), 3, 16, 16));
    STATIC_REQUIRE(same_bits(tiled_attention<3, 128>(x * w_q, x * w_k, x * w_v, mask), whole));
    STATIC_REQUIRE(same_bits(self_attention(x, head, mask), whole));
    STATIC_REQUIRE(same_bits(cross_attention(x, x, w_q, w_k, w_v, mask), whole));
    STATIC_REQUIRE_FALSE(whole == self_attention(x, w_q, w_k, w_v));
    REQUIRE(same_bits(self_attention(unseen(x), unseen(w_q), unseen(w_k), unseen(w_v), mask), whole));
}
