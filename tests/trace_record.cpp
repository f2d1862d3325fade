#include <attest/trace/record.hpp>

#include <attest/trace/arithmetic.hpp>
#include <attest/trace/provenance.hpp>

#include "catch.hpp"
#include "check.hpp"
#include "random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace attest;

namespace {

constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};
constexpr Matrix<double, Model<2>, HeadDim<2>> identity{{1, 0}, {0, 1}};
constexpr Matrix<double, Model<2>, ValueDim<2>> swap{{0, 1}, {1, 0}};

std::string arithmetic(const TraceRecord<double>& trace, Stage stage, std::size_t row, std::size_t col) {
    return provenance(trace, stage, {row, col}).arithmetic;
}

template <class T>
std::vector<Stage> stages_of(const TraceRecord<T>& trace) {
    std::vector<Stage> stages;
    for (const auto& one : trace.stages) stages.push_back(one.stage);
    return stages;
}

template <class T>
T number(const TraceRecord<T>& trace, Stage stage, Cell at) {
    return trace[stage](at.row, at.col);
}

/// The sum of products of pairs of operands, as the library computes it.
template <class T>
T sum_of_products(const TraceRecord<T>& trace, const Provenance& from) {
    T sum = 0;
    for (std::size_t n = 0; n < from.operands[0].cells.size(); ++n)
        sum = multiply_add(number(trace, from.operands[0].stage, from.operands[0].cells[n]),
                           number(trace, from.operands[1].stage, from.operands[1].cells[n]), sum);
    return sum;
}

/// A number made again of the operands that its provenance names.
template <class T>
T made_again(const TraceRecord<T>& trace, Stage stage, const Provenance& from) {
    const auto operand = [&](std::size_t n) {
        return number(trace, from.operands[n].stage, from.operands[n].cells[0]);
    };
    T result = 0;
    switch (stage) {
        case Stage::scaled:
            return operand(0) / attest::sqrt(static_cast<T>(trace[Stage::k].cols.extent));
        case Stage::masked:
            return operand(0);
        case Stage::largest:
            result = operand(0);
            for (const auto& cells : from.operands)
                for (const Cell& cell : cells.cells)
                    result = std::max(result, number(trace, cells.stage, cell));
            return result;
        case Stage::sink_exponential:
        case Stage::exponentials:
            return detail::weight(
                operand(0) - operand(1),
                detail::weight_scale(attest::sqrt(static_cast<T>(trace[Stage::k].cols.extent))));
        case Stage::sums:
            for (const auto& cells : from.operands)
                for (const Cell& cell : cells.cells) result += number(trace, cells.stage, cell);
            return result;
        case Stage::weights:
        case Stage::output:
            return rounded_product(operand(0), 1 / operand(1));
        default:
            return sum_of_products(trace, from);
    }
}

}  // namespace

TEST_CASE("a record has the stages that there are, by the names of the members") {
    using S = Stage;
    const auto plain = record(trace_self_attention(x, identity, identity, swap));
    REQUIRE(stages_of(plain) == std::vector{S::x, S::w_q, S::w_k, S::w_v, S::q, S::k, S::v, S::raw, S::scaled,
                                            S::largest, S::exponentials, S::sums, S::weights, S::mixed,
                                            S::output});
    const auto everything =
        record(trace_self_attention(x, identity, identity, swap, causal<Tokens<3>>(), {}, Sink{1.0}));
    REQUIRE(stages_of(everything) == std::vector{S::x, S::w_q, S::w_k, S::w_v, S::q, S::k, S::v, S::raw,
                                                 S::scaled, S::masked, S::sink, S::largest,
                                                 S::sink_exponential, S::exponentials, S::sums, S::weights,
                                                 S::mixed, S::output});
    REQUIRE(stage_named("exponentials") == S::exponentials);
    REQUIRE(!stage_named("exponential"));
    REQUIRE(plain.find(S::masked) == nullptr);
    for (std::size_t n = 0; n < stage_names.size(); ++n)
        REQUIRE(stage_name(static_cast<Stage>(n)) == stage_names[n]);
}

TEST_CASE("a record spells the axes of its stages") {
    using Weights = MultiHeadWeights<float, Model<3>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<1>>;
    const auto trace = trace_multi_head_self_attention(Matrix<float, Tokens<4>, Model<3>>{}, Weights{});
    const auto head = record(trace.heads[0]);
    REQUIRE(head[Stage::weights].rows.type == "Query<4>");
    REQUIRE(head[Stage::weights].cols.type == "Key<4>");
    REQUIRE(head[Stage::largest].cols.type == "Single<1>");
    REQUIRE(head[Stage::w_q].cols.name == "HeadDim");
    REQUIRE(head[Stage::w_q].cols.extent == 2);
    const auto after = record(trace);
    REQUIRE(stages_of(after) == std::vector{Stage::joined, Stage::w_o, Stage::projected});
    REQUIRE(after[Stage::joined].cols.type == "Flat<Heads<2>, ValueDim<1>>");
    REQUIRE(after[Stage::projected].cols.type == "Model<3>");
    REQUIRE(after.heads == 2);
}

TEST_CASE("the provenance of the article's numbers reads as on paper") {
    const auto trace = record(trace_self_attention(x, identity, identity, swap));
    REQUIRE(arithmetic(trace, Stage::x, 2, 0) == "given");
    REQUIRE(arithmetic(trace, Stage::v, 2, 0) == "2·0 + 4·1 = 4");
    REQUIRE(arithmetic(trace, Stage::raw, 2, 1) == "2·3 + 4·1 = 10");
    REQUIRE(arithmetic(trace, Stage::scaled, 2, 1) == "10 / √2 = 7.0711");
    REQUIRE(arithmetic(trace, Stage::largest, 2, 0) == "max(10, 10, 20) = 20");
    REQUIRE(arithmetic(trace, Stage::exponentials, 2, 1) == "e^((10 − 20) / √2) = 0.000849");
    REQUIRE(arithmetic(trace, Stage::sums, 2, 0) == "0.000849 + 0.000849 + 1 = 1.0017");
    REQUIRE(arithmetic(trace, Stage::weights, 2, 1) == "0.000849 · (1 / 1.0017) = 0.000848");
    REQUIRE(arithmetic(trace, Stage::mixed, 2, 0) == "0.000849·2 + 0.000849·1 + 1·4 = 4.0025");
    REQUIRE(arithmetic(trace, Stage::output, 2, 0) == "4.0025 · (1 / 1.0017) = 3.9958");
    REQUIRE(textbook_provenance(trace, Stage::exponentials, {2, 1})->arithmetic ==
            "e^(7.0711 − 14.1421) = 0.000849");
    REQUIRE(textbook_provenance(trace, Stage::weights, {2, 1})->arithmetic ==
            "e^(7.0711 − 14.1421) / 1.0017 = 0.000848");
    REQUIRE(textbook_provenance(trace, Stage::output, {2, 0})->arithmetic ==
            "0.000848·2 + 0.000848·1 + 0.9983·4 = 3.9958");
    REQUIRE(!textbook_provenance(trace, Stage::raw, {2, 0}));
    const auto weight = textbook_provenance(trace, Stage::weights, {2, 1});
    REQUIRE(weight->operands[0].stage == Stage::scaled);
    REQUIRE(weight->operands[0].cells == std::vector<Cell>{{2, 1}, {2, 2}});
}

TEST_CASE("provenance leaves out what the mask hides") {
    const auto trace = record(trace_self_attention(x, identity, identity, swap, causal<Tokens<3>>()));
    REQUIRE(arithmetic(trace, Stage::weights, 0, 1) == "hidden by the mask");
    REQUIRE(provenance(trace, Stage::weights, {0, 1}).operands.empty());
    REQUIRE(!textbook_provenance(trace, Stage::weights, {0, 1}));
    REQUIRE(arithmetic(trace, Stage::masked, 0, 0) == "kept: 3.5355");
    REQUIRE(arithmetic(trace, Stage::largest, 1, 0) == "max(5, 10) = 10");
    REQUIRE(provenance(trace, Stage::mixed, {1, 0}).operands[1].cells == std::vector<Cell>{{0, 0}, {1, 0}});
    const auto nothing =
        record(trace_self_attention(x, identity, identity, swap, padding_of<0, Tokens<3>>()));
    REQUIRE(nothing[Stage::largest].hides(1, 0));
    REQUIRE(arithmetic(nothing, Stage::sums, 1, 0) == "nothing is kept = 0");
    REQUIRE(arithmetic(nothing, Stage::mixed, 1, 0) == "nothing is kept = 0");
    REQUIRE(arithmetic(nothing, Stage::output, 1, 0) == "0, for the sum is 0");
    REQUIRE(!textbook_provenance(nothing, Stage::output, {1, 0}));
}

TEST_CASE("provenance tells of sinks, of changed scores and of the heads that were joined") {
    const auto sunk = record(trace_self_attention(x, identity, identity, swap, {}, {}, Sink{0.0}));
    REQUIRE(arithmetic(sunk, Stage::largest, 0, 0) == "max(0, 5, 5, 10) = 10");
    REQUIRE(arithmetic(sunk, Stage::sink_exponential, 0, 0) == "e^((0 − 10) / √2) = 0.000849");
    REQUIRE(arithmetic(sunk, Stage::sums, 0, 0) == "0.000849 + 0.0291 + 0.0291 + 1 = 1.0591");
    const auto capped =
        record(trace_self_attention(x, identity, identity, swap, {}, soft_cap<Tokens<3>>(2.0)));
    REQUIRE(arithmetic(capped, Stage::scaled, 0, 0) == "5 becomes 1.8867");
    REQUIRE(arithmetic(capped, Stage::exponentials, 0, 0) == "e^(1.8867 − 1.9966) = 0.8959");
    REQUIRE(!textbook_provenance(capped, Stage::exponentials, {0, 0}));
    using Weights = MultiHeadWeights<double, Model<2>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<2>>;
    const auto heads = record(trace_multi_head_self_attention(x, Weights{}));
    const auto joined = provenance(heads, Stage::joined, {1, 3});
    REQUIRE(joined.operands[0].stage == Stage::output);
    REQUIRE(joined.operands[0].head == std::size_t{1});
    REQUIRE(joined.operands[0].cells == std::vector<Cell>{{1, 1}});
    REQUIRE(joined.arithmetic == "head 2: 0");
}

TEST_CASE("without embeddings queries, keys and values are given") {
    const auto trace = record(trace_attention(Matrix<double, Query<2>, HeadDim<1>>{{1}, {2}},
                                              Matrix<double, Key<3>, HeadDim<1>>{{1}, {2}, {3}},
                                              Matrix<double, Key<3>, ValueDim<1>>{{-1}, {0}, {1}}));
    REQUIRE(stages_of(trace).front() == Stage::q);
    REQUIRE(arithmetic(trace, Stage::q, 0, 0) == "given");
    REQUIRE(arithmetic(trace, Stage::mixed, 0, 0) == "0.1353·(−1) + 0.3679·0 + 1·1 = 0.8647");
}

TEMPLATE_TEST_CASE("every number can be made again of its operands, to the bit", "", float, double) {
    using T = TestType;
    const auto q = random_matrix<Matrix<T, Tokens<5>, Model<4>>>(1);
    const auto trace = record(trace_self_attention(q, random_matrix<Matrix<T, Model<4>, HeadDim<3>>>(2),
                                                   random_matrix<Matrix<T, Model<4>, HeadDim<3>>>(3),
                                                   random_matrix<Matrix<T, Model<4>, ValueDim<2>>>(4),
                                                   causal<Tokens<5>>(), {}, Sink{T(0.25)}));
    std::size_t made = 0;
    for (const auto& stage : trace.stages)
        for (std::size_t i = 0; i < stage.rows.extent; ++i)
            for (std::size_t j = 0; j < stage.cols.extent; ++j) {
                const auto from = provenance(trace, stage.stage, {i, j});
                if (from.operands.empty()) continue;
                CAPTURE(stage_name(stage.stage), i, j, from.arithmetic);
                REQUIRE(same_bits(made_again(trace, stage.stage, from), stage(i, j)));
                ++made;
            }
    REQUIRE(made == 15 + 15 + 10 + 25 + 25 + 15 + 5 + 5 + 15 + 5 + 15 + 10 + 10);
}

TEST_CASE("numbers are written as a person writes them") {
    REQUIRE(rounded_text(10 / std::sqrt(2.0)) == "7.0711");
    REQUIRE(rounded_text(0.00084788544291651731) == "0.000848");
    REQUIRE(rounded_text(0.027538096956219981) == "0.0275");
    REQUIRE(rounded_text(0.00123456) == "0.00123");
    REQUIRE(rounded_text(5.0) == "5");
    REQUIRE(rounded_text(-0.5) == "−0.5");
    REQUIRE(rounded_text(0.0) == "0");
    REQUIRE(rounded_text(-0.0) == "0");
    REQUIRE(rounded_text(2.00000001) == "2.0000");
    REQUIRE(rounded_text(1999.99999) == "2000.0000");
    REQUIRE(rounded_text(1234567.0) == "1234567");
    REQUIRE(rounded_text(1e7) == "1·10⁷");
    REQUIRE(rounded_text(4.539992976248485e-05) == "4.54·10⁻⁵");
    REQUIRE(rounded_text(-1.25e100) == "−1.25·10¹⁰⁰");
    REQUIRE(rounded_text(std::numeric_limits<double>::denorm_min()) == "4.94·10⁻³²⁴");
    REQUIRE(rounded_text(std::numeric_limits<double>::quiet_NaN()) == "NaN");
    REQUIRE(rounded_text(-std::numeric_limits<double>::infinity()) == "−∞");
    REQUIRE(rounded_text(0.1f) == "0.1");
    REQUIRE(operand_text(-3.0) == "(−3)");
    REQUIRE(operand_text(3.0) == "3");
    REQUIRE(operand_text(4.539992976248485e-05) == "(4.54·10⁻⁵)");
    REQUIRE(exact_text(0.1) == "0.1");
    REQUIRE(exact_text(0.1f) == "0.1");
    REQUIRE(exact_text(1 / 3.0) == "0.3333333333333333");
    REQUIRE(exact_text(-0.0) == "-0");
}
