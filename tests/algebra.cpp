#include <attest/algebra.hpp>

#include "both_worlds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "operations.hpp"
#include "random.hpp"

#include <cstddef>

using namespace attest;

namespace {
using X = Matrix<double, Tokens<2>, Model<3>>;
using W = Matrix<double, Model<3>, HeadDim<2>>;
constexpr X x{{1, 2, 3}, {4, 5, 6}};
constexpr W w{{1, 0}, {0, 1}, {2, -1}};

template <std::size_t>
struct NoAxis {};

/// Each element of the product on its own, in long double.
template <Axis Rows, Axis Shared, Axis Cols, class T>
long double exact_element(const Matrix<T, Rows, Shared>& a,
                          const Matrix<T, Shared, Cols>& b,
                          std::size_t i,
                          std::size_t j) {
    long double sum = 0;
    for (std::size_t k = 0; k < Shared::extent; ++k) sum += static_cast<long double>(a[i, k]) * b[k, j];
    return sum;
}
}  // namespace

TEST_CASE("the product joins on the axis between its operands") {
    constexpr Matrix<double, Tokens<2>, HeadDim<2>> product = x * w;
    STATIC_REQUIRE(product == Matrix<double, Tokens<2>, HeadDim<2>>{{7, -1}, {16, -1}});
    REQUIRE(same_bits(unseen(x) * unseen(w), product));
}

TEST_CASE("a product sums in the order of its inner axis, from zero") {
    // 1 is lost in 1e16 unless it is added last.
    constexpr Matrix<double, Tokens<1>, Model<3>> terms{{1, 1e16, -1e16}};
    constexpr Matrix<double, Model<3>, HeadDim<1>> ones{{1}, {1}, {1}};
    STATIC_REQUIRE((terms * ones)[0, 0] == 0);
    REQUIRE((unseen(terms) * unseen(ones))[0, 0] == 0);
}

TEST_CASE("a product of other axes does not compile") {
    STATIC_REQUIRE(Multipliable<X, W>);
    STATIC_REQUIRE_FALSE(Multipliable<W, X>);                                      // swapped
    STATIC_REQUIRE_FALSE(Multipliable<X, Matrix<double, Model<4>, HeadDim<2>>>);   // another extent
    STATIC_REQUIRE_FALSE(Multipliable<X, Matrix<double, Tokens<3>, HeadDim<2>>>);  // another name
    STATIC_REQUIRE_FALSE(Multipliable<X, Matrix<float, Model<3>, HeadDim<2>>>);    // another element
    using Square = Matrix<double, Tokens<3>, Model<3>>;
    STATIC_REQUIRE_FALSE(Multipliable<Square, Square>);  // square, and yet
    STATIC_REQUIRE_FALSE(Multipliable<Matrix<int, Tokens<2>, Model<3>>, Matrix<int, Model<3>, HeadDim<2>>>);
    STATIC_REQUIRE_FALSE(Multipliable<double, X>);  // that is times
}

TEST_CASE("a product is close to the exact one for many shapes") {
    const auto check = []<class T, Axis Rows, Axis Shared, Axis Cols>(Matrix<T, Rows, Shared>,
                                                                      Matrix<T, Shared, Cols>) {
        const auto a = random_matrix<Matrix<T, Rows, Shared>>(1);
        const auto b = random_matrix<Matrix<T, Shared, Cols>>(2);
        const auto product = a * b;
        // n products and n sums of numbers below 1, each rounded by at most half an ulp of n.
        constexpr long double n = Shared::extent;
        constexpr long double bound = n * n * std::numeric_limits<T>::epsilon();
        for (std::size_t i = 0; i < Rows::extent; ++i)
            for (std::size_t j = 0; j < Cols::extent; ++j) {
                const long double error = product[i, j] - exact_element(a, b, i, j);
                REQUIRE(error <= bound);
                REQUIRE(error >= -bound);
            }
    };
    check(Matrix<double, Tokens<1>, Model<1>>{}, Matrix<double, Model<1>, HeadDim<1>>{});
    check(Matrix<double, Tokens<1>, Model<17>>{}, Matrix<double, Model<17>, HeadDim<5>>{});
    check(Matrix<double, Tokens<33>, Model<20>>{}, Matrix<double, Model<20>, HeadDim<7>>{});
    check(Matrix<float, Tokens<8>, Model<64>>{}, Matrix<float, Model<64>, HeadDim<16>>{});
    check(Matrix<float, Tokens<5>, Model<3>>{}, Matrix<float, Model<3>, HeadDim<1>>{});
}

TEST_CASE("transpose exchanges the axes") {
    constexpr Matrix<double, Model<3>, Tokens<2>> turned = transpose(x);
    STATIC_REQUIRE(turned == Matrix<double, Model<3>, Tokens<2>>{{1, 4}, {2, 5}, {3, 6}});
    STATIC_REQUIRE(transpose(transpose(x)) == x);
    REQUIRE(same_bits(transpose(unseen(x)), turned));
}

TEST_CASE("C50: a matrix may be assigned its own transpose") {
    require_in_both_worlds([] {
        using Square = Matrix<double, Tokens<2>, Tokens<2>>;
        Square a = unseen(Square{{1, 2}, {3, 4}});
        a = transpose(a);
        return a == Square{{1, 3}, {2, 4}};
    });
    require_in_both_worlds([] {
        using Square = Matrix<double, Tokens<3>, Tokens<3>>;
        Square b = unseen(Square{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
        b = b * transpose(b);
        return b == Square{{14, 32, 50}, {32, 77, 122}, {50, 122, 194}};
    });
}

TEST_CASE("C51: results are values that outlive their operands") {
    require_in_both_worlds([] {
        const auto difference = [](X a, X b) {
            const auto sum = a + b;
            const auto twice = times(2.0, a);
            return sum - twice;
        };
        return difference(unseen(x), X{{2, 2, 2}, {2, 2, 2}}) == X{{1, 0, -1}, {-2, -3, -4}};
    });
}

TEST_CASE("sums and differences go element by element over the same axes") {
    constexpr X ones{{1, 1, 1}, {1, 1, 1}};
    STATIC_REQUIRE(x + ones == X{{2, 3, 4}, {5, 6, 7}});
    STATIC_REQUIRE(x - ones == X{{0, 1, 2}, {3, 4, 5}});
    REQUIRE(same_bits(unseen(x) + unseen(ones), x + ones));
    REQUIRE(same_bits(unseen(x) - unseen(ones), x - ones));

    STATIC_REQUIRE(Addable<X, X>);
    STATIC_REQUIRE(Subtractable<X, X>);
    using Wider = Matrix<double, Tokens<2>, Model<4>>;
    using Renamed = Matrix<double, Tokens<2>, HeadDim<3>>;
    using Float = Matrix<float, Tokens<2>, Model<3>>;
    STATIC_REQUIRE_FALSE(Addable<X, Wider>);
    STATIC_REQUIRE_FALSE(Addable<X, Renamed>);
    STATIC_REQUIRE_FALSE(Addable<X, Float>);
    STATIC_REQUIRE_FALSE(Subtractable<X, Wider>);
    STATIC_REQUIRE_FALSE(Subtractable<X, Renamed>);
    STATIC_REQUIRE_FALSE(Subtractable<X, Float>);
}

TEST_CASE("scaling divides or multiplies every element, by a number of its own type") {
    STATIC_REQUIRE(x / 2.0 == X{{0.5, 1, 1.5}, {2, 2.5, 3}});
    STATIC_REQUIRE((x / 3.0)[1, 1] == 5.0 / 3.0);  // which 5 * (1 / 3.0) is not
    STATIC_REQUIRE(times(2.0, x) == X{{2, 4, 6}, {8, 10, 12}});
    REQUIRE(same_bits(unseen(x) / 3.0, x / 3.0));
    REQUIRE(same_bits(times(0.1, unseen(x)), times(0.1, x)));
    // Not even where the compiler could fuse the product into a sum.
    constexpr X tenths = times(0.1, x) + times(-0.3, x);
    REQUIRE(same_bits(times(0.1, unseen(x)) + times(-0.3, unseen(x)), tenths));
    STATIC_REQUIRE(Divisible<X, double>);
    STATIC_REQUIRE_FALSE(Divisible<X, float>);
    STATIC_REQUIRE_FALSE(Divisible<X, int>);
    STATIC_REQUIRE(Scalable<double, X>);
    STATIC_REQUIRE_FALSE(Scalable<float, X>);
}

TEST_CASE("renaming an axis keeps its extent and every element") {
    constexpr Matrix<double, Query<2>, Model<3>> rows = rename_rows<Query>(x);
    constexpr Matrix<double, Tokens<2>, HeadDim<3>> cols = rename_cols<HeadDim>(x);
    STATIC_REQUIRE(rename_rows<Tokens>(rows) == x);
    STATIC_REQUIRE(rename_cols<Model>(cols) == x);
    REQUIRE(same_bits(rename_rows<Query>(unseen(x)), rows));
    REQUIRE(same_bits(rename_cols<HeadDim>(unseen(x)), cols));
    STATIC_REQUIRE_FALSE(ConstructibleFrom<Matrix<double, Query<3>, Model<3>>, decltype(rows)>);
    STATIC_REQUIRE(RowsRenamable<X, Query>);
    STATIC_REQUIRE(ColsRenamable<X, HeadDim>);
    STATIC_REQUIRE_FALSE(RowsRenamable<X, NoAxis>);
    STATIC_REQUIRE_FALSE(ColsRenamable<X, NoAxis>);
}

TEST_CASE("slices lie within their matrix") {
    STATIC_REQUIRE(slice_rows<1, 1>(x) == Matrix<double, Tokens<1>, Model<3>>{{4, 5, 6}});
    STATIC_REQUIRE(slice_cols<1, 2>(x) == Matrix<double, Tokens<2>, Model<2>>{{2, 3}, {5, 6}});
    STATIC_REQUIRE(slice_rows<0, 2>(x) == x);
    REQUIRE(same_bits(slice_cols<1, 2>(unseen(x)), slice_cols<1, 2>(x)));

    STATIC_REQUIRE(RowsSliceable<X, 1, 1>);
    STATIC_REQUIRE_FALSE(RowsSliceable<X, 1, 2>);
    STATIC_REQUIRE_FALSE(RowsSliceable<X, 2, 1>);
    STATIC_REQUIRE_FALSE(RowsSliceable<X, 0, 0>);
    STATIC_REQUIRE_FALSE(RowsSliceable<X, static_cast<std::size_t>(-1), 2>);  // a sum that wraps
    STATIC_REQUIRE_FALSE(RowsSliceable<X, 0, 3>);
    STATIC_REQUIRE_FALSE(ColsSliceable<X, 0, 4>);
    STATIC_REQUIRE(ColsSliceable<X, 0, 3>);
    STATIC_REQUIRE_FALSE(ColsSliceable<X, 1, 3>);
    STATIC_REQUIRE_FALSE(ColsSliceable<X, static_cast<std::size_t>(-1), 2>);
}

TEST_CASE("joining adds up one axis; the other is the same on both sides") {
    STATIC_REQUIRE(join_rows(slice_rows<0, 1>(x), slice_rows<1, 1>(x)) == x);
    STATIC_REQUIRE(join_cols(slice_cols<0, 1>(x), slice_cols<1, 2>(x)) == x);
    REQUIRE(same_bits(join_rows(unseen(x), unseen(x)), join_rows(x, x)));
    REQUIRE(same_bits(join_cols(unseen(x), unseen(x)), join_cols(x, x)));

    STATIC_REQUIRE(RowsJoinable<X, Matrix<double, Tokens<5>, Model<3>>>);
    STATIC_REQUIRE_FALSE(RowsJoinable<X, Matrix<double, Tokens<5>, Model<4>>>);
    STATIC_REQUIRE_FALSE(RowsJoinable<X, Matrix<double, Query<5>, Model<3>>>);
    STATIC_REQUIRE(ColsJoinable<X, Matrix<double, Tokens<2>, Model<5>>>);
    STATIC_REQUIRE_FALSE(ColsJoinable<X, Matrix<double, Tokens<3>, Model<5>>>);
    STATIC_REQUIRE_FALSE(ColsJoinable<X, Matrix<float, Tokens<2>, Model<5>>>);
}
