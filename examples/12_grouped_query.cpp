// Grouped-query attention, and what it saves: fewer heads of keys and values than of queries, each
// shared by a group. Query head h reads key-value head h / (H / KV).

#include "check.hpp"
#include "show.hpp"

#include <attest/attest.hpp>

using namespace attest;

template <std::size_t KV>
using FourHeads = MultiHeadWeights<double, Model<2>, Heads<4>, KeyValueHeads<KV>, HeadDim<1>, ValueDim<1>>;

// Which head reads which shows where there is one token: what a head gives is then the value that it
// reads. Neighbours share.
constexpr Matrix<double, Query<1>, Flat<Heads<4>, HeadDim<1>>> q{{1, 2, 3, 4}};
constexpr Matrix<double, Key<1>, Flat<KeyValueHeads<2>, HeadDim<1>>> k{{1, 2}};
constexpr Matrix<double, Key<1>, Flat<KeyValueHeads<2>, ValueDim<1>>> v{{10, 20}};
static_assert(multi_head_attention(q, k, v) ==
              Matrix<double, Query<1>, Flat<Heads<4>, ValueDim<1>>>{{10, 10, 20, 20}});

// So it is multi-head attention with the shared columns written twice, to the last bit.
constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};  // cat eats fish
constexpr FourHeads<2> grouped{
    .query = {{1, 0, 2, 0}, {0, 1, 0, 2}},
    .key = {{1, 0}, {0, 1}},
    .value = {{0, 1}, {1, 0}},
    .output = {{1, 0}, {0, 1}, {1, 0}, {0, 1}},
};
constexpr FourHeads<4> written_twice{
    .query = grouped.query,
    .key = {{1, 1, 0, 0}, {0, 0, 1, 1}},
    .value = {{0, 0, 1, 1}, {1, 1, 0, 0}},
    .output = grouped.output,
};
constexpr auto output = multi_head_self_attention(x, grouped);
static_assert(same_bits(output, multi_head_self_attention(x, written_twice)));

// Six query heads do not divide among four key-value heads, and the type of such weights does not exist.
template <std::size_t H, std::size_t KV>
concept Divides = requires {
    typename MultiHeadWeights<double, Model<12>, Heads<H>, KeyValueHeads<KV>, HeadDim<2>, ValueDim<2>>;
};
static_assert(Divides<6, 6> && Divides<6, 3> && Divides<6, 2> && Divides<6, 1> && !Divides<6, 4>);

// What it saves, in Llama 2 70B: 80 layers of 64 query heads, 128 wide, that share 8 key-value heads.
template <std::size_t KV>
using Llama70B =
    MultiHeadWeights<float, Model<8192>, Heads<64>, KeyValueHeads<KV>, HeadDim<128>, ValueDim<128>>;
static_assert(parameter_count<Llama70B<64>> == 268'435'456);
static_assert(parameter_count<Llama70B<8>> == 150'994'944);

// Above all it saves memory while text is made, where the keys and values of all tokens are kept: in
// half precision, the bytes of a token are
template <std::size_t KV>
constexpr std::size_t bytes_of_a_token =
    80 * cached_numbers_per_token<KeyValueHeads<KV>, HeadDim<128>, ValueDim<128>> * 2;
static_assert(bytes_of_a_token<64> == 2'621'440);
static_assert(bytes_of_a_token<8> == 327'680);

int main() {
    fmt::print("Llama 2 70B, bytes a token in the cache: {} with 64 key-value heads, {} with 8\n\n",
               bytes_of_a_token<64>, bytes_of_a_token<8>);
    const Labels<Tokens<3>> tokens{"cat", "eats", "fish"};
    show("four heads, two of keys and values", output, tokens);
    return same_at_run_time(output, multi_head_self_attention(unseen(x), grouped));
}
