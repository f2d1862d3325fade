// Attention with changed scores at run time has the bits of its specification.

#include "kernel.hpp"

#include "catch.hpp"

#include <cstddef>
#include <limits>

using namespace attest;

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

}  // namespace

TEMPLATE_TEST_CASE("with each change of scores attention has the bits that its order gives",
                   "",
                   (Operands<float, 20, 150, 8, 9>),
                   (Operands<float, 33, 40, 8, 20>),
                   (Operands<double, 6, 17, 4, 7>)) {
    using T = typename TestType::Number;
    using Rows = typename TestType::Rows;
    using Cols = typename TestType::Cols;
    const TestType operands(2, 3);
    const auto mask = causal<Rows, Cols>(aligned_at_end);
    require_agreement_beside_sinks(operands, mask, alibi<Rows, Cols>(T(0.25), aligned_at_end));
    require_agreement_beside_sinks(operands, mask, soft_cap<Rows, Cols>(T(2)));
    require_agreement_beside_sinks(operands, mask, scale_by<Rows, Cols>(T(0.3)));
    require_agreement_beside_sinks(operands, TestType::no_mask(), scale_by<Rows, Cols>(T(0.3)));
}

TEMPLATE_TEST_CASE("with a chain of changes attention has the bits that its order gives",
                   "",
                   (Operands<float, 3, 5, 2, 4>),
                   (Operands<float, 9, 140, 130, 3>),
                   (Operands<double, 18, 131, 5, 3>)) {
    using T = typename TestType::Number;
    using Rows = typename TestType::Rows;
    using Cols = typename TestType::Cols;
    const TestType operands(2, 3);
    const auto bias = add_bias(times(T(4), rough_matrix<typename TestType::Scores>(3)));
    const auto chain = scale_by<Rows, Cols>(T(-2)) >> alibi<Rows, Cols>(T(0.5), aligned_at_start) >> bias >>
                       soft_cap<Rows, Cols>(T(5));
    require_agreement_beside_sinks(operands, TestType::no_mask(), chain);
    require_agreement_beside_sinks(operands, causal<Rows, Cols>(aligned_at_end), chain);
}

TEMPLATE_TEST_CASE("a bias of any number counts as its formula has it", "", float, double) {
    using T = TestType;
    using O = Operands<T, 9, 140, 3, 4>;
    const O operands(4);
    for (const T number :
         {infinity<T>, -infinity<T>, std::numeric_limits<T>::quiet_NaN(), T(1e30), T(-1e30)}) {
        CAPTURE(number);
        typename O::Scores bias;
        for (std::size_t j = 0; j < 140; ++j) {
            bias[0, j] = number;  // in the whole row
            bias[1, j] = j < 128 ? number : T(0);
            bias[2, j] = j < 128 ? T(0) : number;
        }
        bias[3, 7] = bias[5, 0] = bias[7, 139] = number;
        REQUIRE(operands.agree(O::no_mask(), add_bias(bias)));
        REQUIRE(operands.agree(causal<typename O::Rows, typename O::Cols>(aligned_at_end), add_bias(bias)));
        REQUIRE(operands.agree(O::no_mask(), add_bias(bias), Sink{T(1)}));
    }
}
