// Theorems about masks, softmax and attention. That this file compiles is their proof, for these sizes
// and numbers, in float and in double: each is a bool with its sentence above it, and is asserted at once.

#include <attest/attest.hpp>

#include "bounds.hpp"
#include "check.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

using namespace attest;

namespace {

constexpr std::size_t n = 5;

template <class T>
using Q = Matrix<T, Tokens<n>, HeadDim<3>>;
template <class T>
using V = Matrix<T, Tokens<n>, ValueDim<2>>;
template <class T>
using Scores = Matrix<T, Tokens<n>, Tokens<n>>;

/// Numbers between -size and size that follow no pattern, all of them multiples of size / 2^11.
template <class M, class T>
constexpr M scattered(std::uint32_t state, T size) {
    return generate<M>([&](auto, auto) {
        state = state * 1664525u + 1013904223u;
        return size * static_cast<T>(static_cast<int>(state >> 20) - 2048) / 2048;
    });
}

template <class T>
constexpr Q<T> q = scattered<Q<T>>(1, T{3});
template <class T>
constexpr Q<T> k = scattered<Q<T>>(2, T{3});
template <class T>
constexpr V<T> v = scattered<V<T>>(3, T{1});
template <class T>
constexpr Scores<T> s = scattered<Scores<T>>(4, T{8});
template <class T>
constexpr T eps = std::numeric_limits<T>::epsilon();

constexpr auto in_order = causal<Tokens<n>>();

/// The order 2, 0, 4, 1, 3.
template <Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Rows, Cols> permuted_rows(const Matrix<T, Rows, Cols>& m) {
    constexpr std::array<std::size_t, n> order{2, 0, 4, 1, 3};
    return generate<Matrix<T, Rows, Cols>>([&](auto i, auto j) { return m[order[i], j]; });
}

/// Whether two masks keep the same pairs.
template <Axis Query, Axis Key, class First, class Second>
constexpr bool same(const Mask<Query, Key, First>& a, const Mask<Query, Key, Second>& b) {
    for (std::size_t i = 0; i < Query::extent; ++i)
        for (std::size_t j = 0; j < Key::extent; ++j)
            if (a.keeps(i, j) != b.keeps(i, j)) return false;
    return true;
}

// Masks

constexpr auto a = causal<Tokens<n>>();
constexpr auto b = padding<Tokens<n>>(3);
constexpr auto c = keep_where(Matrix<bool, Tokens<n>, Tokens<n>>{{true, false, true, true, false},
                                                                 {false, false, false, false, false},
                                                                 {true, true, false, true, true},
                                                                 {false, true, false, true, false},
                                                                 {true, true, true, true, true}});
constexpr auto all = no_mask<Tokens<n>>();
constexpr auto none = ~all;

// The order of masks does not matter.
static_assert(same(a & b, b& a) && same(a | c, c | a));

// Nor does how they are bracketed.
static_assert(same((a & b) & c, a&(b& c)) && same((a | b) | c, a | (b | c)));

// Each of & and | distributes over the other.
static_assert(same(a & (b | c), (a & b) | (a & c)) && same(a | (b & c), (a | b) & (a | c)));

// A mask with itself is itself, and so is one that is absorbed.
static_assert(same(a & a, a) && same(c | c, c) && same(a & (a | c), a) && same(a | (a & c), a));

// No mask is the unit of &, and everything hidden that of |.
static_assert(same(c & all, c) && same(c | none, c) && same(c | all, all) && same(c & none, none));

// A mask and what it hides are all pairs, and share none.
static_assert(same(c | ~c, all) && same(c & ~c, none) && same(~~c, c));

// De Morgan: what both do not keep, one of them hides.
static_assert(same(~(a & c), ~a | ~c) && same(~(a | c), ~a & ~c));

// A window of at least as many keys as there are is causal.
static_assert(same(sliding_window<n, Tokens<n>>(), a) && same(sliding_window<100, Tokens<n>>(), a) &&
              !same(sliding_window<n - 1, Tokens<n>>(), a));

// A window of W is what is causal, and was not W tokens ago.
static_assert(same(sliding_window<2, Query<2>, Key<5>>(aligned_at(3)),
                   causal<Query<2>, Key<5>>(aligned_at(3)) & ~causal<Query<2>, Key<5>>(aligned_at(1))));

// A prefix of nothing leaves a causal mask, and one of everything leaves no mask.
static_assert(same(prefix_lm<Tokens<n>>(0), a) && same(prefix_lm<Tokens<n>>(n), all) &&
              same(padding<Tokens<n>>(n), all) && same(padding<Tokens<n>>(0), none));

// Softmax

template <class T>
constexpr bool rows_sum_to_one(const Scores<T>& scores) {
    for (const auto& row : softmax<Tokens<n>>(scores, in_order).elements) {
        T sum = 0;
        for (const T weight : row) sum += weight;
        // Its n sums and n divisions, and again n sums here, are rounded by half an eps of at most 1.
        if (!(sum - 1 <= 1.5f * n * eps<T> && 1 - sum <= 1.5f * n * eps<T>)) return false;
    }
    return true;
}
// Every row of weights that sees a key sums to 1.
static_assert(rows_sum_to_one(s<float>) && rows_sum_to_one(s<double>));

template <class T>
constexpr bool shift_changes_nothing(T shift) {
    const auto shifted = generate<Scores<T>>([&](auto i, auto j) { return s<T>[i, j] + shift; });
    return same_bits(softmax<Tokens<n>>(shifted, in_order), softmax<Tokens<n>>(s<T>, in_order));
}
// The same number added to every score, which is exact here, changes no bit.
static_assert(shift_changes_nothing(100.f) && shift_changes_nothing(-7.25f) && shift_changes_nothing(1000.0));

template <class T>
constexpr bool sink_is_a_key_of_no_value(T score) {
    const auto with_key =
        join_cols(s<T>, generate<Matrix<T, Tokens<n>, Tokens<1>>>([&](auto, auto) { return score; }));
    const auto values = join_rows(v<T>, Matrix<T, Tokens<1>, ValueDim<2>>{});
    return same_bits(weighted_sum(softmax<Tokens<n>>(s<T>, {}, Sink{score}), v<T>),
                     weighted_sum(softmax<Tokens<n + 1>>(with_key), values));
}
// A sink is a last key of that score whose value is zero.
static_assert(sink_is_a_key_of_no_value(0.f) && sink_is_a_key_of_no_value(0.0) &&
              sink_is_a_key_of_no_value(9.0));

// Attention

template <class T>
constexpr bool no_token_sees_the_next() {
    const auto first = [](const auto& m) { return slice_rows<0, 3>(m); };
    return same_bits(first(attention(q<T>, k<T>, v<T>, in_order)),
                     attention(first(q<T>), first(k<T>), first(v<T>), causal<Tokens<3>>()));
}
// Causal attention of a prefix is the prefix of causal attention, bit for bit.
static_assert(no_token_sees_the_next<float>() && no_token_sees_the_next<double>());

template <class T>
constexpr bool last_queries_are_aligned_at_the_end() {
    const auto last = slice_rows<3, 2>(q<T>);
    return same_bits(slice_rows<3, 2>(attention(q<T>, k<T>, v<T>, in_order)),
                     attention(last, k<T>, v<T>, causal<Tokens<2>, Tokens<n>>(aligned_at_end)));
}
// The last queries alone, aligned at the end, get what they get among all, bit for bit.
static_assert(last_queries_are_aligned_at_the_end<float>() && last_queries_are_aligned_at_the_end<double>());

template <class T>
constexpr bool hidden_keys_might_as_well_not_be_there() {
    return same_bits(attention(q<T>, k<T>, v<T>, padding<Tokens<n>>(3)),
                     attention(q<T>, slice_rows<0, 3>(k<T>), slice_rows<0, 3>(v<T>)));
}
// Attention with padding is attention without it, bit for bit.
static_assert(hidden_keys_might_as_well_not_be_there<float>() &&
              hidden_keys_might_as_well_not_be_there<double>());

template <class T>
constexpr bool wide_window_is_causal() {
    return same_bits(attention(q<T>, k<T>, v<T>, sliding_window<n, Tokens<n>>()),
                     attention(q<T>, k<T>, v<T>, in_order));
}
// Attention in a window that holds everything is causal attention, bit for bit.
static_assert(wide_window_is_causal<float>() && wide_window_is_causal<double>());

// Sums of n weights, and of n weighted values below 1, in two orders: each is rounded n times by half an
// eps of at most 1, and then an inverse and a product once.
template <class T>
constexpr T other_order = 2 * (n + 1) * eps<T>;

template <class T>
constexpr bool keys_have_no_order() {
    return largest_difference(attention(q<T>, permuted_rows(k<T>), permuted_rows(v<T>)),
                              attention(q<T>, k<T>, v<T>)) <= other_order<T>;
}
// Keys and values in another order, the same for both, change nothing but the order of sums.
static_assert(keys_have_no_order<float>() && keys_have_no_order<double>());

template <class T>
constexpr bool tokens_have_no_order() {
    return largest_difference(attention(permuted_rows(q<T>), permuted_rows(k<T>), permuted_rows(v<T>)),
                              permuted_rows(attention(q<T>, k<T>, v<T>))) <= other_order<T>;
}
// Without a mask, tokens in another order give the outputs in that order.
static_assert(tokens_have_no_order<float>() && tokens_have_no_order<double>());

// With a causal mask they do not: the mask is what tells first from last.
static_assert(largest_difference(attention(permuted_rows(q<double>),
                                           permuted_rows(k<double>),
                                           permuted_rows(v<double>),
                                           in_order),
                                 permuted_rows(attention(q<double>, k<double>, v<double>, in_order))) > 0.1);

template <class T>
constexpr bool outputs_lie_within_their_columns() {
    const auto output = attention(q<T>, k<T>, v<T>, in_order);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t col = 0; col < 2; ++col) {
            T low = v<T>[0, col];
            T high = low;
            for (std::size_t j = 1; j <= i; ++j) {
                if (v<T>[j, col] < low) low = v<T>[j, col];
                if (v<T>[j, col] > high) high = v<T>[j, col];
            }
            if (!(low - other_order<T> <= output[i, col] && output[i, col] <= high + other_order<T>))
                return false;
        }
    return true;
}
// Each output is between the smallest and the largest of the values that it sees.
static_assert(outputs_lie_within_their_columns<float>() && outputs_lie_within_their_columns<double>());

template <class T, std::size_t QueryTile, std::size_t KeyTile>
constexpr bool online_is_two_pass() {
    // Numbers are below 3, so that scores are below 16. As many as n tiles may be scaled down.
    constexpr double bound = bounds::attention(n) + 2.7 * n + bounds::steps(n, 16);
    const auto two_passes = weighted_sum(attention_weights(q<T>, k<T>, in_order), v<T>, in_order);
    return largest_difference(tiled_attention<QueryTile, KeyTile>(q<T>, k<T>, v<T>, in_order), two_passes) <=
           static_cast<T>(bound) * eps<T>;
}
// The online softmax, tile by tile, is the softmax of two passes, whatever the tiles.
static_assert(online_is_two_pass<float, 1, 1>() && online_is_two_pass<double, 1, 1>());
static_assert(online_is_two_pass<float, 2, 2>() && online_is_two_pass<double, 2, 3>());
static_assert(online_is_two_pass<float, 5, 5>() && online_is_two_pass<double, 4, 8>());

template <class T, std::size_t QueryTile>
constexpr bool attention_is_tiles_of_128() {
    return same_bits(tiled_attention<QueryTile, 128>(q<T>, k<T>, v<T>, in_order),
                     attention(q<T>, k<T>, v<T>, in_order));
}
// In tiles of 128 keys it is attention, bit for bit, whatever the queries of a tile.
static_assert(attention_is_tiles_of_128<float, 1>() && attention_is_tiles_of_128<double, 1>());
static_assert(attention_is_tiles_of_128<float, 3>() && attention_is_tiles_of_128<double, 8>());

}  // namespace
