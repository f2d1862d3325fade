#include <attest/matrix.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"

#include <concepts>
#include <limits>
#include <type_traits>

using namespace attest;

namespace {
using M23 = Matrix<double, Tokens<2>, Model<3>>;

template <class M>
concept TakesTwoRowsOfThree = requires { M{{1, 2, 3}, {4, 5, 6}}; };
template <class M>
concept TakesRaggedRows = requires { M{{1, 2, 3}, {4, 5}}; };
template <class M>
concept TakesOneNumber = requires { M{{1}}; };
template <class M>
concept TakesFlatNumbers = requires { M{1, 2, 3, 4, 5, 6}; };
}  // namespace

TEST_CASE("a literal has every row and every element") {
    constexpr M23 m{{1, 2, 3}, {4, 5, 6}};
    STATIC_REQUIRE((m[0, 0] == 1 && m[0, 1] == 2 && m[0, 2] == 3));
    STATIC_REQUIRE((m[1, 0] == 4 && m[1, 1] == 5 && m[1, 2] == 6));

    STATIC_REQUIRE(TakesTwoRowsOfThree<M23>);
    STATIC_REQUIRE(TakesTwoRowsOfThree<Matrix<float, Tokens<2>, Model<3>>>);
    STATIC_REQUIRE_FALSE(TakesTwoRowsOfThree<Matrix<double, Tokens<3>, Model<3>>>);  // too few rows
    STATIC_REQUIRE_FALSE(TakesTwoRowsOfThree<Matrix<double, Tokens<1>, Model<3>>>);  // too many rows
    STATIC_REQUIRE_FALSE(TakesTwoRowsOfThree<Matrix<double, Tokens<2>, Model<4>>>);  // short rows
    STATIC_REQUIRE_FALSE(TakesTwoRowsOfThree<Matrix<double, Tokens<2>, Model<2>>>);  // long rows
    STATIC_REQUIRE_FALSE(TakesRaggedRows<M23>);
    STATIC_REQUIRE_FALSE(TakesFlatNumbers<M23>);
}

TEST_CASE("a literal of one row, one column or one element is read as such") {
    STATIC_REQUIRE(Matrix<double, Tokens<1>, Model<3>>{{7, 8, 9}}[0, 2] == 9);
    STATIC_REQUIRE(Matrix<double, Tokens<3>, Model<1>>{{7}, {8}, {9}}[2, 0] == 9);
    STATIC_REQUIRE(Matrix<double, Tokens<1>, Model<1>>{{7}}[0, 0] == 7);
    STATIC_REQUIRE(TakesOneNumber<Matrix<double, Tokens<1>, Model<1>>>);
    STATIC_REQUIRE_FALSE(TakesOneNumber<Matrix<double, Tokens<2>, Model<1>>>);
    STATIC_REQUIRE_FALSE(TakesOneNumber<Matrix<double, Tokens<1>, Model<2>>>);
}

TEST_CASE("C52: a matrix is plain memory, in row-major order") {
    STATIC_REQUIRE(std::is_trivially_copyable_v<M23>);
    STATIC_REQUIRE(std::regular<M23>);
    STATIC_REQUIRE(sizeof(M23) == 2 * 3 * sizeof(double));
    STATIC_REQUIRE(sizeof(Matrix<float, Tokens<5>, Model<7>>) == 5 * 7 * sizeof(float));
    STATIC_REQUIRE(alignof(M23) == alignof(double));

    M23 m{{1, 2, 3}, {4, 5, 6}};
    const double* flat = &m.elements[0][0];
    for (int i = 0; i < 6; ++i) REQUIRE(flat[i] == i + 1);
    m[1, 2] = 60;
    REQUIRE(flat[5] == 60);
}

TEST_CASE("a matrix that is not given is zero") {
    STATIC_REQUIRE(M23{} == M23{{0, 0, 0}, {0, 0, 0}});
}

TEST_CASE("a matrix can be a template argument") {
    STATIC_REQUIRE(std::same_as<std::integral_constant<M23, M23{}>,
                                std::integral_constant<M23, M23{{0, 0, 0}, {0, 0, 0}}>>);
}

TEST_CASE("another shape or element type is not taken, and not compared") {
    STATIC_REQUIRE(ConstructibleFrom<M23, M23>);
    STATIC_REQUIRE(AssignableFrom<M23, M23>);
    STATIC_REQUIRE(Comparable<M23, M23>);
    using Wider = Matrix<double, Tokens<2>, Model<4>>;
    using Renamed = Matrix<double, Tokens<2>, HeadDim<3>>;
    using Turned = Matrix<double, Model<3>, Tokens<2>>;
    using Float = Matrix<float, Tokens<2>, Model<3>>;
    STATIC_REQUIRE_FALSE(ConstructibleFrom<M23, Wider>);
    STATIC_REQUIRE_FALSE(ConstructibleFrom<M23, Renamed>);
    STATIC_REQUIRE_FALSE(ConstructibleFrom<M23, Turned>);
    STATIC_REQUIRE_FALSE(ConstructibleFrom<M23, Float>);
    STATIC_REQUIRE_FALSE(AssignableFrom<M23, Wider>);
    STATIC_REQUIRE_FALSE(AssignableFrom<M23, Renamed>);
    STATIC_REQUIRE_FALSE(AssignableFrom<M23, Float>);
    STATIC_REQUIRE(BitwiseComparable<M23, M23>);
    STATIC_REQUIRE_FALSE(BitwiseComparable<M23, Renamed>);
    STATIC_REQUIRE_FALSE(BitwiseComparable<M23, Float>);
    STATIC_REQUIRE_FALSE(Comparable<M23, Renamed>);
    STATIC_REQUIRE_FALSE(Comparable<M23, Float>);
}

TEST_CASE("in a constant expression an index past the end is refused") {
    constexpr M23 m{{1, 2, 3}, {4, 5, 6}};
    STATIC_REQUIRE(HasElement<m, 1, 2>);
    STATIC_REQUIRE_FALSE(HasElement<m, 2, 0>);
    STATIC_REQUIRE_FALSE(HasElement<m, 0, 3>);  // which is where row 1 begins in memory
    STATIC_REQUIRE_FALSE(HasElement<m, static_cast<std::size_t>(-1), 0>);
}

TEST_CASE("generate asks for each element by row and column") {
    constexpr auto place = [](auto i, auto j) { return static_cast<double>(10 * i + j); };
    STATIC_REQUIRE(generate<M23>(place) == M23{{0, 1, 2}, {10, 11, 12}});
    REQUIRE(generate<M23>(place) == M23{{0, 1, 2}, {10, 11, 12}});
}

TEST_CASE("same_bits is stricter than == about zeros and laxer about NaN") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    STATIC_REQUIRE(same_bits(1.0, 1.0));
    STATIC_REQUIRE(same_bits(nan, nan));
    STATIC_REQUIRE_FALSE(same_bits(0.0, -0.0));
    STATIC_REQUIRE_FALSE(same_bits(1.0f, 1.0000001f));

    constexpr M23 m{{1, 2, 3}, {4, 5, 6}};
    constexpr M23 other{{1, 2, 3}, {4, 5, 7}};
    STATIC_REQUIRE(same_bits(m, m));
    STATIC_REQUIRE_FALSE(same_bits(m, other));
    STATIC_REQUIRE(M23{{0, 0, 0}, {0, 0, 0}} == M23{{0, 0, 0}, {0, 0, -0.0}});
    STATIC_REQUIRE_FALSE(same_bits(M23{{0, 0, 0}, {0, 0, 0}}, M23{{0, 0, 0}, {0, 0, -0.0}}));
}

TEST_CASE("the examples' own yardsticks measure right") {
    STATIC_REQUIRE(ulps_apart(1.0, 1.0) == 0);
    STATIC_REQUIRE(ulps_apart(0.0, -0.0) == 0);
    STATIC_REQUIRE(ulps_apart(1.0, 1.0 + 0x1p-52) == 1);
    STATIC_REQUIRE(ulps_apart(1.0, 1.0 - 0x1p-53) == 1);
    STATIC_REQUIRE(ulps_apart(-0x1p-1074, 0x1p-1074) == 2);
    STATIC_REQUIRE(ulps_apart(1.0f, 2.0f) == 1u << 23);
    STATIC_REQUIRE(ulps_apart(M23{{1, 2, 3}, {4, 5, 6}}, M23{{1, 2, 3}, {4, 5, 6 + 0x1p-49}}) == 2);
    STATIC_REQUIRE(prints_as(0.004, 0.00, 2));
    STATIC_REQUIRE_FALSE(prints_as(0.006, 0.00, 2));
    STATIC_REQUIRE_FALSE(prints_as(-0.006, 0.00, 2));
}
