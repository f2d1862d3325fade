// Attention at run time has the bits of its specification for numbers of every kind, and what a mask hides
// leaks nowhere.

#include "kernel.hpp"

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>

using namespace attest;

namespace {

template <class T>
constexpr T kinds[] = {std::numeric_limits<T>::quiet_NaN(),
                       std::numeric_limits<T>::infinity(),
                       -std::numeric_limits<T>::infinity(),
                       T(1e30f),
                       T(-1e30f),
                       std::numeric_limits<T>::max(),
                       std::numeric_limits<T>::lowest(),
                       std::numeric_limits<T>::denorm_min(),
                       T(-0.0)};

/// Puts a number into some places of a matrix.
template <class M>
void scatter(M& m, auto number, std::uint32_t seed, std::size_t places) {
    std::mt19937 random(seed);
    for (; places > 0; --places) m.elements[random() % M::rows][random() % M::cols] = number;
}

template <class O>
struct Poisoned {
    using T = typename O::Number;
    using Rows = typename O::Rows;
    using Cols = typename O::Cols;

    static void require_agreement(const O& operands, const auto& mask) {
        REQUIRE(operands.agree(mask));
        REQUIRE(operands.agree(mask, O::unchanged(), Sink{T(0.5)}));
    }

    /// In each operand and in all of them, in one place and in several.
    static void anywhere(const auto& mask) {
        for (const T number : kinds<T>)
            for (std::uint32_t seed = 0; seed < 6; ++seed)
                for (const std::size_t places : std::initializer_list<std::size_t>{1, 6}) {
                    CAPTURE(number, seed, places);
                    const O clean(seed, T(2));
                    O of_q = clean;
                    O of_k = clean;
                    O of_v = clean;
                    scatter(of_q.q, number, seed, places);
                    scatter(of_k.k, number, seed, places);
                    scatter(of_v.v, number, seed, places);
                    require_agreement(of_q, mask);
                    require_agreement(of_k, mask);
                    require_agreement(of_v, mask);
                    of_v.q = of_q.q;
                    of_v.k = of_k.k;
                    require_agreement(of_v, mask);
                }
    }

    /// Keys and values that no query sees may be anything, and change no bit.
    static void behind(const auto& mask) {
        const O clean(1, T(2));
        const auto expected = clean.attention(mask, O::unchanged(), Sink<T>{});
        REQUIRE(same_bits(expected, clean.as_specified(mask, O::unchanged(), Sink<T>{})));
        for (const T number : kinds<T>) {
            O poisoned = clean;
            for (std::size_t j = 0; j < Cols::extent; ++j) {
                bool is_seen = false;
                for (std::size_t i = 0; i < Rows::extent; ++i) is_seen = is_seen || mask.keeps(i, j);
                if (is_seen) continue;
                for (T& element : poisoned.k.elements[j]) element = number;
                for (T& element : poisoned.v.elements[j]) element = number;
            }
            CAPTURE(number);
            REQUIRE(same_bits(poisoned.attention(mask, O::unchanged(), Sink<T>{}), expected));
        }
    }

    /// Of a key and a value that some queries see, those that do not see it get what they got.
    static void before(const auto& mask) {
        const O clean(2, T(2));
        const auto expected = clean.attention(mask, O::unchanged(), Sink<T>{});
        for (const T number : kinds<T>)
            for (std::size_t j = 0; j < Cols::extent; j += j < 20 ? 1 : 7) {
                O poisoned = clean;
                for (T& element : poisoned.k.elements[j]) element = number;
                for (T& element : poisoned.v.elements[j]) element = number;
                const auto output = poisoned.attention(mask, O::unchanged(), Sink<T>{});
                CAPTURE(number, j);
                for (std::size_t i = 0; i < Rows::extent; ++i)
                    for (std::size_t c = 0; c < output.cols; ++c)
                        if (!mask.keeps(i, j) && !same_bits(output[i, c], expected[i, c]))
                            FAIL("a hidden key leaks to query " << i);
                require_agreement(poisoned, mask);
            }
    }
};

/// Every third pair.
template <class O>
auto some_pairs() {
    return keep_where(generate<typename O::Pairs>(
        [](std::size_t i, std::size_t j) { return (i * 2 + j) % 3 == 0 && j % 5 != 4; }));
}

}  // namespace

TEMPLATE_TEST_CASE("numbers of every kind give what the order of attention makes of them",
                   "",
                   (Operands<float, 3, 5, 2, 4>),
                   (Operands<float, 17, 20, 9, 11>),
                   (Operands<float, 9, 140, 4, 3>),
                   (Operands<double, 8, 8, 8, 8>),
                   (Operands<double, 11, 135, 3, 5>)) {
    using Rows = typename TestType::Rows;
    using Cols = typename TestType::Cols;
    Poisoned<TestType>::anywhere(TestType::no_mask());
    Poisoned<TestType>::anywhere(causal<Rows, Cols>(aligned_at_end));
    Poisoned<TestType>::anywhere(some_pairs<TestType>());
}

TEMPLATE_TEST_CASE("C1, C21: what a mask hides leaks nowhere, whatever it is",
                   "",
                   (Operands<float, 3, 5, 2, 4>),
                   (Operands<float, 17, 20, 9, 11>),
                   (Operands<float, 9, 140, 4, 3>),
                   (Operands<double, 8, 8, 8, 8>),
                   (Operands<double, 11, 135, 3, 5>)) {
    using Rows = typename TestType::Rows;
    using Cols = typename TestType::Cols;
    using P = Poisoned<TestType>;
    P::behind(padding<Rows, Cols>(0));
    P::behind(padding<Rows, Cols>(3));
    P::behind(~padding<Rows, Cols>(Cols::extent - 2));
    P::behind(some_pairs<TestType>());
    P::before(causal<Rows, Cols>(aligned_at_start));
    P::before(sliding_window<2, Rows, Cols>(aligned_at_end));
    P::before(some_pairs<TestType>());
}

TEMPLATE_TEST_CASE("scores that are all infinite give what they should",
                   "",
                   (Operands<float, 5, 7, 1, 3>),
                   (Operands<double, 20, 140, 1, 9>)) {
    using T = typename TestType::Number;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    TestType operands(1);
    for (auto& row : operands.q.elements) row[0] = 1;
    for (auto& row : operands.k.elements) row[0] = -infinity;
    REQUIRE(operands.agree());
    REQUIRE(operands.attention(TestType::no_mask(), TestType::unchanged(), Sink<T>{}) ==
            decltype(operands.attention(TestType::no_mask(), TestType::unchanged(), Sink<T>{})){});
    // Those of +inf share the whole weight.
    for (auto& row : operands.k.elements) row[0] = infinity;
    REQUIRE(operands.agree());
    operands.k[2, 0] = 3;
    operands.k[4, 0] = -infinity;
    REQUIRE(operands.agree());
    REQUIRE(operands.agree(TestType::no_mask(), TestType::unchanged(), Sink{infinity}));
}
