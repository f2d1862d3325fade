#include <attest/attention.hpp>
#include <attest/parameters.hpp>

#include "catch.hpp"
#include "operations.hpp"

using namespace attest;

namespace {
using Head = HeadWeights<double, Model<768>, HeadDim<64>, ValueDim<32>>;

struct NoHanaStruct {};

struct NotOnlyMatrices {
    BOOST_HANA_DEFINE_STRUCT(NotOnlyMatrices, (double, bias));
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
