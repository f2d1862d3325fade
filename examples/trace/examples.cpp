#include "examples.hpp"

namespace traced {

Problem worked_example() {
    const Table identity{2, 2, {1, 0, 0, 1}};
    const Table swap{2, 2, {0, 1, 1, 0}};
    return {
        .source = "the article's example",
        .tokens = {"cat", "eats", "fish"},
        .x = {3, 2, {1, 2, 3, 1, 2, 4}},
        .heads = {{identity, identity, swap}},
        .w_o = {},
        .is_causal_first = false,
        .notes = {{"output",
                   {{2, 0}, {2, 1}},
                   "The article prints [3.997, 2.001] for fish. To three decimals it is [3.996, 2.000]."}}};
}

}  // namespace traced
