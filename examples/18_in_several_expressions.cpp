// Attention of 128 tokens at compile time. A compiler gives up on a constant expression that takes too
// long; but what it counts is each expression, not all of them. So each projection is a constant of its own,
// and attention, which has an exponential for every score, is two.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

#include <cstddef>

using namespace attest;

// A fused multiply-add is not among what every compiler can evaluate, and the library computes it in
// integers there: that takes longer, and there are fewer tokens.
constexpr std::size_t length = multiply_add_is_fused ? 24 : 128;
constexpr std::size_t width = length / 2;

using X = Matrix<float, Tokens<length>, Model<width>>;
using ToHead = Matrix<float, Model<width>, HeadDim<width>>;
using ToValue = Matrix<float, Model<width>, ValueDim<width>>;

template <class M>
constexpr M numbers(std::size_t seed) {
    return generate<M>([seed](std::size_t i, std::size_t j) {
        return static_cast<float>((i * 37 + j * 61 + seed * 17 + i * j * 7) % 101) / 200 - 0.25f;
    });
}

constexpr X x = numbers<X>(1);
constexpr ToHead w_q = numbers<ToHead>(2);
constexpr ToHead w_k = numbers<ToHead>(3);
constexpr ToValue w_v = numbers<ToValue>(4);

constexpr auto q = project(x, w_q);
constexpr auto k = project(x, w_k);
constexpr auto v = project(x, w_v);

// Queries have nothing to do with one another: half of them are a matrix like any other.
constexpr auto upper = attention(slice_rows<0, length / 2>(q), k, v);
constexpr auto lower = attention(slice_rows<length / 2, length / 2>(q), k, v);
constexpr Matrix<float, Tokens<length>, ValueDim<width>> output = join_rows(upper, lower);

int main() {
    show("the first rows and columns of the output", slice_rows<0, 3>(slice_cols<0, 4>(output)));
    return same_at_run_time(output, self_attention(unseen(x), unseen(w_q), unseen(w_k), unseen(w_v)));
}
