// Attention with a sink at run time has the bits of its specification.

#include "kernel.hpp"

#include "catch.hpp"

#include <limits>

using namespace attest;

TEMPLATE_TEST_CASE("with a sink attention has the bits that its order gives",
                   "",
                   (Operands<float, 3, 5, 2, 4>),
                   (Operands<float, 20, 33, 8, 9>),
                   (Operands<float, 9, 270, 16, 8>),
                   (Operands<double, 6, 17, 4, 7>),
                   (Operands<double, 18, 150, 5, 3>)) {
    using Rows = typename TestType::Rows;
    using Cols = typename TestType::Cols;
    const TestType operands(1, 3);
    require_agreement_beside_sinks(operands, TestType::no_mask(), TestType::unchanged());
    // Rows that see nothing, beside rows that do.
    require_agreement_beside_sinks(operands, causal<Rows, Cols>(aligned_at_start) & ~padding<Rows, Cols>(2),
                                   TestType::unchanged());
    require_agreement_beside_sinks(operands, causal<Rows, Cols>(aligned_at_end), TestType::unchanged());
    require_agreement_beside_sinks(operands, padding<Rows, Cols>(0), TestType::unchanged());
}

TEMPLATE_TEST_CASE("beside the lowest of sinks a score of -inf takes nothing", "", float, double) {
    using T = TestType;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const Matrix<T, Query<1>, HeadDim<4>> q{{1, 0, 0, 0}};
    const Matrix<T, Key<1>, HeadDim<4>> k{{-infinity, 0, 0, 0}};
    const Matrix<T, Key<1>, ValueDim<1>> v{{1}};
    const Sink<T> sink{std::numeric_limits<T>::lowest()};
    REQUIRE(same_bits(attention(q, k, v, no_mask<Query<1>, Key<1>>(), {}, sink), {{0}}));
}
