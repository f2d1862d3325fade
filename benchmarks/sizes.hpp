#pragma once

// Sizes as types, to be walked.

#include <cstddef>

namespace bench {

/// Queries and keys, and the width of a head; or what else two numbers are the size of.
template <std::size_t N, std::size_t D>
struct Size {
    static constexpr std::size_t n = N;
    static constexpr std::size_t d = D;
};

template <class... S>
struct Sizes {
    /// Calls f.operator()<N, D>() for each of them in turn.
    template <class F>
    static void for_each(F f) {
        (f.template operator()<S::n, S::d>(), ...);
    }
};

/// In powers of two, but for the article's, and sizes off every vector's lanes.
using EvenSizes = Sizes<Size<3, 2>,
                        Size<8, 8>,
                        Size<16, 16>,
                        Size<32, 32>,
                        Size<64, 64>,
                        Size<128, 64>,
                        Size<512, 64>,
                        Size<2048, 64>>;
using UnevenSizes = Sizes<Size<33, 20>, Size<100, 48>, Size<197, 64>>;

using SizesOfCausalAttention =
    Sizes<Size<3, 2>, Size<8, 8>, Size<16, 16>, Size<32, 32>, Size<64, 64>, Size<512, 64>, Size<2048, 64>>;

using SizesInDouble = Sizes<Size<64, 64>, Size<512, 64>>;

}  // namespace bench
