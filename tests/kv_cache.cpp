#include <attest/kv_cache.hpp>

#include "both_worlds.hpp"
#include "bounds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "decoding.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

using namespace attest;

namespace {

using Cache = KvCache<double, Capacity<4>, KeyValueHeads<2>, HeadDim<2>, ValueDim<3>>;
using Ring = KvCache<double, Window<3>, KeyValueHeads<2>, HeadDim<2>, ValueDim<3>>;
template <std::size_t N, class T = double>
using Queries = Matrix<T, NewTokens<N>, Flat<Heads<4>, HeadDim<2>>>;
template <std::size_t N, class T = double>
using Keys = Matrix<T, NewTokens<N>, Flat<KeyValueHeads<2>, HeadDim<2>>>;
template <std::size_t N, class T = double>
using Values = Matrix<T, NewTokens<N>, Flat<KeyValueHeads<2>, ValueDim<3>>>;

template <class T>
using Grouped = MultiHeadWeights<T, Model<4>, Heads<4>, KeyValueHeads<2>, HeadDim<2>, ValueDim<3>>;
template <class T>
using CacheOf8 = KvCache<T, Capacity<8>, KeyValueHeads<2>, HeadDim<2>, ValueDim<3>>;
template <class T>
using RingOf3 = KvCache<T, Window<3>, KeyValueHeads<2>, HeadDim<2>, ValueDim<3>>;

template <std::size_t N>
constexpr std::size_t length_after(Cache cache) {
    cache.append(Keys<N>{}, Values<N>{});
    return cache.length();
}

/// Whether appending that many tokens to one token is a constant expression.
template <std::size_t N>
concept AppendsAfterOne = requires {
    typename std::integral_constant<std::size_t, length_after<N>(Cache{}) + length_after<N>([] {
                                                     Cache cache;
                                                     cache.append(Keys<1>{}, Values<1>{});
                                                     return cache;
                                                 }())>;
};

}  // namespace

TEMPLATE_TEST_CASE("C40: decoding with a cache has the bits of attention without one", "", float, double) {
    using T = TestType;
    constexpr auto weights = scattered_weights<Grouped<T>>(2);
    constexpr auto x = scattered<Matrix<T, Tokens<4>, Model<4>>>(5);
    constexpr auto uncached = multi_head_self_attention(x, weights, causal<Tokens<4>>());
    STATIC_REQUIRE(same_bits(decoded<CacheOf8<T>, 1, 1, 1, 1>(x, weights), uncached));
    STATIC_REQUIRE(same_bits(decoded<CacheOf8<T>, 4>(x, weights), uncached));
    REQUIRE(same_bits(decoded<CacheOf8<T>, 1, 1, 1, 1>(unseen(x), weights), uncached));
    REQUIRE(same_bits(decoded<CacheOf8<T>, 4>(unseen(x), weights), uncached));
    REQUIRE(same_bits(decoded<CacheOf8<T>, 3, 1>(unseen(x), weights), uncached));
    REQUIRE(same_bits(decoded<CacheOf8<T>, 1, 2, 1>(unseen(x), weights), uncached));
}

TEMPLATE_TEST_CASE("C40: and so has a longer sequence, full to the last place", "", float, double) {
    using T = TestType;
    using Weights = MultiHeadWeights<T, Model<24>, Heads<6>, KeyValueHeads<2>, HeadDim<8>, ValueDim<5>>;
    using Full = KvCache<T, Capacity<19>, KeyValueHeads<2>, HeadDim<8>, ValueDim<5>>;
    const Weights weights{
        random_matrix<typename Weights::ToQuery>(1), random_matrix<typename Weights::ToKey>(2),
        random_matrix<typename Weights::ToValue>(3), random_matrix<typename Weights::ToModel>(4)};
    const auto x = random_matrix<Matrix<T, Tokens<19>, Model<24>>>(5);
    const auto uncached = multi_head_self_attention(x, weights, causal<Tokens<19>>());
    REQUIRE(same_bits(decoded<Full, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>(x, weights),
                      uncached));
    REQUIRE(same_bits(decoded<Full, 19>(x, weights), uncached));
    REQUIRE(same_bits(decoded<Full, 7, 1, 10, 1>(x, weights), uncached));
}

TEMPLATE_TEST_CASE("C40: a window of the last tokens has the bits of a windowed mask", "", float, double) {
    using T = TestType;
    const auto weights = scattered_weights<Grouped<T>>(2);
    const auto x = random_matrix<Matrix<T, Tokens<11>, Model<4>>>(5);
    const auto uncached = multi_head_self_attention(x, weights, sliding_window<3, Tokens<11>>());
    REQUIRE(same_bits(decoded<RingOf3<T>, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>(x, weights), uncached));
    // Several at once, more than the window holds, and the token that a later one overwrites is still seen.
    REQUIRE(same_bits(decoded<RingOf3<T>, 11>(x, weights), uncached));
    REQUIRE(same_bits(decoded<RingOf3<T>, 2, 2, 5, 2>(x, weights), uncached));
    REQUIRE_FALSE(same_bits(multi_head_self_attention(x, weights, causal<Tokens<11>>()), uncached));
    require_in_both_worlds([] {
        constexpr auto few = scattered<Matrix<T, Tokens<4>, Model<4>>>(5);
        constexpr auto their_weights = scattered_weights<Grouped<T>>(2);
        const auto windowed =
            multi_head_self_attention(unseen(few), their_weights, sliding_window<3, Tokens<4>>());
        return same_bits(decoded<RingOf3<T>, 1, 1, 2>(unseen(few), their_weights), windowed);
    });
}

TEST_CASE("a query sees itself and the tokens before it, wherever it stands") {
    // All scores are 0: each output is the mean of the values that its token sees.
    static constexpr auto values_from = []<std::size_t N>(double first, Values<N>) {
        return unseen(generate<Values<N>>([&](auto i, auto) { return first + static_cast<double>(i); }));
    };
    require_in_both_worlds([] {
        Cache cache;
        const auto one = cache.attend(Queries<1>{}, Keys<1>{}, values_from(1, Values<1>{}));
        const auto two = cache.attend(Queries<2>{}, Keys<2>{}, values_from(2, Values<2>{}));
        const auto last = cache.attend(Queries<1>{}, Keys<1>{}, values_from(4, Values<1>{}));
        return one[0, 0] == 1 && two[0, 0] == 1.5 && ulps_apart(two[1, 0], 2.0) <= 1 && last[0, 0] == 2.5;
    });
    require_in_both_worlds([] {
        Ring ring;  // C13: keys seen 1, 2, 3, 3, 3, 3
        const auto windowed = ring.attend(Queries<6>{}, Keys<6>{}, values_from(1, Values<6>{}));
        const double expected[] = {1, 1.5, 2, 3, 4, 5};
        for (std::size_t i = 0; i < 6; ++i)
            if (ulps_apart(windowed[i, 0], expected[i]) > 1) return false;
        return true;
    });
}

TEST_CASE("appending without attending leaves the cache as attending does") {
    require_in_both_worlds([] {
        const auto keys = unseen(scattered<Keys<4>>(1));
        const auto values = unseen(scattered<Values<4>>(2));
        Cache appended, attended, in_pieces;
        appended.append(keys, values);
        static_cast<void>(attended.attend(Queries<4>{}, keys, values));
        in_pieces.append(piece<0, 1>(keys), piece<0, 1>(values));
        in_pieces.append(piece<1, 3>(keys), piece<1, 3>(values));
        return appended == attended && in_pieces == appended && in_pieces != Cache{};
    });
}

TEST_CASE("positions go on when a window is full") {
    static constexpr auto is_at = [](const auto& cache, std::size_t next, std::size_t length) {
        return cache.next_position() == next && cache.length() == length;
    };
    require_in_both_worlds([] {
        Cache cache;
        if (!is_at(cache, 0, 0)) return false;
        cache.append(Keys<3>{}, Values<3>{});
        return is_at(cache, 3, 3);
    });
    require_in_both_worlds([] {
        Ring ring;
        ring.append(Keys<7>{}, Values<7>{});
        if (!is_at(ring, 7, 3)) return false;
        ring.append(Keys<1>{}, Values<1>{});
        return is_at(ring, 8, 3);
    });
}

TEST_CASE("a token too many is refused at run time, and the cache is as it was") {
    Cache cache;
    const std::string says = "attest::KvCache: no room for 2 more, of 4 places 3 are taken";
    cache.append(scattered<Keys<3>>(1), scattered<Values<3>>(2));
    const Cache before = cache;
    std::string message;
    try {
        cache.append(Keys<2>{}, Values<2>{});
    } catch (const std::length_error& error) {
        message = error.what();
    }
    REQUIRE(message == says);
    REQUIRE(cache == before);
    REQUIRE_THROWS_AS(cache.attend(Queries<2>{}, Keys<2>{}, Values<2>{}), std::length_error);
    REQUIRE(cache == before);
    cache.append(Keys<1>{}, Values<1>{});
    REQUIRE(cache.length() == 4);
    REQUIRE_THROWS_AS(cache.append(Keys<1>{}, Values<1>{}), std::length_error);
    REQUIRE(cache.length() == 4);
}

TEMPLATE_TEST_CASE("beyond a tile of keys a window in a cache differs from a mask by roundings alone",
                   "",
                   float,
                   double) {
    using T = TestType;
    constexpr std::size_t tokens = 150;
    constexpr std::size_t window = 20;
    const auto q = rough_matrix<Matrix<T, Tokens<tokens>, Flat<Heads<1>, HeadDim<3>>>>(1);
    const auto k = rough_matrix<Matrix<T, Tokens<tokens>, Flat<KeyValueHeads<1>, HeadDim<3>>>>(2);
    const auto v = rough_matrix<Matrix<T, Tokens<tokens>, Flat<KeyValueHeads<1>, ValueDim<2>>>>(3);
    KvCache<T, Window<window>, KeyValueHeads<1>, HeadDim<3>, ValueDim<2>> cache;
    const auto cached = cache.template attend<Heads<1>>(q, k, v);
    const auto masked = attention(split_heads(q)[0], split_heads(k)[0], split_heads(v)[0],
                                  sliding_window<window, Tokens<tokens>>());
    // What is masked is summed in two tiles, what is cached in one, and both from the same scores.
    const double bound = 2 * bounds::attention(window) + 2.7;
    for (std::size_t i = 0; i < tokens; ++i)
        for (std::size_t c = 0; c < 2; ++c) {
            CAPTURE(i, c);
            if (i < 128) REQUIRE(same_bits(cached[i, c], masked[i, c]));
            REQUIRE(std::fabs(cached[i, c] - masked[i, c]) <=
                    static_cast<T>(bound) * std::numeric_limits<T>::epsilon());
        }
}

TEST_CASE("a token too many is no constant expression") {
    STATIC_REQUIRE(AppendsAfterOne<1>);
    STATIC_REQUIRE(AppendsAfterOne<3>);
    STATIC_REQUIRE_FALSE(AppendsAfterOne<4>);
}

TEST_CASE("C31: a cache is sized by the key-value heads") {
    // 64 wide, 8 query heads, 4 key-value heads: keys are 32 wide.
    STATIC_REQUIRE(Flat<KeyValueHeads<4>, HeadDim<64 / 8>>::extent == 32);
    using Small = KvCache<float, Capacity<16>, KeyValueHeads<4>, HeadDim<8>, ValueDim<8>>;
    STATIC_REQUIRE(Small::bytes_per_token == 2 * 32 * sizeof(float));
    STATIC_REQUIRE(sizeof(Small) == 16 * Small::bytes_per_token + sizeof(std::size_t));
    STATIC_REQUIRE(cached_numbers_per_token<KeyValueHeads<1>, HeadDim<2>, ValueDim<3>> == 5);

    constexpr std::size_t fp16 = 2;
    STATIC_REQUIRE(32 * cached_numbers_per_token<KeyValueHeads<32>, HeadDim<128>, ValueDim<128>> * fp16 ==
                   524288);  // Llama-2 7B
    STATIC_REQUIRE(80 * cached_numbers_per_token<KeyValueHeads<8>, HeadDim<128>, ValueDim<128>> * fp16 ==
                   327680);  // Llama-2 70B
    STATIC_REQUIRE(32 * cached_numbers_per_token<KeyValueHeads<8>, HeadDim<128>, ValueDim<128>> * fp16 ==
                   131072);  // Mistral 7B
    STATIC_REQUIRE(12 * cached_numbers_per_token<KeyValueHeads<12>, HeadDim<64>, ValueDim<64>> * fp16 ==
                   36864);  // GPT-2
    // Of the keys of query heads it has no place for even one.
    STATIC_REQUIRE_FALSE(Appends<Cache, Queries<1>, Values<1>>);
}

TEST_CASE("C52: a cache is its numbers and a count, and is copied as a value") {
    STATIC_REQUIRE(std::is_trivially_copyable_v<Cache>);
    require_in_both_worlds([] {
        Cache cache;
        cache.append(scattered<Keys<1>>(1), scattered<Values<1>>(1));
        Cache other = cache;
        other.append(Keys<1>{}, Values<1>{});
        return cache.length() == 1 && other.length() == 2;
    });
}

TEST_CASE("a NaN that a window has forgotten does not leak") {
    Ring ring;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    ring.append(generate<Keys<1>>([=](auto, auto) { return nan; }),
                generate<Values<1>>([=](auto, auto) { return nan; }));
    const auto seen = ring.attend(Queries<3>{}, Keys<3>{}, Values<3>{});
    REQUIRE_FALSE(seen[0, 0] == 0);  // the NaN is in its window, and in the next token's
    REQUIRE_FALSE(seen[1, 0] == 0);
    REQUIRE(seen[2, 0] == 0);
}

TEST_CASE("what does not fit a cache does not compile") {
    STATIC_REQUIRE(Appends<Cache, Keys<4>, Values<4>>);
    STATIC_REQUIRE_FALSE(Appends<Cache, Keys<5>, Values<5>>);  // it has four places
    STATIC_REQUIRE(Appends<Ring, Keys<5>, Values<5>>);
    STATIC_REQUIRE_FALSE(Appends<Cache, Keys<2>, Values<1>>);
    STATIC_REQUIRE_FALSE(Appends<Cache, Values<2>, Keys<2>>);
    STATIC_REQUIRE_FALSE(Appends<Cache, Keys<2, float>, Values<2, float>>);
    STATIC_REQUIRE_FALSE(
        Appends<Cache, Matrix<double, NewTokens<1>, Flat<KeyValueHeads<1>, HeadDim<4>>>, Values<1>>);
    STATIC_REQUIRE_FALSE(Appends<const Cache, Keys<1>, Values<1>>);

    STATIC_REQUIRE(AttendsWithCache<Cache, Queries<4>, Keys<4>, Values<4>>);
    STATIC_REQUIRE_FALSE(AttendsWithCache<Cache, Queries<5>, Keys<5>, Values<5>>);
    STATIC_REQUIRE_FALSE(AttendsWithCache<Cache, Queries<1>, Keys<2>, Values<2>>);
    STATIC_REQUIRE_FALSE(AttendsWithCache<Cache, Keys<1>, Keys<1>, Values<1>>);
    using ThreeHeads = Matrix<double, NewTokens<1>, Flat<Heads<3>, HeadDim<2>>>;
    STATIC_REQUIRE_FALSE(AttendsWithCache<Cache, ThreeHeads, Keys<1>, Values<1>>);

    using X = Matrix<double, Tokens<1>, Model<4>>;
    STATIC_REQUIRE(SelfAttendsWithCache<X, Grouped<double>, Cache>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<X, Grouped<double>, const Cache>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<Matrix<double, Tokens<5>, Model<4>>, Grouped<double>, Cache>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<Matrix<double, Tokens<1>, Model<5>>, Grouped<double>, Cache>);
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<X, Grouped<double>, RingOf3<float>>);
    using PlainCache = KvCache<double, Capacity<4>, KeyValueHeads<4>, HeadDim<2>, ValueDim<3>>;
    STATIC_REQUIRE_FALSE(SelfAttendsWithCache<X, Grouped<double>, PlainCache>);
}
