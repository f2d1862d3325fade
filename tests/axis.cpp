#include <attest/axis.hpp>

#include "catch.hpp"
#include "operations.hpp"

#include <concepts>
#include <cstddef>

using namespace attest;

namespace app {
template <std::size_t N>
struct Frames : axis<N> {};

struct Channels : axis<3> {};
}  // namespace app

namespace {
template <std::size_t N>
struct Hidden : axis<N> {};

template <class Kind, std::size_t N>
struct Nested : axis<N> {};

struct OnlyAnExtent {
    static constexpr std::size_t extent = 3;
};
}  // namespace

TEST_CASE("axes match when name and extent both match") {
    STATIC_REQUIRE(std::same_as<Tokens<3>, Tokens<3>>);
    STATIC_REQUIRE_FALSE(std::same_as<Tokens<3>, Tokens<4>>);
    STATIC_REQUIRE_FALSE(std::same_as<Tokens<4>, Model<4>>);
    STATIC_REQUIRE(Tokens<3>::extent == 3);
}

TEST_CASE("the article's axes and a user's are axes") {
    STATIC_REQUIRE(IsAxis<Tokens<1>>);
    STATIC_REQUIRE(IsAxis<Model<1>>);
    STATIC_REQUIRE(IsAxis<HeadDim<1>>);
    STATIC_REQUIRE(IsAxis<ValueDim<1>>);
    STATIC_REQUIRE(IsAxis<Query<1>>);
    STATIC_REQUIRE(IsAxis<Key<1>>);
    STATIC_REQUIRE(IsAxis<app::Frames<8>>);
    STATIC_REQUIRE(IsAxis<app::Channels>);
}

TEST_CASE("what is no axis is refused") {
    STATIC_REQUIRE_FALSE(IsAxis<int>);
    STATIC_REQUIRE_FALSE(IsAxis<OnlyAnExtent>);
    STATIC_REQUIRE_FALSE(IsAxis<Tokens<0>>);
    STATIC_REQUIRE_FALSE(IsAxis<const Tokens<3>>);
}

TEST_CASE("two axes as one are an axis, and their order matters") {
    STATIC_REQUIRE(IsAxis<Flat<Heads<2>, HeadDim<4>>>);
    STATIC_REQUIRE(Flat<Heads<2>, HeadDim<4>>::extent == 8);
    STATIC_REQUIRE(Flat<Flat<Tokens<3>, Heads<2>>, HeadDim<4>>::extent == 24);
    STATIC_REQUIRE_FALSE(std::same_as<Flat<Heads<2>, HeadDim<4>>, Flat<HeadDim<4>, Heads<2>>>);
    STATIC_REQUIRE_FALSE(std::same_as<Flat<Heads<2>, HeadDim<4>>, Flat<Heads<4>, HeadDim<2>>>);
    STATIC_REQUIRE_FALSE(std::same_as<Flat<Heads<2>, HeadDim<4>>, Flat<KeyValueHeads<2>, HeadDim<4>>>);
    STATIC_REQUIRE(Flattable<Heads<2>, HeadDim<4>>);
    STATIC_REQUIRE_FALSE(Flattable<Heads<0>, HeadDim<4>>);
    STATIC_REQUIRE_FALSE(Flattable<Heads<2>, int>);
}

TEST_CASE("an axis has its class's name, without extent and namespaces") {
    STATIC_REQUIRE(axis_name<Tokens<3>>() == "Tokens");
    STATIC_REQUIRE(axis_name<HeadDim<64>>() == "HeadDim");
    STATIC_REQUIRE(axis_name<app::Frames<8>>() == "Frames");
    STATIC_REQUIRE(axis_name<app::Channels>() == "Channels");
    STATIC_REQUIRE(axis_name<Hidden<2>>() == "Hidden");
    STATIC_REQUIRE(axis_name<Nested<Hidden<2>, 3>>() == "Nested");
}

TEST_CASE("two axes as one have both names") {
    STATIC_REQUIRE(axis_name<Flat<Heads<2>, HeadDim<4>>>() == "Heads x HeadDim");
    STATIC_REQUIRE(axis_name<Flat<app::Frames<2>, app::Channels>>() == "Frames x Channels");
    STATIC_REQUIRE(axis_name<Flat<Flat<Tokens<3>, Heads<2>>, HeadDim<4>>>() == "Tokens x Heads x HeadDim");
}
