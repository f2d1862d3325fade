#include <attest/kv_cache.hpp>
#include <attest/multi_head.hpp>
#include <attest/rotary.hpp>
#include <attest/score.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "decoding.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <cstddef>
#include <limits>

using namespace attest;

namespace {

template <class T>
using Grouped = MultiHeadWeights<T, Model<4>, Heads<4>, KeyValueHeads<2>, HeadDim<2>, ValueDim<3>>;
template <class T, class Places>
using Cache = KvCache<T, Places, KeyValueHeads<2>, HeadDim<2>, ValueDim<3>>;

/// Whether six tokens through the cache, two, three and one at a time, get the bits of what they get without
/// one.
template <class T, class Places, class Rule, class Uncached, class Cached>
bool agree(const Mask<Tokens<6>, Tokens<6>, Rule>& mask,
           const PerHead<Heads<4>, Uncached>& uncached,
           const PerHead<Heads<4>, Cached>& cached,
           const PerHead<Heads<4>, Sink<T>>& sinks) {
    const auto weights = scattered_weights<Grouped<T>>(2);
    const auto x = random_matrix<Matrix<T, Tokens<6>, Model<4>>>(5);
    const auto at_once = multi_head_self_attention(x, weights, mask, uncached, sinks);
    return same_bits(decoded<Cache<T, Places>, 2, 3, 1>(x, weights, cached, sinks), at_once);
}

/// The same with no room to spare, and with windows that slide. The changes come from a function of the
/// places that they are for.
template <class T>
bool agree_everywhere(auto changes_for,
                      const PerHead<Heads<4>, Sink<T>>& sinks = PerHead<Heads<4>, Sink<T>>{}) {
    const auto uncached = changes_for.template operator()<Tokens<6>>();
    return agree<T, Capacity<6>>(causal<Tokens<6>>(), uncached,
                                 changes_for.template operator()<Capacity<6>>(), sinks) &&
           agree<T, Window<4>>(sliding_window<4, Tokens<6>>(), uncached,
                               changes_for.template operator()<Window<4>>(), sinks);
}

template <class T, class Places>
constexpr PerHead<Heads<4>, ScoreChange<T, Places, Places, Unchanged>> unchanged{};

template <class T>
constexpr PerHead<Heads<4>, Sink<T>> sinks{{Sink<T>{0}, Sink<T>{1}, Sink<T>{-2}, Sink<T>{}}};

}  // namespace

TEMPLATE_TEST_CASE("C40: with ALiBi, a cache changes no bit: a query stands at its position",
                   "",
                   float,
                   double) {
    using T = TestType;
    REQUIRE(
        agree_everywhere<T>([]<class Places>() { return alibi_per_head<T, Heads<4>, Places>(); }, sinks<T>));
}

TEMPLATE_TEST_CASE("C40: with a soft cap, a scale or both, a cache changes no bit", "", float, double) {
    using T = TestType;
    REQUIRE(agree_everywhere<T>(
        []<class Places>() { return for_all_heads<Heads<4>>(soft_cap<Places>(T(0.5))); }));
    REQUIRE(agree_everywhere<T>([]<class Places>() {
        return for_all_heads<Heads<4>>(scale_by<Places>(T(1.7)) >> alibi<Places>(T(0.3)) >>
                                       soft_cap<Places>(T(0.5)));
    }));
}

TEMPLATE_TEST_CASE("C40: with a sink for each head, a cache changes no bit", "", float, double) {
    using T = TestType;
    REQUIRE(agree_everywhere<T>([]<class Places>() { return unchanged<T, Places>; }, sinks<T>));
}

TEMPLATE_TEST_CASE("C40: a bias is of the places in the cache", "", float, double) {
    using T = TestType;
    const auto bias = random_matrix<Matrix<T, Tokens<6>, Tokens<6>>>(8);
    const auto of_places =
        generate<Matrix<T, Capacity<6>, Capacity<6>>>([&](auto i, auto j) { return bias[i, j]; });
    REQUIRE(agree<T, Capacity<6>>(causal<Tokens<6>>(), for_all_heads<Heads<4>>(add_bias(bias)),
                                  for_all_heads<Heads<4>>(add_bias(of_places)), sinks<T>));

    // In a full window a query's own place is the last: its bias is of the last row.
    const auto of_window = generate<Matrix<T, Window<2>, Window<2>>>(
        [](auto i, auto j) { return static_cast<T>(i == 1 && j == 0 ? 2 : 0); });
    const auto one_back = generate<Matrix<T, Tokens<6>, Tokens<6>>>(
        [](auto i, auto j) { return static_cast<T>(i == j + 1 ? 2 : 0); });
    REQUIRE(agree<T, Window<2>>(sliding_window<2, Tokens<6>>(), for_all_heads<Heads<4>>(add_bias(one_back)),
                                for_all_heads<Heads<4>>(add_bias(of_window)), sinks<T>));
}

TEMPLATE_TEST_CASE("C40: with changes and sinks, in constant expressions too", "", float, double) {
    using T = TestType;
    constexpr auto weights = scattered_weights<Grouped<T>>(2);
    constexpr auto x = scattered<Matrix<T, Tokens<3>, Model<4>>>(5);
    constexpr auto uncached = multi_head_self_attention(x, weights, sliding_window<2, Tokens<3>>(),
                                                        alibi_per_head<T, Heads<4>, Tokens<3>>(), sinks<T>);
    constexpr auto alibi = alibi_per_head<T, Heads<4>, Window<2>>();
    STATIC_REQUIRE(same_bits(decoded<Cache<T, Window<2>>, 1, 2>(x, weights, alibi, sinks<T>), uncached));
    REQUIRE(same_bits(decoded<Cache<T, Window<2>>, 1, 2>(unseen(x), weights, alibi, sinks<T>), uncached));
}

TEST_CASE("a change for a cache does something, and is of the cache's places and heads") {
    const auto weights = scattered_weights<Grouped<double>>(2);
    const auto x = random_matrix<Matrix<double, Tokens<6>, Model<4>>>(5);
    using C = Cache<double, Capacity<6>>;
    const auto plain = decoded<C, 6>(x, weights);
    REQUIRE_FALSE(
        same_bits(decoded<C, 6>(x, weights, alibi_per_head<double, Heads<4>, Capacity<6>>()), plain));
    REQUIRE_FALSE(same_bits(decoded<C, 6>(x, weights, unchanged<double, Capacity<6>>, sinks<double>), plain));

    using X = Matrix<double, Tokens<1>, Model<4>>;
    STATIC_REQUIRE(SelfAttendsWithCache<X, Grouped<double>, C,
                                        decltype(alibi_per_head<double, Heads<4>, Capacity<6>>())>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<X, Grouped<double>, C,
                                              decltype(alibi_per_head<double, Heads<4>, Capacity<5>>())>);
    STATIC_REQUIRE_FALSE(
        SelfAttendsWithCache<X, Grouped<double>, C, decltype(alibi_per_head<double, Heads<4>, Window<6>>())>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<X, Grouped<double>, C,
                                              decltype(alibi_per_head<double, Heads<2>, Capacity<6>>())>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<X, Grouped<double>, C,
                                              decltype(alibi_per_head<float, Heads<4>, Capacity<6>>())>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<X, Grouped<double>, C, PerHead<Heads<4>, Sink<double>>>);
}

TEMPLATE_TEST_CASE("C38, C40, C29, C13, C42: rotary, groups, a window, ALiBi, sinks and a cache",
                   "",
                   float,
                   double) {
    using T = TestType;
    using Turned = HalfSplit<HeadDim<6>, 10000, 4>;
    const auto q = random_matrix<Matrix<T, Tokens<9>, Flat<Heads<6>, HeadDim<6>>>>(1);
    const auto k = random_matrix<Matrix<T, Tokens<9>, Flat<KeyValueHeads<2>, HeadDim<6>>>>(2);
    const auto v = random_matrix<Matrix<T, Tokens<9>, Flat<KeyValueHeads<2>, ValueDim<3>>>>(3);
    const auto sinks = for_all_heads<Heads<6>>(Sink{T(0.25)});
    const auto turned_q = rotary<HalfSplit, 10000, 4>(q, 100);
    const auto turned_k = rotary<HalfSplit, 10000, 4>(k, 100);
    const auto check = [&]<class Places, class Rule>(Places, const Mask<Tokens<9>, Tokens<9>, Rule>& mask) {
        const auto at_once = multi_head_attention(turned_q, turned_k, v, mask,
                                                  alibi_per_head<T, Heads<6>, Tokens<9>>(), sinks);
        KvCache<T, Places, KeyValueHeads<2>, Turned, ValueDim<3>> cache;
        const auto changes = alibi_per_head<T, Heads<6>, Places>();
        const auto first = cache.attend(slice_rows<0, 4>(turned_q), slice_rows<0, 4>(turned_k),
                                        slice_rows<0, 4>(v), changes, sinks);
        REQUIRE(same_bits(first, slice_rows<0, 4>(at_once)));
        const auto fifth = cache.attend(rotary<HalfSplit, 10000, 4>(slice_rows<4, 1>(q), 104),
                                        rotary<HalfSplit, 10000, 4>(slice_rows<4, 1>(k), 104),
                                        slice_rows<4, 1>(v), changes, sinks);
        REQUIRE(same_bits(fifth, slice_rows<4, 1>(at_once)));
        const auto rest = cache.attend(slice_rows<5, 4>(turned_q), slice_rows<5, 4>(turned_k),
                                       slice_rows<5, 4>(v), changes, sinks);
        REQUIRE(same_bits(rest, slice_rows<5, 4>(at_once)));
    };
    check(Capacity<9>{}, causal<Tokens<9>>());
    check(Window<1>{}, sliding_window<1, Tokens<9>>());
    check(Window<3>{}, sliding_window<3, Tokens<9>>());
}
