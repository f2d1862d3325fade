#include <attest/attention.hpp>
#include <attest/kv_cache.hpp>
#include <attest/multi_head.hpp>
#include <attest/rotary.hpp>

#include "both_worlds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

using namespace attest;

namespace {

using X = Matrix<double, Tokens<1>, HeadDim<4>>;
constexpr X x{{1, 2, 3, 4}};

using InPairs = Matrix<double, Tokens<1>, Interleaved<HeadDim<4>, 10000, 4>>;
using InHalves = Matrix<double, Tokens<1>, HalfSplit<HeadDim<4>, 10000, 4>>;

/// How far a score is from what it should be, in units of 2^-52 |q| |k|.
constexpr double score_error(double score, double expected, double lengths) {
    const double error = score < expected ? expected - score : score - expected;
    return error / (lengths * 0x1p-52);
}

}  // namespace

TEST_CASE("C35: both layouts of rotary positions, each in a type of its own") {
    constexpr InPairs interleaved = rotary<Interleaved>(x, 1);
    constexpr InHalves half_split = rotary<HalfSplit>(x, 1);
    STATIC_REQUIRE(ulps_apart(interleaved, InPairs{{-1.1426396637476533, 1.9220755965441759,
                                                    2.9598506679133292, 4.0297995016691611}}) <= 1);
    STATIC_REQUIRE(ulps_apart(half_split, InHalves{{-1.9841106485555498, 1.9599006674966639,
                                                    2.4623779024123157, 4.0197996683349944}}) <= 1);
    REQUIRE(same_bits(rotary<Interleaved>(unseen(x), 1), interleaved));
    REQUIRE(same_bits(rotary<HalfSplit>(unseen(x), 1), half_split));

    STATIC_REQUIRE(Scorable<InPairs, InPairs>);
    STATIC_REQUIRE_FALSE(Scorable<InPairs, InHalves>);
    STATIC_REQUIRE_FALSE(Scorable<InPairs, X>);  // only one of the two has its position
    STATIC_REQUIRE_FALSE(Scorable<InPairs, Matrix<double, Tokens<1>, Interleaved<HeadDim<4>, 500000, 4>>>);
    STATIC_REQUIRE_FALSE(Scorable<InPairs, Matrix<double, Tokens<1>, Interleaved<HeadDim<4>, 10000, 2>>>);
}

TEST_CASE("C35: one layout is the other with its pairs moved") {
    constexpr auto p = []<class M>(const M& m) { return reorder_pairs<Interleaved, HalfSplit>(m); };
    STATIC_REQUIRE(p(x) == X{{1, 3, 2, 4}});  // P = [0, 2, 1, 3]
    STATIC_REQUIRE(same_bits(rotary<HalfSplit>(p(x), 1), p(rotary<Interleaved>(x, 1))));
    STATIC_REQUIRE(std::same_as<decltype(p(InPairs{})), InHalves>);

    const auto check = [&]<Axis Cols, class T>(Matrix<T, Tokens<5>, Cols>) {
        const auto m = random_matrix<Matrix<T, Tokens<5>, Cols>>(4);
        REQUIRE(same_bits(rotary<HalfSplit>(p(m), 3), p(rotary<Interleaved>(m, 3))));
        REQUIRE(same_bits(reorder_pairs<HalfSplit, Interleaved>(p(m)), m));
        REQUIRE(same_bits(reorder_pairs<HalfSplit, Interleaved>(p(rotary<Interleaved>(m))),
                          rotary<Interleaved>(m)));
    };
    check(Matrix<float, Tokens<5>, HeadDim<2>>{});
    check(Matrix<double, Tokens<5>, HeadDim<6>>{});
    check(Matrix<double, Tokens<5>, HeadDim<128>>{});
    check(Matrix<float, Tokens<5>, Flat<Heads<3>, HeadDim<8>>>{});
}

TEST_CASE("C35: weights made for one layout serve the other with their columns moved") {
    require_in_both_worlds([] {
        const auto tokens = unseen(rough_matrix<Matrix<double, Tokens<2>, Model<3>>>(1));
        const auto w_q = unseen(rough_matrix<Matrix<double, Model<3>, Flat<Heads<2>, HeadDim<4>>>>(2));
        const auto moved = reorder_pairs<HalfSplit, Interleaved>(w_q);
        return same_bits(reorder_pairs<Interleaved, HalfSplit>(rotary<Interleaved>(tokens * moved)),
                         rotary<HalfSplit>(tokens * w_q));
    });
}

TEST_CASE("C38: scores depend on the distance between positions alone") {
    constexpr X q{{1, 2, 3, 4}};
    constexpr X k{{4, 3, 2, 1}};
    constexpr auto interleaved = [](const X& a, std::size_t i, const X& b, std::size_t j) {
        return scores(rotary<Interleaved>(a, i), rotary<Interleaved>(b, j))[0, 0];
    };
    constexpr auto half_split = [](const X& a, std::size_t i, const X& b, std::size_t j) {
        return scores(rotary<HalfSplit>(a, i), rotary<HalfSplit>(b, j))[0, 0];
    };
    // In units of 2^-52 |q| |k|. The angles of the first pair are whole numbers. Those of the second are
    // a hundredth of the position, each rounded by at most 2.2 * 2^-53 of itself, so that shifting both
    // positions by s adds at most 0.022 s.
    STATIC_REQUIRE(score_error(interleaved(q, 5, k, 3), 1.19005123359928, 30) <= 4);
    STATIC_REQUIRE(score_error(interleaved(q, 12, k, 10), interleaved(q, 5, k, 3), 30) <= 4);
    STATIC_REQUIRE(score_error(half_split(q, 5, k, 3), -3.4564292339957938, 30) <= 4);
    STATIC_REQUIRE(score_error(half_split(q, 12, k, 10), half_split(q, 5, k, 3), 30) <= 4);
    STATIC_REQUIRE(score_error(interleaved(q, 3, k, 5), 10.483012168789428, 30) <= 4);
    STATIC_REQUIRE(score_error(half_split(q, 3, k, 5), 15.129492636384502, 30) <= 4);
    STATIC_REQUIRE(score_error(interleaved(q, 7, k, 7), (q * transpose(k))[0, 0], 30) <= 4);
    REQUIRE(same_bits(interleaved(unseen(q), 5, unseen(k), 3), interleaved(q, 5, k, 3)));

    for (std::size_t shift : {1u, 100u, 10'000u, 1'000'000u}) {
        const double error =
            score_error(interleaved(q, 5 + shift, k, 3 + shift), interleaved(q, 5, k, 3), 30);
        REQUIRE(error <= 4 + 0.01 * static_cast<double>(shift));
    }
}

TEMPLATE_TEST_CASE("rotary positions are within their bound of the formula", "", float, double) {
    using T = TestType;
    constexpr std::size_t first = 123'456;
    const auto check = [&]<std::size_t Base, Axis Head>(
                           Matrix<T, Tokens<3>, Interleaved<Head, Base, Head::extent>>) {
        const auto m = random_matrix<Matrix<T, Tokens<3>, Head>>(6);
        const auto turned = rotary<Interleaved, Base>(m, first);
        for (std::size_t p = 0; p < 3; ++p)
            for (std::size_t i = 0; i < Head::extent; i += 2) {
                const long double angle = (first + p) / std::pow(static_cast<long double>(Base),
                                                                 static_cast<long double>(i) / Head::extent);
                const long double a = m[p, i], b = m[p, i + 1];
                const long double bound = 2 * angle * 2.2L * 0x1p-53L + 4 * std::numeric_limits<T>::epsilon();
                REQUIRE(std::fabs(turned[p, i] - (a * std::cos(angle) - b * std::sin(angle))) <= bound);
                REQUIRE(std::fabs(turned[p, i + 1] - (a * std::sin(angle) + b * std::cos(angle))) <= bound);
            }
    };
    check(Matrix<T, Tokens<3>, Interleaved<HeadDim<2>, 10000, 2>>{});
    check(Matrix<T, Tokens<3>, Interleaved<HeadDim<48>, 10000, 48>>{});
    check(Matrix<T, Tokens<3>, Interleaved<HeadDim<64>, 500000, 64>>{});
    check(Matrix<T, Tokens<3>, Interleaved<HeadDim<128>, 1000000, 128>>{});
    check(Matrix<T, Tokens<3>, Interleaved<HeadDim<6>, 2, 6>>{});
    check(Matrix<T, Tokens<3>, Interleaved<HeadDim<4>, 1, 4>>{});
}

TEST_CASE("the position 0 turns nothing, and a turn keeps the length") {
    STATIC_REQUIRE(rotary<Interleaved>(x) == InPairs{{1, 2, 3, 4}});
    STATIC_REQUIRE(rotary<HalfSplit>(x) == InHalves{{1, 2, 3, 4}});
    constexpr auto turned = rotary<Interleaved>(x, 9);
    STATIC_REQUIRE(ulps_apart((turned * transpose(turned))[0, 0], 30.0) <= 4);
}

TEST_CASE("each row has the next position") {
    require_in_both_worlds([] {
        const auto m = unseen(rough_matrix<Matrix<double, Tokens<3>, HeadDim<4>>>(3));
        const auto all = rotary<HalfSplit>(m, 10);
        return same_bits(rotary<HalfSplit>(slice_rows<2, 1>(m), 12), slice_rows<2, 1>(all));
    });
}

TEST_CASE("only the first columns turn if only they are to") {
    constexpr Matrix<double, Tokens<1>, HeadDim<6>> six{{1, 2, 3, 4, 5, 6}};
    constexpr auto partly = rotary<HalfSplit, 10000, 4>(six, 1);
    STATIC_REQUIRE(
        std::same_as<decltype(partly), const Matrix<double, Tokens<1>, HalfSplit<HeadDim<6>, 10000, 4>>>);
    constexpr auto whole = rotary<HalfSplit>(x, 1);
    for (std::size_t j = 0; j < 4; ++j) REQUIRE(same_bits(partly[0, j], whole[0, j]));
    STATIC_REQUIRE((partly[0, 4] == 5 && partly[0, 5] == 6));
    STATIC_REQUIRE(reorder_pairs<Interleaved, HalfSplit, 4>(six) ==
                   Matrix<double, Tokens<1>, HeadDim<6>>{{1, 3, 2, 4, 5, 6}});
    STATIC_REQUIRE(same_bits(rotary<HalfSplit, 10000, 4>(reorder_pairs<Interleaved, HalfSplit, 4>(six), 1),
                             reorder_pairs<Interleaved, HalfSplit>(rotary<Interleaved, 10000, 4>(six, 1))));
}

TEMPLATE_TEST_CASE("all heads turn as each would alone", "", float, double) {
    using T = TestType;
    constexpr auto m = scattered<Matrix<T, Tokens<2>, Flat<Heads<3>, HeadDim<4>>>>(3);
    constexpr auto turned = rotary<Interleaved>(m, 5);
    STATIC_REQUIRE(same_bits(split_heads(turned)[1], rotary<Interleaved>(split_heads(m)[1], 5)));
    REQUIRE(same_bits(rotary<Interleaved>(unseen(m), 5), turned));
}

TEST_CASE("C40: cached keys keep the positions that they were turned by") {
    using Head = HalfSplit<HeadDim<4>, 10000, 4>;
    const auto q = scattered<Matrix<double, Tokens<5>, Flat<Heads<2>, HeadDim<4>>>>(1);
    const auto k = scattered<Matrix<double, Tokens<5>, Flat<KeyValueHeads<1>, HeadDim<4>>>>(2);
    const auto v = scattered<Matrix<double, Tokens<5>, Flat<KeyValueHeads<1>, ValueDim<2>>>>(3);
    const auto check = [&]<class Cache, class Rule>(Cache cache,
                                                    const Mask<Tokens<5>, Tokens<5>, Rule>& mask) {
        const auto uncached = multi_head_attention(rotary<HalfSplit>(q), rotary<HalfSplit>(k), v, mask);
        const auto prefill = cache.attend(rotary<HalfSplit>(slice_rows<0, 3>(q)),
                                          rotary<HalfSplit>(slice_rows<0, 3>(k)), slice_rows<0, 3>(v));
        REQUIRE(same_bits(prefill, slice_rows<0, 3>(uncached)));
        const auto step = [&]<std::size_t At>(std::integral_constant<std::size_t, At>) {
            const std::size_t position = cache.next_position();
            const auto output =
                cache.attend(rotary<HalfSplit>(slice_rows<At, 1>(q), position),
                             rotary<HalfSplit>(slice_rows<At, 1>(k), position), slice_rows<At, 1>(v));
            REQUIRE(same_bits(output, slice_rows<At, 1>(uncached)));
        };
        step(std::integral_constant<std::size_t, 3>{});
        step(std::integral_constant<std::size_t, 4>{});
    };
    check(KvCache<double, Capacity<8>, KeyValueHeads<1>, Head, ValueDim<2>>{}, causal<Tokens<5>>());
    check(KvCache<double, Window<2>, KeyValueHeads<1>, Head, ValueDim<2>>{}, sliding_window<2, Tokens<5>>());

    // Keys that have not been turned, or have been otherwise, have no place there.
    using Cache = KvCache<double, Capacity<8>, KeyValueHeads<1>, Head, ValueDim<2>>;
    STATIC_REQUIRE(Appends<Cache, decltype(rotary<HalfSplit>(k)), decltype(v)>);
    STATIC_REQUIRE_FALSE(Appends<Cache, decltype(k), decltype(v)>);
    STATIC_REQUIRE_FALSE(Appends<Cache, decltype(rotary<Interleaved>(k)), decltype(v)>);
    STATIC_REQUIRE_FALSE(AttendsWithCache<Cache, decltype(q), decltype(rotary<HalfSplit>(k)), decltype(v)>);
}

TEST_CASE("only pairs of columns turn") {
    using M6 = Matrix<double, Tokens<3>, HeadDim<6>>;
    STATIC_REQUIRE(Turnable<M6, Interleaved>);
    STATIC_REQUIRE(Turnable<M6, HalfSplit, 2>);
    STATIC_REQUIRE_FALSE(Turnable<InPairs, Interleaved>);  // a cached key is not turned again
    STATIC_REQUIRE_FALSE(Turnable<InHalves, Interleaved>);
    STATIC_REQUIRE_FALSE(
        Turnable<Matrix<double, Tokens<1>, Flat<Heads<2>, HalfSplit<HeadDim<4>, 10000, 4>>>, HalfSplit>);
    STATIC_REQUIRE_FALSE(Turnable<M6, HalfSplit, 3>);
    STATIC_REQUIRE_FALSE(Turnable<M6, HalfSplit, 8>);
    STATIC_REQUIRE_FALSE(Turnable<Matrix<double, Tokens<3>, HeadDim<3>>, Interleaved>);
    STATIC_REQUIRE_FALSE(Turnable<Matrix<double, Tokens<3>, HeadDim<3>>, HalfSplit>);
    STATIC_REQUIRE_FALSE(Turnable<Matrix<int, Tokens<3>, HeadDim<6>>, Interleaved>);
    STATIC_REQUIRE(Turnable<M6, Interleaved, 0, 1>);
    STATIC_REQUIRE_FALSE(Turnable<M6, Interleaved, 0, 0>);  // no frequency is a power of 0
    STATIC_REQUIRE_FALSE(Turnable<M6, HalfSplit, 2, 0>);
    // All columns together would be pairs; those of a head are not.
    STATIC_REQUIRE_FALSE(Turnable<Matrix<double, Tokens<3>, Flat<Heads<2>, HeadDim<3>>>, Interleaved>);
    STATIC_REQUIRE(Turnable<Matrix<double, Tokens<3>, Flat<Heads<3>, HeadDim<2>>>, Interleaved>);

    STATIC_REQUIRE(PairsReorderable<M6, Interleaved, HalfSplit>);
    STATIC_REQUIRE(PairsReorderable<M6, Interleaved, HalfSplit, 4>);
    STATIC_REQUIRE_FALSE(PairsReorderable<M6, Interleaved, HalfSplit, 5>);
    STATIC_REQUIRE_FALSE(PairsReorderable<M6, Interleaved, HalfSplit, 8>);
    STATIC_REQUIRE(PairsReorderable<InPairs, Interleaved, HalfSplit>);
    STATIC_REQUIRE_FALSE(PairsReorderable<InPairs, HalfSplit, Interleaved>);
    STATIC_REQUIRE_FALSE(PairsReorderable<InPairs, Interleaved, HalfSplit, 2>);  // its type says 4
}
