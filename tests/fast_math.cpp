// The library under -ffast-math, which assumes that there are no infinities and no NaNs, flushes what is
// below the smallest normal number to zero, and rearranges sums. What holds then is tested here; every
// verdict comes from exact.cpp, which is compiled without.

#ifndef __FAST_MATH__
#error "This is to be compiled with -ffast-math"
#endif

#include <attest/attest.hpp>

#include "bounds.hpp"
#include "exact.hpp"
#include "random.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

using namespace attest;

namespace {

bool all_hold = true;

void require(bool holds, const char* what) {
    if (!holds) std::printf("not so: %s\n", what);
    all_hold = all_hold && holds;
}

/// The same number, read so that the compiler must compute at run time.
template <class M>
M unseen_by_compiler(const M& m) {
    return generate<M>([&](auto i, auto j) {
        const volatile auto element = m.elements[i][j];
        return element;
    });
}

/// Numbers from low to high, and ones of every exponent between.
template <class T>
std::vector<T> arguments(T low, T high) {
    constexpr std::size_t count = 1 << 17;
    std::mt19937_64 bits(1);
    const auto unit = [&] { return static_cast<T>(static_cast<double>(bits() >> 11) * 0x1p-53); };
    std::vector<T> result;
    for (std::size_t i = 0; i < count; ++i) {
        result.push_back(low + (high - low) * unit());
        const T scale =
            std::ldexp(T(1), -static_cast<int>(bits() % (std::numeric_limits<T>::max_exponent - 2)));
        const T small = (bits() % 2 == 0 ? low : high) * scale * (T(0.5) + unit() / 2);
        if (std::fabs(small) >= std::numeric_limits<T>::min()) result.push_back(small);
    }
    return result;
}

/// A function's worst error in ulp, in a loop that compilers vectorise.
template <class T, class Of>
void measure(const char* name, Of of, exact::Function exactly, double bound, T low, T high) {
    const std::vector<T> x = arguments(low, high);
    std::vector<T> results(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) results[i] = of(x[i]);
    const exact::Worst worst = exact::worst<T>(exactly, x, results);
    const char* const type = std::is_same_v<T, float> ? "float" : "double";
    std::printf("%-8s %-6s %.3f ulp at %a\n", name, type, worst.error, worst.argument);
    require(worst.error <= bound, "its error is within the bound");
}

template <class T>
void measure_functions() {
    constexpr T largest = std::is_same_v<T, float> ? T(88.7) : T(709.7);
    constexpr T huge = std::numeric_limits<T>::max() / 4;
    constexpr T tiny = std::numeric_limits<T>::min();
    // Half an ulp more than without -ffast-math; a vector of square roots of floats is an estimate and a
    // step.
    measure<T>("exp", [](T x) { return attest::exp(x); }, exact::exp, 1.5, -2 * largest, largest);
    measure<T>("exp2", [](T x) { return attest::exp2(x); }, exact::exp2, 1.5, -2 * largest, largest);
    measure<T>("log", [](T x) { return attest::log(x); }, exact::log, 1.5, tiny, huge);
    measure<T>("sqrt", [](T x) { return attest::sqrt(x); }, exact::sqrt, 3, tiny, huge);
    measure<T>("tanh", [](T x) { return attest::tanh(x); }, exact::tanh, 2.5, -largest, largest);
    measure<T>("sigmoid", [](T x) { return attest::sigmoid(x); }, exact::sigmoid, 2.5, -largest, largest);
    measure<T>("erf", [](T x) { return attest::erf(x); }, exact::erf, 2.5, -largest, largest);
    measure<T>("sin", [](T x) { return attest::sin(x); }, exact::sin, 1.5, -1000, 1000);
    measure<T>("cos", [](T x) { return attest::cos(x); }, exact::cos, 1.5, -1000, 1000);
    // As far as tests/weight.cpp has it, and half an ulp more: 2.4 ulp of float and 1.3 of double, and what
    // the exponent is off by, which is 1.23 roundings of itself at most.
    const auto scale = detail::weight_scale(T(1));
    const auto weight = [&](T x) { return detail::weight(x, scale); };
    constexpr double of_power = std::is_same_v<T, float> ? 2.4 + 0.5 : 1.3 + 0.5;
    measure<T>("weight", weight, exact::exp, of_power + 1.23, -1, 0);
    measure<T>("weight", weight, exact::exp, of_power + 60 * 1.23, -60, 0);
    measure<T>("sin", [](T x) { return attest::sin(x); }, exact::sin, 1.5, 1, huge);
    measure<T>("cos", [](T x) { return attest::cos(x); }, exact::cos, 1.5, 1, huge);
}

using exact::table;

template <std::size_t Q, std::size_t K>
using Pairs = Matrix<bool, Query<Q>, Key<K>>;

/// Which pairs a mask keeps, as it is said to.
template <std::size_t Q, std::size_t K, class Rule, class Says>
void require_pairs(const Mask<Query<Q>, Key<K>, Rule>& mask, Says says, const char* what) {
    for (std::size_t i = 0; i < Q; ++i)
        for (std::size_t j = 0; j < K; ++j) require(mask.keeps(i, j) == says(i, j), what);
}

/// Weights and outputs are within the bound of the exact ones, and exactly 0 where the mask hides.
template <class T, std::size_t Q, std::size_t K>
void require_close_with(const Mask<Query<Q>, Key<K>, KeepWhere<Query<Q>, Key<K>>>& mask, const char* what) {
    const auto q = times(T(4), random_matrix<Matrix<T, Query<Q>, HeadDim<8>>>(1));
    const auto k = times(T(4), random_matrix<Matrix<T, Key<K>, HeadDim<8>>>(2));
    const auto v = random_matrix<Matrix<T, Key<K>, ValueDim<3>>>(3);
    std::vector<bool> kept;
    for (std::size_t i = 0; i < Q; ++i)
        for (std::size_t j = 0; j < K; ++j) kept.push_back(mask.keeps(i, j));
    const exact::Table exact_weights = exact::attention_weights(table(q), table(k), kept);
    const exact::Table exact_output = exact::product(exact_weights, table(v));

    // A score of up to 16 sqrt(8) takes 10 roundings, which exp passes on; K + 8 more are in weights and
    // sums.
    constexpr long double eps = std::numeric_limits<T>::epsilon();
    constexpr long double bound = (46 * 10 + K + 8) * eps;
    const auto both = attention_with_weights(unseen_by_compiler(q), unseen_by_compiler(k), v, mask);
    require(exact::distance(table(both.weights), exact_weights) <= bound, what);
    // 4 more than without -ffast-math, where the inverse of a sum may be an estimate and a step.
    constexpr long double of_output = (bounds::attention(K) + bounds::products(8, 46) + 4) * eps;
    require(exact::distance(table(both.output), exact_output) <= of_output, what);
    const auto tiled = tiled_attention<2, 3>(unseen_by_compiler(q), k, v, mask);
    require(exact::distance(table(tiled), exact_output) <= bound, what);
    for (std::size_t i = 0; i < Q; ++i)
        for (std::size_t j = 0; j < K; ++j)
            require(mask.keeps(i, j) || both.weights.elements[i][j] == 0, "what is hidden has no weight");
}

/// The same for any rule. As a matrix they are all of one type, which compiles in a fraction of the time.
template <class T, std::size_t Q, std::size_t K, class Rule>
void require_close(const Mask<Query<Q>, Key<K>, Rule>& mask, const char* what) {
    require_close_with<T>(keep_where(generate<Pairs<Q, K>>([&](auto i, auto j) { return mask.keeps(i, j); })),
                          what);
}

template <class T>
void masks() {
    require_close<T>(no_mask<Query<7>, Key<13>>(), "no mask");
    require_close<T>(causal<Query<7>, Key<7>>(), "causal");
    require_close<T>(causal<Query<7>, Key<13>>(aligned_at_start), "causal, aligned at the start");
    require_close<T>(causal<Query<7>, Key<13>>(aligned_at_end), "causal, aligned at the end");
    require_close<T>(causal<Query<13>, Key<7>>(aligned_at_end), "causal, with empty rows");
    require_close<T>(sliding_window<3, Query<7>, Key<13>>(aligned_at(4)), "a window");
    require_close<T>(padding<Query<7>, Key<13>>(5), "padding");
    require_close<T>(padding<Query<7>, Key<13>>(0), "nothing but padding");
    require_close<T>(causal<Query<37>, Key<150>>(aligned_at_end), "causal, in two tiles");
    require_close<T>(~padding<Query<37>, Key<150>>(130), "a first tile that is all masked");
    require_close<T>(prefix_lm<Query<7>, Key<7>>(3), "a prefix");
    require_close<T>(~causal<Query<7>, Key<7>>(), "not causal");
    require_close<T>(causal<Query<7>, Key<7>>() & ~padding<Query<7>, Key<7>>(2), "both");
    require_close<T>(~causal<Query<7>, Key<7>>() | padding<Query<7>, Key<7>>(2), "either");
    require_close<T>(keep_where(generate<Pairs<7, 13>>([](auto i, auto j) { return (i * j) % 3 == 1; })),
                     "a matrix");
}

void mask_rules() {
    const auto at = [](std::size_t n) { return static_cast<std::ptrdiff_t>(n); };
    require_pairs(
        causal<Query<4>, Key<7>>(aligned_at_end), [&](auto i, auto j) { return at(j) <= at(i) + 3; },
        "causal keeps j <= i + offset");
    require_pairs(
        sliding_window<2, Query<4>, Key<4>>(), [&](auto i, auto j) { return j <= i && i < j + 2; },
        "a window keeps that many");
    require_pairs(
        padding<Query<4>, Key<7>>(3), [](auto, auto j) { return j < 3; }, "padding keeps the first");
    require_pairs(
        prefix_lm<Query<4>, Key<4>>(2), [](auto i, auto j) { return j < 2 || j <= i; },
        "a prefix is seen by all");
}

template <class T>
using Row = Matrix<T, Query<1>, Key<3>>;

/// What softmax makes of a row that the compiler cannot see is as far off as that at most.
template <class T, class Rule = KeepAll>
void require_weights(const Row<T>& scores,
                     const Row<T>& expected,
                     T bound,
                     const char* what,
                     const Mask<Query<1>, Key<3>, Rule>& mask = {},
                     const Sink<T>& sink = {}) {
    const Row<T> weights = softmax<Key<3>>(unseen_by_compiler(scores), mask, sink);
    require(exact::distance(table(weights), table(expected)) <= bound, what);
}

template <class T>
void scores_of_any_size() {
    constexpr T eps = std::numeric_limits<T>::epsilon();
    constexpr T max = std::numeric_limits<T>::max();
    constexpr T third = T(1) / 3;
    const Row<T> exact{{T(0.42231879825151820), T(0.42231879825151820), T(0.15536240349696361)}};
    require_weights<T>({{1000, 1000, 999}}, exact, eps, "scores of 1000");
    require_weights<T>({{-1000, -1000, -1001}}, exact, eps, "scores of -1000");
    require_weights<T>({{800, -800, 0}}, {{1, 0, 0}}, eps, "scores of 800");
    require_weights<T>({{T(1e30), T(-1e30), 0}}, {{1, 0, 0}}, eps, "scores of 1e30");
    require_weights<T>({{T(1e30), T(1e30), T(1e30)}}, {{third, third, third}}, eps, "equal scores of 1e30");
    require_weights<T>({{max, -max, 0}}, {{1, 0, 0}}, eps, "scores whose difference overflows");
    require_weights<T>({{-max, -max, -max}}, {{third, third, third}}, eps, "the lowest scores");
    require_weights<T>({{-max, 5, T(1e30)}}, {{1, 0, 0}}, eps, "the lowest of the scores, and alone",
                       padding<Query<1>, Key<3>>(1));
}

template <class T>
void empty_rows_and_sinks() {
    constexpr T eps = std::numeric_limits<T>::epsilon();
    const auto nothing = padding<Query<1>, Key<3>>(0);
    require_weights<T>({{1, 2, 3}}, {{0, 0, 0}}, 0, "a row without a key", nothing);
    require_weights<T>({{1, 2, 3}}, {{0, 0, 0}}, 0, "a row without a key but a sink", nothing, Sink<T>{0});
    require_weights<T>({{1, 2, 9}}, {{T(.24472847105479765), T(.66524095577482189), 0}}, eps, "a sink of 0",
                       padding<Query<1>, Key<3>>(2), Sink<T>{0});
    require_weights<T>({{5, 5, 9}}, {{T(0.5), T(0.5), 0}}, eps, "no sink", padding<Query<1>, Key<3>>(2));
    require_weights<T>({{1, 2, 3}}, {{0, 0, 0}}, 0, "a high sink", {}, Sink<T>{2000});

    const Matrix<T, Query<1>, HeadDim<1>> q{{1}};
    const Matrix<T, Key<3>, HeadDim<1>> k{{1}, {2}, {3}};
    const Matrix<T, Key<3>, ValueDim<2>> v{{1, 2}, {3, 4}, {5, 6}};
    const exact::Table zero{1, 2, {0, 0}};
    require(exact::distance(table(attention(unseen_by_compiler(q), k, v, nothing)), zero) == 0,
            "what attends to nothing gets nothing");
    require(exact::distance(table(tiled_attention<1, 2>(unseen_by_compiler(q), k, v, nothing)), zero) == 0,
            "what attends to nothing in tiles gets nothing");

    const auto sum = log_sum_exp<Key<3>>(unseen_by_compiler(Row<T>{{1000, 1000, 1000}}));
    require(exact::distance(table(sum), {1, 1, {1000 + std::log(3.0L)}}) <= 4000 * eps, "log_sum_exp");
}

}  // namespace

int main() {
    measure_functions<float>();
    measure_functions<double>();
    mask_rules();
    masks<float>();
    masks<double>();
    scores_of_any_size<float>();
    scores_of_any_size<double>();
    empty_rows_and_sinks<float>();
    empty_rows_and_sinks<double>();
    return all_hold ? 0 : 1;
}
