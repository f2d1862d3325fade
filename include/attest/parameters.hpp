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

/// A struct whose members are announced by BOOST_HANA_DEFINE_STRUCT, such as HeadWeights.
template <class S>
concept ParameterStruct = boost::hana::Struct<S>::value;

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

}  // namespace detail

/// The members of a struct of weights, in order. Only types are looked at: no weight is stored.
template <ParameterStruct Weights>
constexpr auto parameters() {
    namespace hana = boost::hana;
    return hana::unpack(hana::accessors<Weights>(), [](auto... member) {
        return std::array{detail::parameter(
            hana::to<const char*>(hana::first(member)),
            std::type_identity<
                std::remove_cvref_t<decltype(hana::second(member)(std::declval<const Weights&>()))>>{})...};
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
