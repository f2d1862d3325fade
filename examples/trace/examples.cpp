#include "examples.hpp"

namespace traced {

namespace {

const Table identity{2, 2, {1, 0, 0, 1}};
const Table cat_eats_fish{3, 2, {1, 2, 3, 1, 2, 4}};

}  // namespace

Problem worked_example() {
    const Table swap{2, 2, {0, 1, 1, 0}};
    return {
        .source = "the article's example",
        .tokens = {"cat", "eats", "fish"},
        .x = cat_eats_fish,
        .heads = {{identity, identity, swap}},
        .w_o = {},
        .is_causal_first = false,
        .notes = {
            {"weights", {{2, 2}}, "The article's 99.8 % is right."},
            {"output",
             {{2, 0}},
             "The article prints 3.997. To three decimals it is 3.996: cat and eats take 0.000848 each, and "
             "2·0.000848 + 1·0.000848 + 4·0.998304 = 3.995761."},
            {"output",
             {{2, 1}},
             "The article prints 2.001. It is exactly 2: cat and eats weigh the same w, and w·1 + w·3 + "
             "(1 − 2w)·2 = 2 for every w."}}};
}

Problem two_heads() {
    const Table first{2, 1, {1, 0}};
    const Table second{2, 1, {0, 1}};
    return {.source = "two heads",
            .tokens = {"cat", "eats", "fish"},
            .x = cat_eats_fish,
            .heads = {{first, first, second}, {second, second, first}},
            .w_o = identity,
            .is_causal_first = false,
            .notes = {}};
}

Problem embeddings() {
    const Table weights{4, 4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    return {.source = "the article's embeddings",
            .tokens = {"The", "cat", "sat"},
            .x = {3, 4, {0.2, 0.5, 0.1, 0.7, 0.8, 0.3, 0.6, 0.2, 0.4, 0.9, 0.5, 0.1}},
            .heads = {{weights, weights, weights}},
            .w_o = {},
            .is_causal_first = false,
            .notes = {}};
}

// Every token asks with 1, and is asked by its score.
Problem softmax_of_five() {
    const Table score{2, 1, {1, 0}};
    const Table one{2, 1, {0, 1}};
    return {.source = "the article's five scores",
            .tokens = {"Token 1", "Token 2", "Token 3", "Token 4", "Token 5"},
            .x = {5, 2, {3.2, 1, 4.0, 1, 1.0, 1, 6.2, 1, 8.0, 1}},
            .heads = {{one, score, score}},
            .w_o = {},
            .is_causal_first = false,
            .notes = {{"sums",
                       {{4, 0}},
                       "The article sums e^3.2, e^4 and so on to 3,555.56. Below the largest score it is "
                       "3,555.56 / e^8 "
                       "= 1.1928, and the shares are the same."},
                      {"weights", {{4, 4}}, "The article prints 83.83 %. 2,980.96 / 3,555.56 is 83.84 %."}}};
}

}  // namespace traced
