#pragma once

// A row of numbers for the constant evaluator, which counts its operations and gives up at a limit.

#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <bit>
#include <cstddef>
#include <utility>

namespace attest::detail {

/// Whether the constant evaluator computes with vectors as with numbers. Clang's cannot take an element
/// out of one, and nobody's fuses.
inline constexpr bool has_constant_vectors =
#ifdef __clang__
    false;
#else
    !multiply_add_is_fused;
#endif

/// Writing a longer one out would cost every program that has such a row, evaluated or not.
inline constexpr std::size_t longest_constant_row = 512;

/// Size numbers that take part in the same operations. In a loop a multiply-add costs GCC's evaluator 31
/// of its 33 million operations, and Clang's one of its million steps. Here a row of them is one
/// expression, written out over the constant places j, which is one step to Clang; and GCC is given the
/// row as one vector, of which an operation counts as one.
template <Real T, std::size_t Size, bool IsVector = has_constant_vectors>
struct ConstantRow {
    T elements[Size];

    template <std::size_t... j>
    static constexpr ConstantRow read(const T (&row)[Size], std::index_sequence<j...>) {
        return {{row[j]...}};
    }

    /// This row and factor * row, each element by one multiply_add.
    template <std::size_t... j>
    constexpr ConstantRow plus_times(T factor, const ConstantRow& row, std::index_sequence<j...>) const {
        // Where nothing is fused, the same without a call.
        return {{(multiply_add_is_fused ? multiply_add(factor, row.elements[j], elements[j])
                                        : factor * row.elements[j] + elements[j])...}};
    }

    template <std::size_t... j>
    constexpr ConstantRow times(T factor, std::index_sequence<j...>) const {
        return {{rounded_product(factor, elements[j])...}};
    }
};

template <Real T, std::size_t Size>
struct ConstantRow<T, Size, true> {
    static constexpr std::size_t bytes = std::bit_ceil(Size) * sizeof(T);
    using Elements [[gnu::vector_size(bytes)]] = T;
    Elements elements;

    template <std::size_t... j>
    static constexpr ConstantRow read(const T (&row)[Size], std::index_sequence<j...>) {
        return {Elements{row[j]...}};
    }

    template <std::size_t... j>
    constexpr ConstantRow plus_times(T factor, const ConstantRow& row, std::index_sequence<j...>) const {
        return {factor * row.elements + elements};
    }

    template <std::size_t... j>
    constexpr ConstantRow times(T factor, std::index_sequence<j...>) const {
        return {factor * elements};
    }
};

}  // namespace attest::detail
