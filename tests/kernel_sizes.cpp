// Attention at run time has the bits of its specification, at sizes on either side of what vectors, tiles
// and scratch hold.

#include "kernel.hpp"

#include "catch.hpp"

#include <cstdint>
#include <memory>

using namespace attest;

namespace {

template <class O>
void require_agreement() {
    using T = typename O::Number;
    for (const T size : {T(1), T(3), T(40)})
        for (std::uint64_t seed = 1; seed < 4; ++seed) {
            CAPTURE(size, seed);
            const O operands(seed, size);
            REQUIRE(operands.agree());
            REQUIRE(operands.agree(O::no_mask(), O::unchanged(), Sink{T(0.25)}));
        }
}

}  // namespace

// The extents are those of queries, keys, depth and width.
TEMPLATE_TEST_CASE("of few queries, attention has the bits that its order gives",
                   "",
                   (Operands<float, 1, 1, 1, 1>),
                   (Operands<float, 1, 20, 16, 20>),
                   (Operands<float, 1, 37, 23, 5>),
                   (Operands<float, 1, 300, 128, 64>),
                   (Operands<float, 2, 1, 4, 3>),
                   (Operands<float, 2, 130, 300, 200>),
                   (Operands<float, 3, 3, 2, 2>),
                   (Operands<float, 3, 257, 129, 1>),
                   (Operands<float, 4, 4, 4, 4>),
                   (Operands<float, 5, 7, 1, 16>),
                   (Operands<float, 7, 300, 130, 33>),
                   (Operands<double, 1, 2, 3, 4>),
                   (Operands<double, 1, 37, 15, 5>),
                   (Operands<double, 1, 300, 130, 48>),
                   (Operands<double, 2, 2, 2, 2>),
                   (Operands<double, 3, 257, 129, 7>),
                   (Operands<double, 4, 16, 2, 33>),
                   (Operands<double, 5, 8, 8, 9>),
                   (Operands<double, 7, 3, 16, 1>)) {
    require_agreement<TestType>();
}

TEMPLATE_TEST_CASE("of as many queries as some vectors hold, attention has the bits that its order gives",
                   "",
                   (Operands<float, 8, 8, 8, 8>),
                   (Operands<float, 8, 9, 15, 17>),
                   (Operands<float, 9, 129, 257, 20>),
                   (Operands<float, 15, 16, 9, 2>),
                   (Operands<float, 16, 16, 16, 16>),
                   (Operands<float, 17, 15, 20, 8>),
                   (Operands<float, 20, 17, 3, 15>),
                   (Operands<double, 8, 9, 4, 31>),
                   (Operands<double, 9, 8, 7, 5>),
                   (Operands<double, 15, 129, 17, 16>),
                   (Operands<double, 16, 5, 31, 3>),
                   (Operands<double, 17, 128, 32, 32>)) {
    require_agreement<TestType>();
}

TEMPLATE_TEST_CASE("of more queries and keys than a tile holds, attention has the bits that its order gives",
                   "",
                   (Operands<float, 31, 33, 8, 20>),
                   (Operands<float, 33, 20, 17, 9>),
                   (Operands<float, 47, 300, 4, 2>),
                   (Operands<float, 48, 65, 31, 48>),
                   (Operands<float, 64, 64, 64, 64>),
                   (Operands<float, 100, 127, 5, 65>),
                   (Operands<float, 128, 128, 128, 128>),
                   (Operands<float, 129, 130, 2, 31>),
                   (Operands<float, 300, 1, 16, 3>),
                   (Operands<double, 32, 48, 33, 64>),
                   (Operands<double, 35, 150, 6, 5>),
                   (Operands<double, 65, 100, 20, 17>),
                   (Operands<double, 130, 197, 33, 15>),
                   (Operands<double, 200, 64, 48, 16>)) {
    require_agreement<TestType>();
}

// A tile of keys is then seen by several blocks of queries in turn.
TEMPLATE_TEST_CASE("of more keys than a cache holds, attention has the bits that its order gives",
                   "",
                   (Operands<float, 161, 1100, 64, 64>),
                   (Operands<float, 70, 520, 300, 10>),
                   (Operands<double, 85, 600, 64, 64>)) {
    using Rows = typename TestType::Rows;
    using Cols = typename TestType::Cols;
    const auto operands = std::make_unique<TestType>(1);
    REQUIRE(operands->agree());
    REQUIRE(operands->agree(causal<Rows, Cols>(aligned_at(130))));
    REQUIRE(operands->agree(sliding_window<200, Rows, Cols>(aligned_at_end)));
}
