#pragma once

// Weights as Boost.Hana Structs: one walk over the members, and theirs, names them and counts their numbers.

#include <attest/axis.hpp>
#include <attest/matrix.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/plus.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace attest {

/// One weight matrix of a struct: where it is found, its axes by name and extent, and how often it is there.
struct Parameter {
    std::string_view name;
    std::string_view row_axis;
    std::size_t rows;
    std::string_view col_axis;
    std::size_t cols;
    std::size_t copies;

    /// The numbers in all copies.
    constexpr std::size_t size() const { return copies * rows * cols; }
};

namespace detail {

template <class M>
inline constexpr bool is_matrix = false;
template <class T, Axis Rows, Axis Cols>
inline constexpr bool is_matrix<Matrix<T, Rows, Cols>> = true;

/// The type of the member that one of a struct's Hana accessors leads to.
template <class Struct, class Accessor>
using MemberType = std::remove_cvref_t<decltype(boost::hana::second(std::declval<Accessor>())(
    std::declval<const Struct&>()))>;

/// How many matrices a walk through W meets, those of a repeated part once; 0 if it meets anything else.
template <class W>
inline constexpr std::size_t matrices_in = 0;

template <class T, Axis Rows, Axis Cols>
inline constexpr std::size_t matrices_in<Matrix<T, Rows, Cols>> = 1;

template <class Part, std::size_t Copies>
inline constexpr std::size_t matrices_in<std::array<Part, Copies>> = Copies > 0 ? matrices_in<Part> : 0;

template <class S>
    requires boost::hana::Struct<S>::value
inline constexpr std::size_t matrices_in<S> =
    decltype(boost::hana::unpack(boost::hana::accessors<S>(), [](auto... accessor) {
        constexpr bool nothing_else = ((matrices_in<MemberType<S, decltype(accessor)>> > 0) && ...);
        return std::integral_constant<
            std::size_t,
            nothing_else ? (std::size_t{0} + ... + matrices_in<MemberType<S, decltype(accessor)>>) : 0>{};
    }))::value;

template <Axis Rows, Axis Cols, class T>
constexpr Parameter parameter(std::string_view name,
                              std::size_t copies,
                              std::type_identity<Matrix<T, Rows, Cols>>) {
    return {name, axis_name<Rows>(), Rows::extent, axis_name<Cols>(), Cols::extent, copies};
}

/// The path of a member: its name, after the path of the struct that it is in.
template <class Path, class Name>
constexpr auto member_path(Path path, Name name) {
    if constexpr (std::same_as<Path, boost::hana::string<>>)
        return name;
    else
        return path + boost::hana::string_c<'.'> + name;
}

/// Writes the matrices of W, which is found at path, to where next points, and returns where it ended.
template <class W, class Path>
constexpr Parameter* list(Path path, std::size_t copies, Parameter* next) {
    namespace hana = boost::hana;
    if constexpr (is_matrix<W>) {
        *next++ = parameter(hana::to<const char*>(path), copies, std::type_identity<W>{});
    } else if constexpr (hana::Struct<W>::value) {
        hana::unpack(hana::accessors<W>(), [&](auto... accessor) {
            ((next = list<MemberType<W, decltype(accessor)>>(member_path(path, hana::first(accessor)), copies,
                                                             next)),
             ...);
        });
    } else {
        next = list<typename W::value_type>(path, copies * std::tuple_size_v<W>, next);
    }
    return next;
}

}  // namespace detail

/// Weights: a struct announced by BOOST_HANA_DEFINE_STRUCT whose members, one or more, are matrices, such
/// structs themselves, or a std::array of either for what is repeated, as a model's blocks are.
template <class S>
concept ParameterStruct = boost::hana::Struct<S>::value && detail::matrices_in<S> > 0;

/// The matrices of a struct of weights, in order, a repeated one once with its copies. A member of a member
/// is named by its path: "blocks.attention.query". Only types are looked at: no weight is stored.
template <ParameterStruct Weights>
constexpr std::array<Parameter, detail::matrices_in<Weights>> parameters() {
    std::array<Parameter, detail::matrices_in<Weights>> found{};
    detail::list<Weights>(boost::hana::string<>{}, 1, found.data());
    return found;
}

/// How many numbers a struct of weights holds.
template <ParameterStruct Weights>
inline constexpr std::size_t parameter_count = [] {
    std::size_t count = 0;
    for (const Parameter& parameter : parameters<Weights>()) count += parameter.size();
    return count;
}();

}  // namespace attest
