#include <attest/attention.hpp>
#include <attest/parameters.hpp>

#include "catch.hpp"
#include "operations.hpp"

#include <array>
#include <cstddef>

using namespace attest;

namespace {
using Head = HeadWeights<double, Model<768>, HeadDim<64>, ValueDim<32>>;

struct NoHanaStruct {};

struct NotOnlyMatrices {
    BOOST_HANA_DEFINE_STRUCT(NotOnlyMatrices, (double, bias));
};

struct WithoutMembers {
    BOOST_HANA_DEFINE_STRUCT(WithoutMembers);
};

using Projection = Matrix<float, ValueDim<2>, Model<3>>;

struct Block {
    using Attention = HeadWeights<float, Model<3>, HeadDim<2>, ValueDim<2>>;
    BOOST_HANA_DEFINE_STRUCT(Block, (Attention, attention), (Projection, output));
};

template <std::size_t Layers>
struct Network {
    using Blocks = std::array<Block, Layers>;
    using Pair = std::array<Projection, 2>;
    BOOST_HANA_DEFINE_STRUCT(Network, (Blocks, blocks), (Pair, ends));
};

/// A struct whose member is not only matrices, however deep.
template <class Member>
struct Around {
    BOOST_HANA_DEFINE_STRUCT(Around, (Projection, good), (Member, member));
};
}  // namespace

TEST_CASE("a head's parameters are counted without being stored") {
    STATIC_REQUIRE(parameter_count<Head> == 768 * 64 + 768 * 64 + 768 * 32);
    using Huge = HeadWeights<float, Model<1'000'000>, HeadDim<1'000'000>, ValueDim<1>>;
    STATIC_REQUIRE(parameter_count<Huge> == 2'000'001'000'000);
    STATIC_REQUIRE(Countable<Head>);
    STATIC_REQUIRE_FALSE(Countable<NoHanaStruct>);
    STATIC_REQUIRE_FALSE(Countable<NotOnlyMatrices>);
    STATIC_REQUIRE_FALSE(Countable<int>);
    STATIC_REQUIRE_FALSE(Countable<WithoutMembers>);
}

TEST_CASE("a head's parameters are named with their axes, in order") {
    constexpr auto weights = parameters<Head>();
    STATIC_REQUIRE(weights.size() == 3);
    STATIC_REQUIRE(weights[0].name == "query");
    STATIC_REQUIRE(weights[1].name == "key");
    STATIC_REQUIRE(weights[2].name == "value");
    STATIC_REQUIRE((weights[0].row_axis == "Model" && weights[0].rows == 768));
    STATIC_REQUIRE((weights[0].col_axis == "HeadDim" && weights[0].cols == 64));
    STATIC_REQUIRE((weights[2].col_axis == "ValueDim" && weights[2].cols == 32));
    STATIC_REQUIRE(weights[2].size() == 768 * 32);

    // And once more at run time, as a program that prints them does.
    std::size_t total = 0;
    for (const Parameter& parameter : parameters<Head>()) total += parameter.size();
    REQUIRE(total == parameter_count<Head>);
}

TEST_CASE("structs in structs are counted, and what is repeated as often as it is there") {
    constexpr std::size_t block = 3 * (3 * 2) + 2 * 3;
    STATIC_REQUIRE(parameter_count<Block> == block);
    STATIC_REQUIRE(parameter_count<Network<1>> == block + 2 * (2 * 3));
    STATIC_REQUIRE(parameter_count<Network<12>> == 12 * block + 2 * (2 * 3));
    STATIC_REQUIRE(parameter_count<Around<std::array<std::array<Projection, 5>, 7>>> ==
                   (1 + 5 * 7) * (2 * 3));
    // Far more than any memory holds, as a type.
    STATIC_REQUIRE(parameter_count<Network<1'000'000'000'000>> == 1'000'000'000'000 * block + 2 * (2 * 3));

    STATIC_REQUIRE(Countable<Around<Network<2>>>);
    STATIC_REQUIRE_FALSE(Countable<Network<0>>);
    STATIC_REQUIRE_FALSE(Countable<Around<int>>);
    STATIC_REQUIRE_FALSE(Countable<Around<NoHanaStruct>>);
    STATIC_REQUIRE_FALSE(Countable<Around<Around<NotOnlyMatrices>>>);
    STATIC_REQUIRE_FALSE(Countable<Around<std::array<NotOnlyMatrices, 3>>>);
    STATIC_REQUIRE_FALSE(Countable<Around<WithoutMembers>>);
}

TEST_CASE("a parameter of a part is named by its path, once for all copies") {
    constexpr auto weights = parameters<Around<Network<12>>>();
    STATIC_REQUIRE(weights.size() == 6);
    STATIC_REQUIRE((weights[0].name == "good" && weights[0].copies == 1));
    STATIC_REQUIRE((weights[1].name == "member.blocks.attention.query" && weights[1].copies == 12));
    STATIC_REQUIRE(weights[3].name == "member.blocks.attention.value");
    STATIC_REQUIRE((weights[4].name == "member.blocks.output" && weights[4].size() == 12 * 2 * 3));
    STATIC_REQUIRE((weights[5].name == "member.ends" && weights[5].copies == 2));
    STATIC_REQUIRE((weights[5].row_axis == "ValueDim" && weights[5].col_axis == "Model"));
}
