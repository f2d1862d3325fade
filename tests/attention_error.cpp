// How far attention is off, in float and in double, with few keys and with several tiles of them.

#include <attest/attention.hpp>

#include "bounds.hpp"
#include "catch.hpp"
#include "exact.hpp"
#include "kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

using namespace attest;

namespace {

/// The largest scaled score of the absolute values of queries and keys.
double largest_of_absolute(const exact::Table& q, const exact::Table& k) {
    long double largest = 0;
    for (std::size_t i = 0; i < q.rows; ++i)
        for (std::size_t j = 0; j < k.rows; ++j) {
            long double score = 0;
            for (std::size_t d = 0; d < q.cols; ++d) score += std::fabs(q(i, d) * k(j, d));
            largest = std::max(largest, score);
        }
    return static_cast<double>(largest / std::sqrt(static_cast<long double>(q.cols)));
}

/// The largest error in parts of the bound.
template <class O>
double share_of_bound(const O& operands, const auto& mask) {
    using T = typename O::Number;
    const exact::Table q = exact::table(operands.q);
    const exact::Table k = exact::table(operands.k);
    std::vector<bool> kept;
    for (std::size_t i = 0; i < q.rows; ++i)
        for (std::size_t j = 0; j < k.rows; ++j) kept.push_back(mask.keeps(i, j));
    const exact::Table expected =
        exact::product(exact::attention_weights(q, k, kept), exact::table(operands.v));
    const auto output = exact::table(operands.attention(mask, O::unchanged(), Sink<T>{}));
    const double eps = bounds::attention(k.rows) + bounds::products(q.cols, largest_of_absolute(q, k));
    // The values are below 1.
    return static_cast<double>(exact::distance(output, expected)) / (eps * std::numeric_limits<T>::epsilon());
}

}  // namespace

TEMPLATE_TEST_CASE("attention is as close to its formula as is promised",
                   "",
                   (Operands<float, 1, 1, 1, 1>),
                   (Operands<float, 3, 3, 2, 2>),
                   (Operands<float, 33, 17, 20, 9>),
                   (Operands<float, 64, 300, 64, 64>),
                   (Operands<float, 5, 1000, 3, 7>),
                   (Operands<float, 9, 130, 257, 16>),
                   (Operands<double, 2, 7, 4, 3>),
                   (Operands<double, 16, 64, 16, 16>),
                   (Operands<double, 20, 300, 32, 8>),
                   (Operands<double, 9, 130, 257, 16>)) {
    using T = typename TestType::Number;
    using Rows = typename TestType::Rows;
    using Cols = typename TestType::Cols;
    double worst = 0;
    for (std::uint64_t seed = 1; seed < 6; ++seed)
        for (const T size : {T(0.5), T(1), T(4), T(16)}) {
            const TestType operands(seed, size);
            worst = std::max(worst, share_of_bound(operands, TestType::no_mask()));
            worst = std::max(worst, share_of_bound(operands, causal<Rows, Cols>(aligned_at_end)));
        }
    // Roundings go both ways: of these numbers none uses more of what is promised than a twentieth.
    CAPTURE(worst);
    REQUIRE(worst <= 0.05);
}
