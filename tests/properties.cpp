// The laws of matrices and of attention, for random matrices of many shapes: bit for bit where they hold
// so, else within a bound. A few seeds are tried in constant evaluation too.

#include <attest/attention.hpp>

#include "bounds.hpp"
#include "catch.hpp"
#include "exact.hpp"
#include "random.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

using namespace attest;

namespace {

/// A law, and whether it holds for the matrices that are made of a seed.
struct Law {
    const char* name;
    bool (*holds)(std::uint64_t seed);
};

template <class M>
constexpr M absolute(const M& m) {
    return generate<M>([&](auto i, auto j) { return m[i, j] < 0 ? -m[i, j] : m[i, j]; });
}

/// Whether the elements of a and b differ by at most that many eps of those of sizes.
template <Axis Rows, Axis Cols, class T>
constexpr bool within(double eps,
                      const Matrix<T, Rows, Cols>& sizes,
                      const Matrix<T, Rows, Cols>& a,
                      const Matrix<T, Rows, Cols>& b) {
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t j = 0; j < Cols::extent; ++j) {
            const double difference = static_cast<double>(a[i, j]) - static_cast<double>(b[i, j]);
            const double bound = eps * static_cast<double>(std::numeric_limits<T>::epsilon() * sizes[i, j]);
            if (!(difference <= bound && -difference <= bound)) return false;
        }
    return true;
}

template <class T, Axis A>
constexpr Matrix<T, A, A> identity() {
    return generate<Matrix<T, A, A>>([](auto i, auto j) { return static_cast<T>(i == j); });
}

template <class T, std::size_t N, std::size_t K, std::size_t L, std::size_t M>
struct Algebra {
    using A = Matrix<T, Tokens<N>, Model<K>>;
    using B = Matrix<T, Model<K>, HeadDim<L>>;
    using C = Matrix<T, HeadDim<L>, ValueDim<M>>;

    static constexpr A a(std::uint64_t seed) { return rough_matrix<A>(seed); }
    static constexpr A a2(std::uint64_t seed) { return rough_matrix<A>(seed + 1'000); }
    static constexpr A a3(std::uint64_t seed) { return rough_matrix<A>(seed + 2'000); }
    static constexpr B b(std::uint64_t seed) { return rough_matrix<B>(seed + 3'000); }
    static constexpr B b2(std::uint64_t seed) { return rough_matrix<B>(seed + 4'000); }
    static constexpr C c(std::uint64_t seed) { return rough_matrix<C>(seed + 5'000); }

    static constexpr std::array laws{
        Law{"a transpose's transpose is the matrix",
            [](auto s) { return same_bits(transpose(transpose(a(s))), a(s)); }},
        Law{"transposing goes through a sum",
            [](auto s) { return same_bits(transpose(a(s) + a2(s)), transpose(a(s)) + transpose(a2(s))); }},
        Law{"transposing goes through a difference",
            [](auto s) { return same_bits(transpose(a(s) - a2(s)), transpose(a(s)) - transpose(a2(s))); }},
        Law{"transposing turns a product round",
            [](auto s) { return same_bits(transpose(a(s) * b(s)), transpose(b(s)) * transpose(a(s))); }},
        Law{"a sum commutes", [](auto s) { return same_bits(a(s) + a2(s), a2(s) + a(s)); }},
        Law{"a difference turned round is its opposite",
            [](auto s) { return times(T(-1), a(s) - a2(s)) == a2(s) - a(s); }},
        Law{"nothing is left of a matrix less itself", [](auto s) { return same_bits(a(s) - a(s), A{}); }},
        Law{"adding zero changes nothing", [](auto s) { return same_bits(a(s) + A{}, a(s)); }},
        Law{"taking off zero changes nothing", [](auto s) { return same_bits(a(s) - A{}, a(s)); }},
        Law{"once a matrix is the matrix", [](auto s) { return same_bits(times(T(1), a(s)), a(s)); }},
        Law{"twice a matrix is its sum with itself",
            [](auto s) { return same_bits(times(T(2), a(s)), a(s) + a(s)); }},
        Law{"a half is twice divided by four",
            [](auto s) { return same_bits(times(T(2), a(s)) / T(4), a(s) / T(2)); }},
        Law{"the identity changes nothing from the right",
            [](auto s) { return same_bits(a(s) * identity<T, Model<K>>(), a(s)); }},
        Law{"the identity changes nothing from the left",
            [](auto s) { return same_bits(identity<T, Tokens<N>>() * a(s), a(s)); }},
        Law{"a power of two goes through a product",
            [](auto s) {
                return same_bits(times(T(4), a(s)) * b(s), times(T(4), a(s) * b(s))) &&
                       same_bits(a(s) * times(T(0.5), b(s)), times(T(0.5), a(s) * b(s)));
            }},
        Law{"a sign goes through a product",
            [](auto s) { return times(T(-1), a(s)) * b(s) == times(T(-1), a(s) * b(s)); }},
        Law{"renaming there and back changes nothing",
            [](auto s) {
                return same_bits(rename_rows<Tokens>(rename_rows<Query>(a(s))), a(s)) &&
                       same_bits(rename_cols<Model>(rename_cols<Key>(a(s))), a(s));
            }},
        Law{"renaming goes through a product",
            [](auto s) {
                return same_bits(rename_cols<Key>(a(s)) * rename_rows<Key>(b(s)), a(s) * b(s)) &&
                       same_bits(rename_rows<Query>(a(s)) * b(s), rename_rows<Query>(a(s) * b(s)));
            }},
        Law{"slices of what was joined are what they were",
            [](auto s) {
                const auto rows = join_rows(a(s), a2(s));
                const auto cols = join_cols(a(s), a2(s));
                return same_bits(slice_rows<0, N>(rows), a(s)) && same_bits(slice_rows<N, N>(rows), a2(s)) &&
                       same_bits(slice_cols<0, K>(cols), a(s)) && same_bits(slice_cols<K, K>(cols), a2(s));
            }},
        Law{"joining what was sliced is what it was",
            [](auto s) {
                const auto m = join_rows(a(s), a2(s));
                return same_bits(join_rows(slice_rows<0, 1>(m), slice_rows<1, 2 * N - 1>(m)), m) &&
                       same_bits(transpose(join_cols(slice_cols<0, 1>(transpose(m)),
                                                     slice_cols<1, 2 * N - 1>(transpose(m)))),
                                 m);
            }},
        Law{"joining goes through a product",
            [](auto s) {
                return same_bits(join_rows(a(s), a2(s)) * b(s), join_rows(a(s) * b(s), a2(s) * b(s))) &&
                       same_bits(a(s) * join_cols(b(s), b2(s)), join_cols(a(s) * b(s), a(s) * b2(s)));
            }},
        // Each element is rounded twice on either side.
        Law{"a sum associates within two roundings of the sizes",
            [](auto s) {
                const A sizes = absolute(a(s)) + absolute(a2(s)) + absolute(a3(s));
                return within(2, sizes, (a(s) + a2(s)) + a3(s), a(s) + (a2(s) + a3(s)));
            }},
        // On either side a term passes at most K + L roundings, each of half an eps; what is above that in
        // the bound is for the rounding of sizes.
        Law{"a product associates within (K + L + 1) eps of the sizes",
            [](auto s) {
                const auto sizes = absolute(a(s)) * absolute(b(s)) * absolute(c(s));
                return within(K + L + 1, sizes, (a(s) * b(s)) * c(s), a(s) * (b(s) * c(s)));
            }},
        Law{"a product distributes over a sum within (K + 2) eps of the sizes",
            [](auto s) {
                const auto sizes = absolute(a(s)) * (absolute(b(s)) + absolute(b2(s)));
                return within(K + 2, sizes, a(s) * (b(s) + b2(s)), a(s) * b(s) + a(s) * b2(s));
            }},
        Law{"a factor goes through a product within (K + 2) eps of the sizes", [](auto s) {
                constexpr T third = T(1) / 3;
                const auto sizes = times(third, absolute(a(s)) * absolute(b(s)));
                return within(K + 2, sizes, times(third, a(s)) * b(s), times(third, a(s) * b(s)));
            }}};
};

template <class T, std::size_t N, std::size_t K, std::size_t D, std::size_t V>
struct Attention {
    using Queries = Matrix<T, Query<N>, HeadDim<D>>;
    using Keys = Matrix<T, Key<K>, HeadDim<D>>;
    using Values = Matrix<T, Key<K>, ValueDim<V>>;
    using Scores = Matrix<T, Query<N>, Key<K>>;

    static constexpr Queries q(std::uint64_t seed) { return rough_matrix<Queries>(seed); }
    static constexpr Keys k(std::uint64_t seed) { return rough_matrix<Keys>(seed + 1'000); }
    static constexpr Values v(std::uint64_t seed) { return rough_matrix<Values>(seed + 2'000); }
    static constexpr Scores scores(std::uint64_t seed) {
        return times(T(16), rough_matrix<Scores>(seed + 3'000));
    }
    static constexpr std::size_t some = (K + 1) / 2;

    static constexpr std::array laws{
        Law{"weights are from 0 to 1, and sum to 1 within (K + 1) eps / 2",
            [](auto s) {
                const auto weights = softmax<Key<K>>(scores(s));
                for (std::size_t i = 0; i < N; ++i) {
                    long double sum = 0;
                    for (std::size_t j = 0; j < K; ++j) {
                        if (!(weights[i, j] >= 0 && weights[i, j] <= 1)) return false;
                        sum += static_cast<long double>(weights[i, j]);
                    }
                    const long double bound = (K + 1) * std::numeric_limits<T>::epsilon() / 2;
                    if (!(sum - 1 <= bound && 1 - sum <= bound)) return false;
                }
                return true;
            }},
        Law{"a row's weights depend on no other row",
            [](auto s) {
                return same_bits(softmax<Key<K>>(slice_rows<N - 1, 1>(scores(s))),
                                 slice_rows<N - 1, 1>(softmax<Key<K>>(scores(s))));
            }},
        Law{"what is hidden might as well not be there",
            [](auto s) {
                const auto masked = softmax<Key<K>>(scores(s), padding<Query<N>, Key<K>>(some));
                return same_bits(slice_cols<0, some>(masked),
                                 softmax<Key<some>>(slice_cols<0, some>(scores(s))));
            }},
        Law{"a sink that is no sink changes nothing",
            [](auto s) {
                const Sink<T> none{-std::numeric_limits<T>::infinity()};
                return same_bits(softmax<Key<K>>(scores(s), {}, none), softmax<Key<K>>(scores(s)));
            }},
        Law{"a sink is a score more that comes last, and has no weight",
            [](auto s) {
                const T score = scores(s)[0, 0];
                const auto sunk = softmax<Key<K>>(scores(s), {}, Sink{score});
                const auto beside = generate<Matrix<T, Query<N>, Key<1>>>([&](auto, auto) { return score; });
                const auto weights = softmax<Key<K + 1>>(join_cols(scores(s), beside));
                return same_bits(sunk, slice_cols<0, K>(weights));
            }},
        Law{"what a query gets depends on no other query",
            [](auto s) {
                return same_bits(attention(slice_rows<N - 1, 1>(q(s)), k(s), v(s)),
                                 slice_rows<N - 1, 1>(attention(q(s), k(s), v(s))));
            }},
        Law{"a column of the output depends on no other column of the values",
            [](auto s) {
                return same_bits(attention(q(s), k(s), slice_cols<V - 1, 1>(v(s))),
                                 slice_cols<V - 1, 1>(attention(q(s), k(s), v(s))));
            }},
        Law{"hidden keys and values might as well not be there",
            [](auto s) {
                return same_bits(attention(q(s), k(s), v(s), padding<Query<N>, Key<K>>(some)),
                                 attention(q(s), slice_rows<0, some>(k(s)), slice_rows<0, some>(v(s))));
            }},
        Law{"one key gets all the weight",
            [](auto s) {
                const auto output = attention(q(s), slice_rows<0, 1>(k(s)), slice_rows<0, 1>(v(s)));
                for (std::size_t i = 0; i < N; ++i)
                    for (std::size_t j = 0; j < V; ++j)
                        if (!same_bits(output[i, j], v(s)[0, j])) return false;
                return true;
            }},
        Law{"a power of two goes from the values to the output",
            [](auto s) {
                return same_bits(attention(q(s), k(s), times(T(2), v(s))),
                                 times(T(2), attention(q(s), k(s), v(s))));
            }},
        Law{"a power of two goes from the queries to the keys",
            [](auto s) {
                return same_bits(attention(times(T(4), q(s)), times(T(0.25), k(s)), v(s)),
                                 attention(q(s), k(s), v(s)));
            }},
        // The mixture and the sum of the weights round K times each, the inverse and the product once.
        Law{"equal values are mixed to the same within (K + 1) eps",
            [](auto s) {
                const auto equal = generate<Values>([&](auto, auto j) { return v(s)[0, j]; });
                const auto expected =
                    generate<Matrix<T, Query<N>, ValueDim<V>>>([&](auto, auto j) { return v(s)[0, j]; });
                return within(K + 1, absolute(expected), attention(q(s), k(s), equal), expected);
            }},
        Law{"queries of zero get the mean of the values, within (K + 1) eps of the largest", [](auto s) {
                const auto output = attention(Queries{}, k(s), v(s));
                Matrix<T, Query<N>, ValueDim<V>> mean, one;
                for (std::size_t i = 0; i < N; ++i)
                    for (std::size_t j = 0; j < V; ++j) {
                        one[i, j] = 1;
                        double sum = 0;
                        for (std::size_t n = 0; n < K; ++n) sum += static_cast<double>(v(s)[n, j]);
                        mean[i, j] = static_cast<T>(sum / K);
                    }
                return within(K + 1, one, output, mean);
            }}};
};

/// Each law for a seed at run time.
template <auto& laws>
void require_laws(std::uint64_t seed) {
    for (const Law& law : laws) {
        CAPTURE(law.name, seed);
        REQUIRE(law.holds(seed));
    }
}

/// Each law for a seed of its own in constant evaluation, in an expression of its own.
template <auto& laws>
inline constexpr bool hold_in_constant_evaluation = []<std::size_t... i>(std::index_sequence<i...>) {
    return (std::bool_constant<laws[i].holds(i)>::value && ...);
}(std::make_index_sequence<laws.size()>{});

static_assert(hold_in_constant_evaluation<Algebra<double, 2, 3, 2, 1>::laws>);
static_assert(hold_in_constant_evaluation<Algebra<float, 3, 2, 4, 2>::laws>);
static_assert(hold_in_constant_evaluation<Attention<double, 2, 3, 2, 2>::laws>);
static_assert(hold_in_constant_evaluation<Attention<float, 3, 4, 2, 1>::laws>);

using exact::table;

}  // namespace

TEMPLATE_TEST_CASE("the laws of matrices hold for random ones of many shapes",
                   "",
                   (Algebra<double, 1, 1, 1, 1>),
                   (Algebra<float, 2, 3, 4, 5>),
                   (Algebra<float, 8, 8, 8, 8>),
                   (Algebra<double, 1, 33, 2, 9>),
                   (Algebra<double, 17, 4, 16, 1>)) {
    require_laws<TestType::laws>(static_cast<std::uint64_t>(GENERATE(take(25, random(0, 1 << 30)))));
}

TEMPLATE_TEST_CASE("the laws of attention hold for random matrices of many shapes",
                   "",
                   (Attention<double, 1, 1, 1, 1>),
                   (Attention<float, 2, 3, 4, 5>),
                   (Attention<double, 1, 33, 16, 3>),
                   (Attention<float, 16, 20, 2, 1>)) {
    require_laws<TestType::laws>(static_cast<std::uint64_t>(GENERATE(take(25, random(0, 1 << 30)))));
}

TEMPLATE_TEST_CASE("products are within (K + 1) eps / 2 of the sizes of the exact ones",
                   "",
                   (Algebra<double, 1, 1, 1, 1>),
                   (Algebra<float, 2, 3, 4, 5>),
                   (Algebra<float, 8, 8, 8, 8>),
                   (Algebra<double, 1, 33, 2, 9>),
                   (Algebra<double, 9, 100, 7, 1>)) {
    const auto seed = static_cast<std::uint64_t>(GENERATE(take(25, random(0, 1 << 30))));
    const auto a = TestType::a(seed);
    const auto b = TestType::b(seed);
    const auto product = table(a * b);
    const auto exact_product = exact::product(table(a), table(b));
    const auto sizes = exact::product(table(absolute(a)), table(absolute(b)));
    using T = std::remove_cvref_t<decltype(a[0, 0])>;
    const long double eps = (decltype(a)::cols + 1) * std::numeric_limits<T>::epsilon() / 2;
    for (std::size_t n = 0; n < product.numbers.size(); ++n) {
        CAPTURE(seed, n);
        REQUIRE(std::fabs(product.numbers[n] - exact_product.numbers[n]) <= eps * sizes.numbers[n]);
    }
}

TEMPLATE_TEST_CASE("attention is close to the exact one, with masks as well",
                   "",
                   (Attention<double, 1, 1, 1, 1>),
                   (Attention<float, 2, 3, 4, 5>),
                   (Attention<double, 1, 33, 16, 3>),
                   (Attention<float, 16, 20, 2, 1>)) {
    const auto check =
        []<class T, std::size_t N, std::size_t K, std::size_t D, std::size_t V>(Attention<T, N, K, D, V>) {
            const auto seed = static_cast<std::uint64_t>(GENERATE(take(25, random(0, 1 << 30))));
            CAPTURE(seed);
            using Of = Attention<T, N, K, D, V>;
            const auto noise = rough_matrix<typename Of::Scores>(seed + 9'000);
            const auto keep =
                generate<Matrix<bool, Query<N>, Key<K>>>([&](auto i, auto j) { return noise[i, j] < 0.1; });
            std::vector<bool> kept;
            for (std::size_t i = 0; i < N; ++i)
                for (std::size_t j = 0; j < K; ++j) kept.push_back(keep[i, j]);
            const auto exact_weights = exact::attention_weights(table(Of::q(seed)), table(Of::k(seed)), kept);
            const auto exact_output = exact::product(exact_weights, table(Of::v(seed)));
            const auto got = attention_with_weights(Of::q(seed), Of::k(seed), Of::v(seed), keep_where(keep));
            // Each of two scores of up to sqrt(D) is off by (D + 2) eps / 2 of that, which a weight below 1
            // passes on; (K / 2 + 2) eps are of softmax itself.
            const long double eps = std::numeric_limits<T>::epsilon();
            const long double of_weights =
                ((D + 2) * std::sqrt(static_cast<long double>(D)) + K / 2.0L + 2) * eps;
            REQUIRE(exact::distance(table(got.weights), exact_weights) <= of_weights);
            const double of_output =
                bounds::attention(K) + bounds::products(D, std::sqrt(static_cast<double>(D)));
            REQUIRE(exact::distance(table(got.output), exact_output) <= of_output * eps);
        };
    check(TestType{});
}
