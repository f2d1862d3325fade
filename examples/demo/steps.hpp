#pragma once

// The article's worked example for any X: each step's result, by name.

#include <attest/attest.hpp>

#include <array>
#include <string>

namespace demo {

using X = attest::Matrix<double, attest::Tokens<3>, attest::Model<2>>;
using Scores = attest::Matrix<double, attest::Query<3>, attest::Key<3>>;

inline const std::array<std::string, 3> tokens{"cat", "eats", "fish"};

inline constexpr X article_x{{1, 2}, {3, 1}, {2, 4}};

inline constexpr attest::HeadWeights<double, attest::Model<2>, attest::HeadDim<2>, attest::ValueDim<2>> head{
    .query = {{1, 0}, {0, 1}},
    .key = {{1, 0}, {0, 1}},
    .value = {{0, 1}, {1, 0}},
};

struct Steps {
    X x;
    attest::Matrix<double, attest::Query<3>, attest::HeadDim<2>> q;
    attest::Matrix<double, attest::Key<3>, attest::HeadDim<2>> k;
    attest::Matrix<double, attest::Key<3>, attest::ValueDim<2>> v;
    Scores raw;
    Scores scaled;
    Scores weights;
    attest::Matrix<double, attest::Query<3>, attest::ValueDim<2>> output;
};

constexpr Steps steps_of(const X& x) {
    Steps s;
    s.x = x;
    s.q = attest::rename_rows<attest::Query>(attest::project(x, head.query));
    s.k = attest::rename_rows<attest::Key>(attest::project(x, head.key));
    s.v = attest::rename_rows<attest::Key>(attest::project(x, head.value));
    s.raw = attest::scores(s.q, s.k);
    s.scaled = attest::scaled<attest::HeadDim<2>>(s.raw);
    s.weights = attest::softmax<attest::Key<3>>(s.scaled);
    s.output = attest::weighted_sum(s.weights, s.v);
    return s;
}

}  // namespace demo
