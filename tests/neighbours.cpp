// Everything at once, against the formula as a person would write it: loops over plain numbers, in long
// double, with an if for the mask.

#include <attest/attest.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "random.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

using namespace attest;

namespace {

/// A matrix of numbers of which no type knows anything.
struct Table {
    std::vector<long double> numbers;
    std::size_t cols;

    long double operator()(std::size_t i, std::size_t j) const { return numbers[i * cols + j]; }
};

template <Axis Rows, Axis Cols, class T>
Table table(const Matrix<T, Rows, Cols>& m) {
    Table result{{}, Cols::extent};
    for (const auto& row : m.elements)
        for (const T element : row) result.numbers.push_back(static_cast<long double>(element));
    return result;
}

template <Axis Query, Axis Key, class Rule>
Table table(const Mask<Query, Key, Rule>& mask) {
    return table(generate<Matrix<float, Query, Key>>([&](auto i, auto j) { return mask.keeps(i, j); }));
}

/// The changes of a head: ALiBi's slope, with the place of the first query, or none; a cap or none; a sink.
struct Changes {
    long double slope;
    std::ptrdiff_t offset;
    long double cap;
    long double sink;
};

/// The formula, one number at a time.
Table formula(const Table& q, const Table& k, const Table& v, const Table& keeps, const Changes& changes) {
    const std::size_t keys = keeps.cols;
    Table output{{}, v.cols};
    for (std::size_t i = 0; i < q.numbers.size() / q.cols; ++i) {
        std::vector<long double> weights(keys);
        long double sum = std::exp(changes.sink);
        for (std::size_t j = 0; j < keys; ++j) {
            if (keeps(i, j) == 0) continue;
            long double score = 0;
            for (std::size_t c = 0; c < q.cols; ++c) score += q(i, c) * k(j, c);
            const auto ahead = static_cast<long double>(j) - static_cast<long double>(i) -
                               static_cast<long double>(changes.offset);
            score = score / std::sqrt(static_cast<long double>(q.cols)) - changes.slope * std::fabs(ahead);
            if (changes.cap > 0) score = changes.cap * std::tanh(score / changes.cap);
            sum += weights[j] = std::exp(score);
        }
        for (std::size_t c = 0; c < v.cols; ++c) {
            long double mixed = 0;
            for (std::size_t j = 0; j < keys; ++j)
                if (weights[j] > 0) mixed += weights[j] / sum * v(j, c);
            output.numbers.push_back(mixed);
        }
    }
    return output;
}

void require_close(const Table& computed, const Table& exact, long double bound) {
    REQUIRE(computed.numbers.size() == exact.numbers.size());
    for (std::size_t n = 0; n < exact.numbers.size(); ++n) {
        CAPTURE(n);
        REQUIRE(std::fabs(computed.numbers[n] - exact.numbers[n]) <= bound);
    }
}

template <std::size_t Q, std::size_t K, std::size_t H, std::size_t KV, std::size_t D, std::size_t Dv>
struct Shape {};

/// Attention by heads with ALiBi or a soft cap, and sinks, and a head's in tiles, for several masks.
template <class T, std::size_t Q, std::size_t K, std::size_t H, std::size_t KV, std::size_t D, std::size_t Dv>
void check(Shape<Q, K, H, KV, D, Dv>) {
    const auto q = random_matrix<Matrix<T, Query<Q>, Flat<Heads<H>, HeadDim<D>>>>(1);
    const auto k = random_matrix<Matrix<T, Key<K>, Flat<KeyValueHeads<KV>, HeadDim<D>>>>(2);
    const auto v = random_matrix<Matrix<T, Key<K>, Flat<KeyValueHeads<KV>, ValueDim<Dv>>>>(3);
    const auto caps = for_all_heads<Heads<H>>(soft_cap<Query<Q>, Key<K>>(T(0.75)));
    const auto alibi = alibi_per_head<T, Heads<H>, Query<Q>, Key<K>>(aligned_at_end);
    PerHead<Heads<H>, Sink<T>> sinks;
    for (std::size_t h = 0; h < H; h += 2) sinks[h] = Sink<T>{static_cast<T>(h) / 4};

    // Scores are below D, and rounded D times; each of the K weights is off by 2 ulp and K eps of itself.
    const long double bound = (D + 8.0L * K) * static_cast<long double>(std::numeric_limits<T>::epsilon());
    const auto compare = [&](const auto& mask) {
        const auto capped = split_heads(multi_head_attention(q, k, v, mask, caps, sinks));
        const auto biased = split_heads(multi_head_attention(q, k, v, mask, alibi, sinks));
        for (std::size_t h = 0; h < H; ++h) {
            const auto q_h = split_heads(q)[h];
            const auto k_h = split_heads(k)[h / (H / KV)];
            const auto v_h = split_heads(v)[h / (H / KV)];
            const long double sink = sinks[h].takes_part ? static_cast<long double>(sinks[h].score)
                                                         : -std::numeric_limits<long double>::infinity();
            const Changes cap{0, 0, 0.75L, sink};
            const Changes slope{alibi_slopes<T, Heads<H>>()[h], std::ptrdiff_t{K} - std::ptrdiff_t{Q}, 0,
                                sink};
            const auto exact = formula(table(q_h), table(k_h), table(v_h), table(mask), cap);
            require_close(table(capped[h]), exact, bound);
            require_close(table(tiled_attention<2, 3>(q_h, k_h, v_h, mask, caps[h], sinks[h])), exact,
                          2 * bound);
            require_close(table(biased[h]), formula(table(q_h), table(k_h), table(v_h), table(mask), slope),
                          bound);
        }
    };
    const auto end = causal<Query<Q>, Key<K>>(aligned_at_end);
    compare(end);
    compare(sliding_window<2, Query<Q>, Key<K>>(aligned_at_start) & padding<Query<Q>, Key<K>>(K - 1));
    compare(prefix_lm<Query<Q>, Key<K>>(1, aligned_at_end) & ~padding<Query<Q>, Key<K>>(1));
}

}  // namespace

TEMPLATE_TEST_CASE("C1 C3 C13 C22 C23 C29 C42: all together and in every shape", "", float, double) {
    using T = TestType;
    check<T>(Shape<1, 1, 1, 1, 1, 1>{});
    check<T>(Shape<2, 7, 6, 3, 4, 1>{});
    check<T>(Shape<7, 2, 6, 1, 3, 2>{});  // the first five queries stand before every key
}
