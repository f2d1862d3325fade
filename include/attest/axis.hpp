#pragma once

// What an axis is: a class of its own, so that its name and its extent are its type.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace attest {

/// The base of every axis. An axis of your own is one line:
///     template <std::size_t N> struct Frames : attest::axis<N> {};
/// It cannot be an alias: Tokens<4> and Frames<4> must be different types.
template <std::size_t Extent>
struct axis {
    static constexpr std::size_t extent = Extent;
};

/// Whether A is a class derived from axis<N> with N of at least one. The name is what compilers print.
template <class A>
inline constexpr bool is_an_axis_and_not_empty = false;

template <class A>
    requires(std::derived_from<A, axis<A::extent>> && std::same_as<A, std::remove_cv_t<A>>)
inline constexpr bool is_an_axis_and_not_empty<A> = A::extent > 0;

/// What a row or column of a matrix is counted by. Two axes match when they are the same type, which
/// is when both name and extent are the same.
template <class A>
concept Axis = is_an_axis_and_not_empty<A>;

// The axes of the article; it calls their extents n, d_model, d_k and d_v.
template <std::size_t N>
struct Tokens : axis<N> {};
template <std::size_t N>
struct Model : axis<N> {};
template <std::size_t N>
struct HeadDim : axis<N> {};
template <std::size_t N>
struct ValueDim : axis<N> {};

// The two sides of a score: the tokens that ask, and the tokens that are asked.
template <std::size_t N>
struct Query : axis<N> {};
template <std::size_t N>
struct Key : axis<N> {};

// The heads that ask, and the heads that are asked: these are as many or fewer, one for a group of those.
template <std::size_t N>
struct Heads : axis<N> {};
template <std::size_t N>
struct KeyValueHeads : axis<N> {};

/// Two axes as one, all of Inner for each place of Outer: (o, i) is at o * Inner::extent + i. The
/// columns that hold all heads side by side are Flat<Heads<H>, HeadDim<D>>; HeadDim<D> in front would
/// be another order of the same numbers, and is another type.
template <Axis Outer, Axis Inner>
struct Flat : axis<Outer::extent * Inner::extent> {};

namespace detail {

/// The name of an axis that is not made of two.
template <class A>
consteval std::string_view class_name() {
    // Both compilers spell the template argument after "A = " and end it with ';' or ']'.
    constexpr std::string_view marker = "A = ";
    std::string_view name = __PRETTY_FUNCTION__;
    name.remove_prefix(name.find(marker) + marker.size());
    name = name.substr(0, name.find_first_of(";]"));
    if (name.ends_with('>')) {
        std::size_t open = name.size() - 1;
        for (std::size_t depth = 1; depth > 0;) {
            --open;
            if (name[open] == '>') ++depth;
            if (name[open] == '<') --depth;
        }
        name = name.substr(0, open);
    }
    return name.substr(name.rfind(':') + 1);
}

template <class A>
struct NameOf {
    static constexpr std::string_view value = class_name<A>();
};

template <class Outer, class Inner>
struct NameOf<Flat<Outer, Inner>> {
    static constexpr std::string_view between = " x ";
    static constexpr auto letters = [] {
        std::array<char, NameOf<Outer>::value.size() + between.size() + NameOf<Inner>::value.size()> all{};
        auto end = all.begin();
        for (const std::string_view part : {NameOf<Outer>::value, between, NameOf<Inner>::value})
            end = std::ranges::copy(part, end).out;
        return all;
    }();
    static constexpr std::string_view value{letters.data(), letters.size()};
};

}  // namespace detail

/// The name of an axis without its extent and its namespaces: "Tokens" for Tokens<3>, and
/// "Heads x HeadDim" for Flat<Heads<2>, HeadDim<4>>.
template <Axis A>
consteval std::string_view axis_name() {
    return detail::NameOf<A>::value;
}

}  // namespace attest
