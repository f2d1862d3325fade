// Masked attention at run time has the bits of its specification, whatever the mask leaves of a tile.

#include "kernel.hpp"

#include "catch.hpp"

#include <cstddef>
#include <initializer_list>

using namespace attest;

namespace {

/// Pairs without a pattern, of which about that many in sixteen are kept.
template <class O>
constexpr typename O::Pairs pairs(std::size_t in_sixteen) {
    return generate<typename O::Pairs>(
        [&](std::size_t i, std::size_t j) { return (i * 37 + j * 61 + i * j * 7) % 101 % 16 < in_sixteen; });
}

template <class O>
struct Masks {
    using Rows = typename O::Rows;
    using Cols = typename O::Cols;

    O operands{1, typename O::Number{2}};

    void require_agreement(const auto& mask) const {
        REQUIRE(operands.agree(mask));
        REQUIRE(operands.agree(mask, O::unchanged(), Sink{typename O::Number(0.5)}));
    }

    void at_places() const {
        require_agreement(causal<Rows, Cols>(aligned_at_start));
        require_agreement(causal<Rows, Cols>(aligned_at_end));
        for (const std::size_t place :
             std::initializer_list<std::size_t>{0, 1, 5, 127, 128, 129, 1'000'000}) {
            CAPTURE(place);
            require_agreement(causal<Rows, Cols>(aligned_at(place)));
            require_agreement(sliding_window<1, Rows, Cols>(aligned_at(place)));
            require_agreement(sliding_window<6, Rows, Cols>(aligned_at(place)));
            require_agreement(sliding_window<140, Rows, Cols>(aligned_at(place)));
        }
    }

    void of_lengths() const {
        for (std::size_t length = 0; length <= Cols::extent; length += length < 20 ? 1 : 9) {
            CAPTURE(length);
            require_agreement(padding<Rows, Cols>(length));
            require_agreement(prefix_lm<Rows, Cols>(length, aligned_at_end));
            require_agreement(~padding<Rows, Cols>(length));
        }
    }

    void of_pairs() const {
        for (const std::size_t in_sixteen : std::initializer_list<std::size_t>{0, 1, 5, 15, 16}) {
            CAPTURE(in_sixteen);
            const auto kept = keep_where(pairs<O>(in_sixteen));
            require_agreement(kept);
            require_agreement(kept & causal<Rows, Cols>(aligned_at_start));
            require_agreement(~(kept | padding<Rows, Cols>(2)));
        }
    }

    void of_masks() const {
        const auto window = sliding_window<3, Rows, Cols>(aligned_at_end);
        require_agreement(window & padding<Rows, Cols>(Cols::extent / 2));
        require_agreement(window | padding<Rows, Cols>(2));
        require_agreement(~causal<Rows, Cols>(aligned_at_start));
    }
};

}  // namespace

TEMPLATE_TEST_CASE(
    "where the keys that a query sees are given by places, masked attention has the bits that "
    "its order gives",
    "",
    (Masks<Operands<float, 9, 5, 3, 4>>),
    (Masks<Operands<float, 33, 40, 8, 20>>),
    (Masks<Operands<float, 20, 300, 4, 5>>),
    (Masks<Operands<double, 16, 16, 8, 8>>),
    (Masks<Operands<double, 21, 260, 3, 17>>)) {
    TestType{}.at_places();
}

TEMPLATE_TEST_CASE("whatever the length of a prefix, masked attention has the bits that its order gives",
                   "",
                   (Masks<Operands<float, 5, 9, 3, 4>>),
                   (Masks<Operands<float, 33, 40, 8, 20>>),
                   (Masks<Operands<double, 7, 270, 2, 3>>)) {
    TestType{}.of_lengths();
}

TEMPLATE_TEST_CASE("whatever the pairs that it keeps, masked attention has the bits that its order gives",
                   "",
                   (Masks<Operands<float, 20, 17, 8, 20>>),
                   (Masks<Operands<float, 9, 300, 4, 5>>),
                   (Masks<Operands<double, 16, 129, 3, 8>>)) {
    TestType{}.of_pairs();
    TestType{}.of_masks();
}
