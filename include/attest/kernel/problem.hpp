#pragma once

// One attention: its matrices, and what is known of them when the program is compiled.

#include <attest/axis.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/online_softmax.hpp>
#include <attest/real.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <concepts>
#include <cstddef>

namespace attest::kernel {

/// Keys and their values that lie one behind the other, rows a stride apart.
template <Real T>
struct RowsOfKeys {
    const T* keys;
    std::size_t key_stride;
    const T* values;
    std::size_t value_stride;
    std::size_t count;
};

/// The matrices of an attention.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value, class Rule, class Change>
struct Problem {
    const Matrix<T, Query, Head>& q;
    const Matrix<T, Key, Head>& k;
    const Matrix<T, Key, Value>& v;
    const Mask<Query, Key, Rule>& mask;
    const ScoreChange<T, Query, Key, Change>& change;
    const Sink<T>& sink;

    static constexpr detail::ScoreUnit<T> unit = detail::score_unit<T, Change, Head::extent>;
    static constexpr bool is_unchanged = std::same_as<Change, Unchanged>;
    using Number = T;
    using Masking = Mask<Query, Key, Rule>;
    using Output = Matrix<T, Query, Value>;
    static constexpr std::size_t queries = Query::extent;
    static constexpr std::size_t keys = Key::extent;
    static constexpr std::size_t depth = Head::extent;
    static constexpr std::size_t width = Value::extent;

    const T* first_query() const { return q.elements[0]; }
    RowsOfKeys<T> keys_from(std::size_t j) const {
        return {k.elements[j], depth, v.elements[j], width, keys - j};
    }
};

}  // namespace attest::kernel
