#pragma once

// The traces of all shapes of so many tokens. shapes.cpp chooses among them; each number of tokens is
// compiled by itself.

#include "problem.hpp"
#include "shapes.hpp"

#include <attest/trace.hpp>
#include <attest/trace/record.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace traced {

template <class M>
M matrix(const Table& table) {
    return attest::generate<M>([&](auto i, auto j) { return table.numbers[i * table.cols + j]; });
}

template <class Model, class Head, class Value, class Tokens, class Rule>
Traces trace_one_head(const Problem& problem, const attest::Mask<Tokens, Tokens, Rule>& mask) {
    const auto& weights = problem.heads[0];
    const auto trace =
        attest::trace_self_attention(matrix<attest::Matrix<double, Tokens, Model>>(problem.x),
                                     matrix<attest::Matrix<double, Model, Head>>(weights.w_q),
                                     matrix<attest::Matrix<double, Model, Head>>(weights.w_k),
                                     matrix<attest::Matrix<double, Model, Value>>(weights.w_v), mask);
    return {{attest::record(trace)}, {}};
}

/// The weights of all heads, side by side.
template <class M, class Heads>
auto joined_weights(const Problem& problem, Table HeadTables::* member) {
    attest::PerHead<Heads, M> weights;
    for (std::size_t h = 0; h < Heads::extent; ++h) weights[h] = matrix<M>(problem.heads[h].*member);
    return attest::join_heads(weights);
}

template <class Model, class Head, class Value, class Heads, class Tokens, class Rule>
Traces trace_heads(const Problem& problem, const attest::Mask<Tokens, Tokens, Rule>& mask) {
    using KeyValueHeads = attest::KeyValueHeads<Heads::extent>;
    using ToHead = attest::Matrix<double, Model, Head>;
    using ToValue = attest::Matrix<double, Model, Value>;
    const attest::MultiHeadWeights<double, Model, Heads, KeyValueHeads, Head, Value> weights{
        joined_weights<ToHead, Heads>(problem, &HeadTables::w_q),
        joined_weights<ToHead, KeyValueHeads>(problem, &HeadTables::w_k),
        joined_weights<ToValue, KeyValueHeads>(problem, &HeadTables::w_v),
        matrix<attest::Matrix<double, attest::Flat<Heads, Value>, Model>>(problem.w_o)};
    const auto trace = attest::trace_multi_head_self_attention(
        matrix<attest::Matrix<double, Tokens, Model>>(problem.x), weights, mask);
    Traces traces{{}, attest::record(trace)};
    for (const auto& head : trace.heads.values) traces.heads.push_back(attest::record(head));
    return traces;
}

/// The traces of a problem of N tokens whose other extents are among the compiled ones.
template <std::size_t N>
Traces trace_tokens(const Problem& problem, bool is_causal) {
    Traces traces;
    choose<model_widths>(problem.x.cols, [&](auto model) {
        choose<head_widths>(problem.heads[0].w_q.cols, [&](auto width) {
            using Model = attest::Model<model>;
            using Head = attest::HeadDim<width>;
            using Value = attest::ValueDim<width>;
            const auto with_mask = [&](const auto& mask) {
                traces = problem.heads.size() == 1
                             ? trace_one_head<Model, Head, Value>(problem, mask)
                             : trace_heads<Model, Head, Value, attest::Heads<most_heads>>(problem, mask);
            };
            if (is_causal)
                with_mask(attest::causal<attest::Tokens<N>>());
            else
                with_mask(attest::no_mask<attest::Tokens<N>>());
        });
    });
    return traces;
}

}  // namespace traced
