#pragma once

// Matrix<T, Rows, Cols>: a value whose two axes are part of its type.

#include <attest/axis.hpp>
#include <attest/real.hpp>

#include <bit>
#include <cassert>
#include <cstddef>

namespace attest {

// What a constant expression gets for a wrong index: variables that it may not read, by names that
// compilers print at the line that did.
template <class Rows, class T>
inline T the_row_index_is_past_the_end_of{};
template <class Cols, class T>
inline T the_column_index_is_past_the_end_of{};

namespace detail {

/// What a matrix is made with whose elements are all about to be written.
struct ToBeWritten {};

}  // namespace detail

/// Rows x Cols elements of T by value, zero unless given. A regular, trivially copyable type of
/// exactly rows * cols elements. A big one belongs in static storage or behind std::make_unique.
template <class T, class Rows, class Cols>
    requires(is_an_axis_and_not_empty<Rows> && is_an_axis_and_not_empty<Cols>)
struct Matrix {
    static constexpr std::size_t rows = Rows::extent;
    static constexpr std::size_t cols = Cols::extent;

    /// The storage, in row-major order; m[i, j] is the way to read and write it. It is public so
    /// that a matrix can be a template argument.
    T elements[rows][cols];

    constexpr Matrix() : elements{} {}

    constexpr explicit Matrix(detail::ToBeWritten) {}

    /// A literal, a pair of braces a row: Matrix<float, Tokens<2>, Model<3>>{{1, 2, 3}, {4, 5, 6}}.
    /// Every element is written out: too few, too many and ragged rows do not compile.
    template <std::size_t... Lengths>
        requires(sizeof...(Lengths) == rows && ((Lengths == cols) && ...))
    constexpr Matrix(const T (&... literal)[Lengths]) {
        std::size_t i = 0;
        const auto write = [&](const T(&row)[cols]) {
            for (std::size_t j = 0; j < cols; ++j) elements[i][j] = row[j];
            ++i;
        };
        (write(literal), ...);
    }

    template <std::size_t... Lengths>
    Matrix(const T (&... literal)[Lengths]) = delete;  // the literal's rows do not fit the axes

    template <class U, Axis OtherRows, Axis OtherCols>
    Matrix(const Matrix<U, OtherRows, OtherCols>& other) = delete;  // another shape or element type

    /// The element in row i and column j, with i < rows and j < cols: asserted in debug builds, and in
    /// constant expressions always.
    constexpr T& operator[](std::size_t i, std::size_t j) {
        return const_cast<T&>(static_cast<const Matrix&>(*this)[i, j]);
    }
    constexpr const T& operator[](std::size_t i, std::size_t j) const {
        if consteval {
            if (i >= rows) return the_row_index_is_past_the_end_of<Rows, T>;
            if (j >= cols) return the_column_index_is_past_the_end_of<Cols, T>;
        }
        assert(i < rows && j < cols);
        return elements[i][j];
    }
};

/// Equal elements, as == has it: 0 equals -0, and NaN equals nothing.
template <Axis Rows, Axis Cols, class T>
constexpr bool operator==(const Matrix<T, Rows, Cols>& left, const Matrix<T, Rows, Cols>& right) {
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t j = 0; j < Cols::extent; ++j)
            if (!(left.elements[i][j] == right.elements[i][j])) return false;
    return true;
}

/// The matrix of type M whose element in row i and column j is element(i, j).
template <class M, class Element>
constexpr M generate(Element element) {
    M result;
    for (std::size_t i = 0; i < M::rows; ++i)
        for (std::size_t j = 0; j < M::cols; ++j) result.elements[i][j] = element(i, j);
    return result;
}

/// Whether a and b are the same bit for bit, which tells 0 from -0 and finds a NaN equal to itself.
template <Real T>
constexpr bool same_bits(T a, T b) {
    return std::bit_cast<BitsOf<T>>(a) == std::bit_cast<BitsOf<T>>(b);
}

template <Axis Rows, Axis Cols, Real T>
constexpr bool same_bits(const Matrix<T, Rows, Cols>& a, const Matrix<T, Rows, Cols>& b) {
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t j = 0; j < Cols::extent; ++j)
            if (!same_bits(a[i, j], b[i, j])) return false;
    return true;
}

namespace detail {

/// A matrix with a block of it overwritten, which begins in that row and column. GCC 12 makes wrong vectors
/// of a choice between two matrices in one loop.
template <Axis Rows, Axis Cols, Axis BlockRows, Axis BlockCols, class T>
constexpr Matrix<T, Rows, Cols> with_block(Matrix<T, Rows, Cols> m,
                                           const Matrix<T, BlockRows, BlockCols>& block,
                                           std::size_t row,
                                           std::size_t col) {
    for (std::size_t i = 0; i < BlockRows::extent; ++i)
        for (std::size_t j = 0; j < BlockCols::extent; ++j)
            m.elements[row + i][col + j] = block.elements[i][j];
    return m;
}

}  // namespace detail

}  // namespace attest
