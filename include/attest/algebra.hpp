#pragma once

// What matrices do with one another, each shape spelled out in a signature. Results are values that
// never refer to their operands: auto is safe, and so is a = transpose(a).

#include <attest/axis.hpp>
#include <attest/constant_row.hpp>
#include <attest/kernel/product.hpp>
#include <attest/mask.hpp>
#include <attest/matrix.hpp>
#include <attest/multiply_add.hpp>
#include <attest/real.hpp>

#include <concepts>
#include <cstddef>

namespace attest {

namespace detail {

/// One row times a factor, added to another: each element by one multiply_add.
template <Real T, std::size_t Cols>
constexpr void add_times(T (&sum)[Cols], T factor, const T (&row)[Cols]) {
    for (std::size_t j = 0; j < Cols; ++j) sum[j] = multiply_add(factor, row[j], sum[j]);
}

/// masked_product for the constant evaluator, a row at a time.
template <Axis Rows, Axis Shared, Axis Cols, Real T, class Rule>
consteval Matrix<T, Rows, Cols> constant_product(const Matrix<T, Rows, Shared>& left,
                                                 const Matrix<T, Shared, Cols>& right,
                                                 const Mask<Rows, Shared, Rule>& mask) {
    using Row = ConstantRow<T, Cols::extent>;
    using Places = std::make_index_sequence<Cols::extent>;
    Matrix<T, Rows, Cols> product;
    Row rows[Shared::extent]{};
    for (std::size_t k = 0; k < Shared::extent; ++k) rows[k] = Row::read(right.elements[k], Places{});
    for (std::size_t i = 0; i < Rows::extent; ++i) {
        Row sum{};
        for (std::size_t k = 0; k < Shared::extent; ++k)
            if (std::same_as<Rule, KeepAll> || mask.keeps(i, k))  // a call is two of Clang's steps
                sum = sum.plus_times(left.elements[i][k], rows[k], Places{});
        for (std::size_t j = 0; j < Cols::extent; ++j) product.elements[i][j] = sum.elements[j];
    }
    return product;
}

/// The matrix product at run time.
template <Axis Rows, Axis Shared, Axis Cols, Real T>
Matrix<T, Rows, Cols> fast_product(const Matrix<T, Rows, Shared>& left,
                                   const Matrix<T, Shared, Cols>& right) {
    Matrix<T, Rows, Cols> product(ToBeWritten{});
    kernel::multiply<Rows::extent, Shared::extent, Cols::extent>(left.elements[0], right.elements[0],
                                                                 product.elements[0]);
    return product;
}

/// The matrix product without the pairs of a row and a shared place that the mask does not keep.
template <Axis Rows, Axis Shared, Axis Cols, Real T, class Rule = KeepAll>
constexpr Matrix<T, Rows, Cols> masked_product(const Matrix<T, Rows, Shared>& left,
                                               const Matrix<T, Shared, Cols>& right,
                                               const Mask<Rows, Shared, Rule>& mask = {}) {
    if consteval {
        if constexpr (Cols::extent <= longest_constant_row) return constant_product(left, right, mask);
    } else {
        if constexpr (std::same_as<Rule, KeepAll>) return fast_product(left, right);
    }
    Matrix<T, Rows, Cols> product;
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t k = 0; k < Shared::extent; ++k)
            if (mask.keeps(i, k)) add_times(product.elements[i], left.elements[i][k], right.elements[k]);
    return product;
}

}  // namespace detail

/// The matrix product. It joins on the axis between its operands, which must be the same on both
/// sides in name and extent. Each element sums its products in the order of that axis, from zero.
template <Axis Rows, Axis Shared, Axis Cols, Real T>
constexpr Matrix<T, Rows, Cols> operator*(const Matrix<T, Rows, Shared>& left,
                                          const Matrix<T, Shared, Cols>& right) {
    return detail::masked_product(left, right);
}

/// Rows and columns exchanged.
template <Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Cols, Rows> transpose(const Matrix<T, Rows, Cols>& m) {
    return generate<Matrix<T, Cols, Rows>>([&](auto i, auto j) { return m.elements[j][i]; });
}

/// Element by element; both matrices have the same axes.
template <Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Rows, Cols> operator+(const Matrix<T, Rows, Cols>& left,
                                          const Matrix<T, Rows, Cols>& right) {
    return generate<Matrix<T, Rows, Cols>>(
        [&](auto i, auto j) { return left.elements[i][j] + right.elements[i][j]; });
}

/// Element by element; both matrices have the same axes.
template <Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Rows, Cols> operator-(const Matrix<T, Rows, Cols>& left,
                                          const Matrix<T, Rows, Cols>& right) {
    return generate<Matrix<T, Rows, Cols>>(
        [&](auto i, auto j) { return left.elements[i][j] - right.elements[i][j]; });
}

/// Every element divided by one number of the same type.
template <Axis Rows, Axis Cols, class T>
constexpr Matrix<T, Rows, Cols> operator/(const Matrix<T, Rows, Cols>& m, T divisor) {
    return generate<Matrix<T, Rows, Cols>>([&](auto i, auto j) { return m.elements[i][j] / divisor; });
}

/// Every element times one number of the same type. It has a name because a second operator* would
/// be listed in the error of every wrong matrix product.
template <Axis Rows, Axis Cols, Real T>
constexpr Matrix<T, Rows, Cols> times(T factor, const Matrix<T, Rows, Cols>& m) {
    return generate<Matrix<T, Rows, Cols>>(
        [&](auto i, auto j) { return rounded_product(factor, m.elements[i][j]); });
}

/// The rows under another name: rename_rows<Query>(m) makes Tokens<3> into Query<3>. The extent stays.
template <template <std::size_t> class To,
          template <std::size_t> class From,
          std::size_t N,
          Axis Cols,
          class T>
constexpr Matrix<T, To<N>, Cols> rename_rows(const Matrix<T, From<N>, Cols>& m) {
    return generate<Matrix<T, To<N>, Cols>>([&](auto i, auto j) { return m.elements[i][j]; });
}

/// The columns under another name: rename_cols<Model>(m) makes ValueDim<4> into Model<4>.
template <template <std::size_t> class To,
          Axis Rows,
          template <std::size_t> class From,
          std::size_t N,
          class T>
constexpr Matrix<T, Rows, To<N>> rename_cols(const Matrix<T, Rows, From<N>>& m) {
    return generate<Matrix<T, Rows, To<N>>>([&](auto i, auto j) { return m.elements[i][j]; });
}

/// Part, the axis of a slice, if Count places from place First on lie within the axis Whole. The name
/// is what compilers print.
template <class Whole, std::size_t First, std::size_t Count, class Part>
    requires(Count <= Whole::extent && First <= Whole::extent - Count)
using the_slice_must_end_within_its_axis = Part;

/// Count rows from row First on, which end within m.
template <std::size_t First,
          std::size_t Count,
          template <std::size_t> class Rows,
          std::size_t N,
          Axis Cols,
          class T>
constexpr Matrix<T, the_slice_must_end_within_its_axis<Rows<N>, First, Count, Rows<Count>>, Cols> slice_rows(
    const Matrix<T, Rows<N>, Cols>& m) {
    return generate<Matrix<T, Rows<Count>, Cols>>([&](auto i, auto j) { return m.elements[First + i][j]; });
}

/// Count columns from column First on, which end within m.
template <std::size_t First,
          std::size_t Count,
          Axis Rows,
          template <std::size_t> class Cols,
          std::size_t N,
          class T>
constexpr Matrix<T, Rows, the_slice_must_end_within_its_axis<Cols<N>, First, Count, Cols<Count>>> slice_cols(
    const Matrix<T, Rows, Cols<N>>& m) {
    return generate<Matrix<T, Rows, Cols<Count>>>([&](auto i, auto j) { return m.elements[i][First + j]; });
}

#ifndef __clang__  // GCC tells of a deleted function in half the lines that a failed requirement takes
template <std::size_t First, std::size_t Count, class M, bool the_slice_must_end_within_its_axis = true>
M slice_rows(const M& m) = delete;

template <std::size_t First, std::size_t Count, class M, bool the_slice_must_end_within_its_axis = true>
M slice_cols(const M& m) = delete;
#endif

template <class First, class Second>
inline constexpr bool have_one_name = false;
template <template <std::size_t> class A, std::size_t N, std::size_t M>
inline constexpr bool have_one_name<A<N>, A<M>> = true;

/// Joined, if it is made of two axes of one name, whatever their extents. The name is what compilers print.
template <class First, class Second, class Joined>
    requires have_one_name<First, Second>
using the_joined_axes_must_have_one_name = Joined;

/// The rows of top above those of bottom; both have the same columns.
template <template <std::size_t> class Top, std::size_t N, Axis Bottom, Axis Cols, class T>
constexpr Matrix<T, the_joined_axes_must_have_one_name<Top<N>, Bottom, Top<N + Bottom::extent>>, Cols>
join_rows(const Matrix<T, Top<N>, Cols>& top, const Matrix<T, Bottom, Cols>& bottom) {
    using Joined = Matrix<T, Top<N + Bottom::extent>, Cols>;
    return detail::with_block(detail::with_block(Joined{}, top, 0, 0), bottom, N, 0);
}

/// The columns of left beside those of right; both have the same rows.
template <Axis Rows, template <std::size_t> class Left, std::size_t N, Axis Right, class T>
constexpr Matrix<T, Rows, the_joined_axes_must_have_one_name<Left<N>, Right, Left<N + Right::extent>>>
join_cols(const Matrix<T, Rows, Left<N>>& left, const Matrix<T, Rows, Right>& right) {
    using Joined = Matrix<T, Rows, Left<N + Right::extent>>;
    return detail::with_block(detail::with_block(Joined{}, left, 0, 0), right, 0, N);
}

#ifndef __clang__  // as for slices
template <class Top, class Bottom, bool the_columns_must_be_the_same_and_the_rows_must_have_one_name = true>
Top join_rows(const Top& top, const Bottom& bottom) = delete;

template <class Left, class Right, bool the_rows_must_be_the_same_and_the_columns_must_have_one_name = true>
Left join_cols(const Left& left, const Right& right) = delete;
#endif

}  // namespace attest
