#pragma once

// Weights as Boost.Hana Structs: one walk over the members names them and counts their numbers.

#include <attest/axis.hpp>
#include <attest/matrix.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace attest {

/// One weight matrix of a struct: the member's name, and its axes by name and extent.
struct Parameter {
    std::string_view name;
    std::string_view row_axis;
    std::size_t rows;
    std::string_view col_axis;
    std::size_t cols;

    constexpr std::size_t size() const { return rows * cols; }
};

namespace detail {

template <Axis Rows, Axis Cols, class T>
constexpr Parameter parameter(std::string_view name, std::type_identity<Matrix<T, Rows, Cols>>) {
    return {name, axis_name<Rows>(), Rows::extent, axis_name<Cols>(), Cols::extent};
}

template <class M>
inline constexpr bool is_matrix = false;
template <class T, Axis Rows, Axis Cols>
inline constexpr bool is_matrix<Matrix<T, Rows, Cols>> = true;

/// The type of the member that one of a struct's Hana accessors leads to.
template <class Struct, class Accessor>
using MemberType = std::remove_cvref_t<decltype(boost::hana::second(std::declval<Accessor>())(
    std::declval<const Struct&>()))>;

template <class S>
inline constexpr bool has_only_matrices = false;
template <class S>
    requires boost::hana::Struct<S>::value
inline constexpr bool has_only_matrices<S> =
    decltype(boost::hana::unpack(boost::hana::accessors<S>(), [](auto... accessor) {
        return std::bool_constant<((sizeof...(accessor) > 0) && ... &&
                                   is_matrix<MemberType<S, decltype(accessor)>>)>{};
    }))::value;

}  // namespace detail

/// A struct of one matrix or more, announced by BOOST_HANA_DEFINE_STRUCT, such as HeadWeights.
template <class S>
concept ParameterStruct = detail::has_only_matrices<S>;

/// The members of a struct of weights, in order. Only types are looked at: no weight is stored.
template <ParameterStruct Weights>
constexpr auto parameters() {
    namespace hana = boost::hana;
    return hana::unpack(hana::accessors<Weights>(), [](auto... accessor) {
        return std::array{
            detail::parameter(hana::to<const char*>(hana::first(accessor)),
                              std::type_identity<detail::MemberType<Weights, decltype(accessor)>>{})...};
    });
}

/// How many numbers a struct of weights holds.
template <ParameterStruct Weights>
inline constexpr std::size_t parameter_count = [] {
    std::size_t count = 0;
    for (const Parameter& parameter : parameters<Weights>()) count += parameter.size();
    return count;
}();

}  // namespace attest
