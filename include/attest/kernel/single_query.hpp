#pragma once

// Attention of one query, as in decoding. Each key and value is read once, and so fast as memory gives
// them: there is one multiply-add to each number.
//
// Here the lanes are keys. Blocks of keys are turned in registers, so that each score is still summed in
// the order of its columns.

#include <attest/kernel/lanes.hpp>
#include <attest/kernel/problem.hpp>
#include <attest/kernel/register_tile.hpp>
#include <attest/kernel/transpose.hpp>
#include <attest/kernel/weight.hpp>
#include <attest/mask_rule.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/rounding.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace attest::kernel {

/// The dot products of a query with Blocks vectors of keys, whose rows are stride apart. Two blocks take
/// turns, for a sum waits for its last product.
template <class V, std::size_t Blocks>
[[gnu::noinline]] void score_for_one(const ElementOf<V>* query,
                                     const ElementOf<V>* keys,
                                     std::size_t stride,
                                     std::size_t depth,
                                     ElementOf<V>* scores) {
    constexpr std::size_t lanes = lanes_of<V>;
    V sums[Blocks]{};
    std::size_t step = 0;
    for (; step + lanes <= depth; step += lanes)
        unrolled<Blocks>([&] [[gnu::always_inline]] (auto part) {
            V turned[lanes];
            unrolled<lanes>([&] [[gnu::always_inline]] (auto j) {
                turned[j] = load<V>(keys + (part * lanes + j) * stride + step);
            });
            transpose(turned);
            unrolled<lanes>([&] [[gnu::always_inline]] (auto i) {
                sums[part] = multiply_add(broadcast<V>(query[step + i]), turned[i], sums[part]);
            });
            end_step(sums[part]);
        });
    for (; step + lanes_per_chunk<V> <= depth; step += lanes_per_chunk<V>)
        unrolled<Blocks>([&] [[gnu::always_inline]] (auto part) {
            V columns[lanes_per_chunk<V>];
            load_columns(keys + part * lanes * stride + step, stride, columns);
            unrolled<lanes_per_chunk<V>>([&] [[gnu::always_inline]] (auto i) {
                sums[part] = multiply_add(broadcast<V>(query[step + i]), columns[i], sums[part]);
            });
        });
    for (; step < depth; ++step)
        unrolled<Blocks>([&] [[gnu::always_inline]] (auto part) {
            V column;
            unrolled<lanes>([&] [[gnu::always_inline]] (auto j) {
                column[j] = keys[(part * lanes + j) * stride + step];
            });
            sums[part] = multiply_add(broadcast<V>(query[step]), column, sums[part]);
        });
    unrolled<Blocks>([&] [[gnu::always_inline]] (auto part) { store(sums[part], scores + part * lanes); });
}

/// Mixes the columns from one on, as mix_panel does for several queries. It also adds the weights to sum, and
/// returns that: both wait for their last step, and so wait together. Where seen_by is given it says which
/// keys take part.
template <class V, std::size_t Vectors, std::size_t Overlap>
[[gnu::noinline]] ElementOf<V> mix_for_one(const ElementOf<V>* weights,
                                           const RowsOfKeys<ElementOf<V>>& rows,
                                           std::size_t column,
                                           const std::uint8_t* seen_by,
                                           const ElementOf<V>* shrink,
                                           ElementOf<V>* output,
                                           ElementOf<V> sum) {
    RegisterTile<V, 1, Vectors, Overlap> tile;
    tile.begin(output + column, 0, shrink != nullptr);
    if (shrink != nullptr) tile.scale(shrink);
    V total = broadcast<V>(sum);
    const auto add = [&] [[gnu::always_inline]] (std::size_t key) {
        const V weight = broadcast<V>(weights[key]);
        total += weight;
        unrolled<Vectors>([&] [[gnu::always_inline]] (auto vector) {
            const V values = load<V>(rows.values + key * rows.value_stride + column + tile.column(vector));
            tile.sums[0][vector] = multiply_add(weight, values, tile.sums[0][vector]);
        });
    };
    if (seen_by == nullptr) {
#pragma GCC unroll 4
        for (std::size_t key = 0; key < rows.count; ++key) add(key);
    } else {
        for (std::size_t key = 0; key < rows.count; ++key)
            if (seen_by[key] != 0) add(key);
    }
    tile.store_to(output + column, 0);
    return total[0];
}

/// One query's way through the keys: OnlineRow of attest/online_softmax.hpp, with lanes for keys.
template <class P>
class SingleQuery {
public:
    using T = typename P::Number;

    SingleQuery(const P& problem, std::size_t query)
        : problem_(problem),
          query_(query),
          seen_(problem.mask.rule.kept(query, P::keys)),
          row_(problem.sink, P::unit.unit) {}

    void attend(T* output) {
        if (seen_.empty()) std::fill_n(output, P::width, T{0});
        for (std::size_t first = seen_.first; first < seen_.last;) {
            const std::size_t last =
                std::min(seen_.last, (first / detail::keys_per_tile + 1) * detail::keys_per_tile);
            score(first, last - first);
            const T shrink = weigh_all(last - first);
            mix(first, last - first, shrink, output);
            first = last;
        }
        const T inverse_sum = row_.sum == 0 ? T{0} : 1 / row_.sum;
        for (std::size_t col = 0; col < P::width; ++col)
            output[col] = attest::rounded_product(output[col], inverse_sum);
    }

private:
    using V = Lanes<T, native_lanes<T>>;
    static constexpr std::size_t lanes = lanes_of<V>;

    /// Calls body(rows, j) for the keys from first on, so many at a time as lie one behind the other.
    void for_each_run(std::size_t first, std::size_t keys, auto body) const {
        for (std::size_t j = 0; j < keys;) {
            RowsOfKeys<T> rows = problem_.keys_from(first + j);
            rows.count = std::min(rows.count, keys - j);
            body(rows, j);
            j += rows.count;
        }
    }

    void score(std::size_t first, std::size_t keys) {
        for_each_run(first, keys, [&](const RowsOfKeys<T>& rows, std::size_t begin) {
            for_each_group<2 * lanes>(0, rows.count, [&](auto group, std::size_t j) {
                const T* const from = rows.keys + j * rows.key_stride;
                T* const to = scores_ + begin + j;
                constexpr std::size_t in_vector = std::min<std::size_t>(group, lanes);
                if constexpr (in_vector * sizeof(T) >= 16)
                    score_for_one<Lanes<T, in_vector>, group / in_vector>(numbers(), from, rows.key_stride,
                                                                          P::depth, to);
                else
                    for (std::size_t i = 0; i < group; ++i) to[i] = dot(from + i * rows.key_stride);
            });
        });
        for (std::size_t j = 0; j < keys; ++j) {
            if constexpr (!P::is_unchanged)
                scores_[j] = problem_.change(scores_[j], P::unit.root, query_, first + j);
            if (!seen_.gapless) {
                seen_by_[j] = problem_.mask.keeps(query_, first + j);
                if (seen_by_[j] == 0) scores_[j] = -detail::infinity<T>;
            }
        }
    }

    const T* numbers() const { return problem_.first_query() + query_ * P::depth; }

    T dot(const T* key) const {
        T sum = 0;
        for (std::size_t step = 0; step < P::depth; ++step)
            sum = attest::multiply_add(numbers()[step], key[step], sum);
        return sum;
    }

    /// Turns the scores into weights below the largest, and returns what came before shrinks by. The sum of
    /// the weights is left to mix.
    T weigh_all(std::size_t keys) {
        const T highest = highest_of(keys);
        const T shrink =
            highest > row_.largest ? detail::weight(row_.largest - highest, P::unit.scale) : T{1};
        row_.largest = highest;
        row_.sum = attest::rounded_product(row_.sum, shrink);
        const V base = broadcast<V>(highest);
        if (highest == detail::infinity<T>) {
            for (std::size_t j = 0; j < keys; ++j) scores_[j] = row_.weight_of(scores_[j], P::unit.scale);
        } else {
            constexpr std::size_t together = 4;
            for (std::size_t j = 0; j < keys; j += together * lanes) {
                V below[together];
                unrolled<together>([&](auto i) { below[i] = load<V>(scores_ + j + i * lanes) - base; });
                weigh(below, P::unit.scale);
                unrolled<together>([&](auto i) { store(below[i], scores_ + j + i * lanes); });
            }
        }
        return shrink;
    }

    T highest_of(std::size_t keys) {
        std::fill_n(scores_ + keys, lanes, -detail::infinity<T>);
        V highest = broadcast<V>(row_.largest);
        for (std::size_t j = 0; j < keys; j += lanes) highest = larger(load<V>(scores_ + j), highest);
        T largest = row_.largest;
        for (std::size_t i = 0; i < lanes; ++i) largest = highest[i] > largest ? highest[i] : largest;
        return largest;
    }

    void mix(std::size_t first, std::size_t keys, T shrink, T* output) {
        for_each_run(first, keys, [&](const RowsOfKeys<T>& rows, std::size_t j) {
            const T so_far = j == 0 ? shrink : T{1};
            const bool goes_on = first != seen_.first || j > 0;
            T with_run = 0;
            for_each_panel<V, P::width, 4>(
                [&]<class U, std::size_t Vectors, std::size_t Overlap>(std::size_t column) {
                    with_run = mix_for_one<U, Vectors, Overlap>(
                        scores_ + j, rows, column, seen_.gapless ? nullptr : seen_by_ + j,
                        goes_on ? &so_far : nullptr, output, row_.sum);
                });
            row_.sum = with_run;
        });
    }

    struct Nothing {};

    const P& problem_;
    std::size_t query_;
    KeptKeys seen_;
    detail::OnlineRow<T, Nothing> row_;
    alignas(vector_bytes) T scores_[detail::keys_per_tile + 4 * lanes]{};
    std::uint8_t seen_by_[detail::keys_per_tile];
};

/// Writes what one of the queries attends to.
template <class P>
void attend_alone(const P& problem, std::size_t query, typename P::Number* output) {
    SingleQuery<P>(problem, query).attend(output);
}

}  // namespace attest::kernel
