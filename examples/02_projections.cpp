// Step 1: Q, K and V are X seen through three learned weight matrices. The article's table of shapes
//     X [n, d_model]    W_Q, W_K [d_model, d_k]    W_V [d_model, d_v]
//     Q = X W_Q [n, d_k]    K = X W_K [n, d_k]    V = X W_V [n, d_v]
// stands below as types, and the product joins on Model because both sides have it.

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

// The three weights of a head are one struct, with d_model = 4, d_k = 2 and d_v = 3.
using Head = HeadWeights<double, Model<4>, HeadDim<2>, ValueDim<3>>;

constexpr Head head{
    .query = {{1, 0}, {0, 1}, {1, 0}, {0, 1}},
    .key = {{0, 1}, {1, 0}, {0, 1}, {1, 0}},
    .value = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}},
};

constexpr Matrix<double, Tokens<3>, Model<4>> x{
    {0.2, 0.5, 0.1, 0.7},  // The
    {0.8, 0.3, 0.6, 0.2},  // cat
    {0.4, 0.9, 0.5, 0.1},  // sat
};

constexpr Matrix<double, Tokens<3>, HeadDim<2>> q = project(x, head.query);
constexpr Matrix<double, Tokens<3>, HeadDim<2>> k = project(x, head.key);
constexpr Matrix<double, Tokens<3>, ValueDim<3>> v = project(x, head.value);

// Here W_Q adds the first and third number of an embedding, and the second and fourth.
static_assert(ulps_apart(q[0, 0], 0.2 + 0.1) <= 1 && ulps_apart(q[0, 1], 0.5 + 0.7) <= 1);

// project(x, w) is x * w with a name; the other order does not compile, for W ends in HeadDim and X
// begins with Tokens.
static_assert(q == x * head.query);
template <class A, class B>
concept Multipliable = requires(A a, B b) { a* b; };
static_assert(Multipliable<decltype(x), decltype(head.query)>);
static_assert(!Multipliable<decltype(head.query), decltype(x)>);

// One walk over the struct counts its weights and knows their names and axes.
static_assert(parameter_count<Head> == 4 * 2 + 4 * 2 + 4 * 3);

// Many heads share d_model: GPT-2 has d_k = 768 / 12 = 64, and GPT-3 12288 / 96 = 128.
static_assert(std::same_as<HeadDim<768 / 12>, HeadDim<64>>);
static_assert(std::same_as<HeadDim<12288 / 96>, HeadDim<128>>);

int main() {
    for (const auto& weight : parameters<Head>())
        fmt::print("W_{:<6} {}<{}> x {}<{}>\n", weight.name, weight.row_axis, weight.rows, weight.col_axis,
                   weight.cols);
    fmt::print("{} numbers in all\n\n", parameter_count<Head>);

    const Labels<Tokens<3>> tokens{"The", "cat", "sat"};
    show("Q = X W_Q", q, tokens);
    show("K = X W_K", k, tokens);
    show("V = X W_V", v, tokens);

    return same_at_run_time(q, project(unseen(x), unseen(head.query))) +
           same_at_run_time(k, project(unseen(x), unseen(head.key))) +
           same_at_run_time(v, project(unseen(x), unseen(head.value)));
}
