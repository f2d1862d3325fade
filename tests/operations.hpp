#pragma once

// Whether an operation takes its operands, one concept each: what does not compile is tested here.

#include <attest/attest.hpp>

#include <cstddef>
#include <type_traits>

template <class A>
concept IsAxis = attest::Axis<A>;

template <class Outer, class Inner>
concept Flattable = requires { typename attest::Flat<Outer, Inner>; };

template <class Left, class Right>
concept Multipliable = requires(const Left& left, const Right& right) { left* right; };

template <class Left, class Right>
concept Addable = requires(const Left& left, const Right& right) { left + right; };

template <class Left, class Right>
concept Subtractable = requires(const Left& left, const Right& right) { left - right; };

template <class M, class Divisor>
concept Divisible = requires(const M& m, const Divisor& divisor) { m / divisor; };

template <class Factor, class M>
concept Scalable = requires(const Factor& factor, const M& m) { attest::times(factor, m); };

template <class Left, class Right>
concept Comparable = requires(const Left& left, const Right& right) { left == right; };

template <class To, class From>
concept ConstructibleFrom = requires(const From& from) { To(from); };

template <class To, class From>
concept AssignableFrom = requires(To& to, const From& from) { to = from; };

template <class Left, class Right>
concept BitwiseComparable =
    requires(const Left& left, const Right& right) { attest::same_bits(left, right); };

template <auto m, std::size_t i, std::size_t j>
concept HasElement = requires { typename std::bool_constant<(static_cast<void>(m[i, j] == 0), true)>; };

template <class M, template <std::size_t> class To>
concept RowsRenamable = requires(const M& m) { attest::rename_rows<To>(m); };

template <class M, template <std::size_t> class To>
concept ColsRenamable = requires(const M& m) { attest::rename_cols<To>(m); };

template <class M, std::size_t First, std::size_t Count>
concept RowsSliceable = requires(const M& m) { attest::slice_rows<First, Count>(m); };

template <class M, std::size_t First, std::size_t Count>
concept ColsSliceable = requires(const M& m) { attest::slice_cols<First, Count>(m); };

template <class Top, class Bottom>
concept RowsJoinable = requires(const Top& top, const Bottom& bottom) { attest::join_rows(top, bottom); };

template <class Left, class Right>
concept ColsJoinable = requires(const Left& left, const Right& right) { attest::join_cols(left, right); };

template <class Over, class Scores, class... Mask>
concept SoftmaxOver =
    requires(const Scores& scores, const Mask&... mask) { attest::softmax<Over>(scores, mask...); };

template <class Query, class Key>
concept Causable = requires { attest::causal<Query, Key>(); };

template <std::size_t Width, class Query, class Key>
concept Windowable = requires { attest::sliding_window<Width, Query, Key>(); };

template <class Query, class Key>
concept PrefixLmable = requires { attest::prefix_lm<Query, Key>(1); };

// Whether a constant expression may have it.
template <class Query, class Key, std::size_t length>
concept Paddable = requires { typename std::bool_constant<attest::padding<Query, Key>(length).keeps(0, 0)>; };

template <std::size_t Length, class Query, class Key>
concept PaddableTo = requires { attest::padding_of<Length, Query, Key>(); };

template <class Tokens, std::size_t prefix>
concept HasPrefix = requires { typename std::bool_constant<attest::prefix_lm<Tokens>(prefix).keeps(0, 0)>; };

template <class First, class Second>
concept Intersectable = requires(const First& first, const Second& second) { first & second; };

template <class First, class Second>
concept Unitable = requires(const First& first, const Second& second) { first | second; };

template <class M>
concept Maskable = requires(const M& m) { attest::keep_where(m); };

template <class Head, class Scores, class... Change>
concept ScalableBy =
    requires(const Scores& scores, const Change&... change) { attest::scaled<Head>(scores, change...); };

template <class First, class Second>
concept Chainable = requires(const First& first, const Second& second) { first >> second; };

template <class M>
concept Biasable = requires(const M& m) { attest::add_bias(m); };

template <class T, class Query, class Key>
concept AlibiFor = requires(T slope) { attest::alibi<Query, Key>(slope); };

template <auto Cap, class T>
concept SoftCapOf = requires { attest::soft_cap_of<Cap, T, attest::Query<2>, attest::Key<3>>(); };

// Whether a constant expression may have it. The cap comes from a function, for not every compiler
// takes a number that is no integer as a template argument.
template <class T, auto cap>
concept ConstantSoftCap = requires {
    typename std::bool_constant<(attest::soft_cap<attest::Query<2>, attest::Key<3>>(cap()), true)>;
};

template <class X, class Weights>
concept Projectable = requires(const X& x, const Weights& weights) { attest::project(x, weights); };

template <class Q, class K>
concept Scorable = requires(const Q& q, const K& k) { attest::scores(q, k); };

template <class Weights, class V, class... Mask>
concept Mixable = requires(const Weights& weights, const V& v, const Mask&... mask) {
    attest::weighted_sum(weights, v, mask...);
};

template <class Q, class K, class V, class... MaskAndChange>
concept Attends = requires(const Q& q, const K& k, const V& v, const MaskAndChange&... mask_and_change) {
    attest::attention(q, k, v, mask_and_change...);
};

template <class Q, class K, class... Others>
concept WeighsAttention =
    requires(const Q& q, const K& k, const Others&... others) { attest::attention_weights(q, k, others...); };

template <class Q, class K, class V, class... Others>
concept AttendsWithWeights = requires(const Q& q, const K& k, const V& v, const Others&... others) {
    attest::attention_with_weights(q, k, v, others...);
};

template <class Q, class K, class V, class... Others>
concept TracesAttention = requires(const Q& q, const K& k, const V& v, const Others&... others) {
    attest::trace_attention(q, k, v, others...);
};

template <class X, class... Weights>
concept TracesSelfAttention =
    requires(const X& x, const Weights&... weights) { attest::trace_self_attention(x, weights...); };

template <class X, class Weights>
concept TracesHeads =
    requires(const X& x, const Weights& weights) { attest::trace_multi_head_self_attention(x, weights); };

template <std::size_t QueryTile, std::size_t KeyTile, class Q, class K, class V, class... Others>
concept AttendsInTiles = requires(const Q& q, const K& k, const V& v, const Others&... others) {
    attest::tiled_attention<QueryTile, KeyTile>(q, k, v, others...);
};

template <class X, class... Weights>
concept SelfAttends = requires(const X& x, const Weights&... weights) { self_attention(x, weights...); };

template <class X, class Memory, class... Weights>
concept CrossAttends = requires(const X& x, const Memory& memory, const Weights&... weights) {
    cross_attention(x, memory, weights...);
};

template <class M>
concept HeadsSplittable = requires(const M& m) { attest::split_heads(m); };

template <class M>
concept HeadsJoinable = requires(const M& m) { attest::join_heads(m); };

template <class M>
concept HeadsAveraged = requires(const M& m) { attest::mean_of_heads(m); };

template <class Q, class K, class V, class... Mask>
concept HeadsAttend = requires(const Q& q, const K& k, const V& v, const Mask&... mask) {
    attest::multi_head_attention(q, k, v, mask...);
};

template <class Q, class K, class V, class... Mask>
concept HeadsAttendWithWeights = requires(const Q& q, const K& k, const V& v, const Mask&... mask) {
    attest::multi_head_attention_with_weights(q, k, v, mask...);
};

template <class T, class Heads, class Query, class Key>
concept HasAlibiPerHead = requires { attest::alibi_per_head<T, Heads, Query, Key>(); };

template <class T, class Model, class Heads, class KeyValueHeads>
concept HeadsAreWeighable = requires {
    typename attest::MultiHeadWeights<T, Model, Heads, KeyValueHeads, attest::HeadDim<2>,
                                      attest::ValueDim<2>>;
};

template <class X, class Weights, class... Mask>
concept HeadsSelfAttend = requires(const X& x, const Weights& weights, const Mask&... mask) {
    attest::multi_head_self_attention(x, weights, mask...);
};

template <class X, class Memory, class Weights, class... Mask>
concept HeadsCrossAttend =
    requires(const X& x, const Memory& memory, const Weights& weights, const Mask&... mask) {
        attest::multi_head_cross_attention(x, memory, weights, mask...);
    };

template <class Cache, class K, class V>
concept Appends = requires(Cache& cache, const K& k, const V& v) { cache.append(k, v); };

template <class Cache, class Q, class K, class V, class... Others>
concept AttendsWithCache =
    requires(Cache& cache, const Q& q, const K& k, const V& v, const Others&... others) {
        cache.attend(q, k, v, others...);
    };

template <class X, class Weights, class Cache, class... Others>
concept SelfAttendsWithCache =
    requires(const X& x, const Weights& weights, Cache& cache, const Others&... others) {
        attest::cached_self_attention(x, weights, cache, others...);
    };

template <class T, class Tokens, class Model>
concept HasSinusoidalPositions = requires { attest::sinusoidal_positions<T, Tokens, Model>(); };

template <class M,
          template <class, std::size_t, std::size_t> class Layout,
          std::size_t Rotated = 0,
          std::size_t Base = 10000>
concept Turnable = requires(const M& m) { attest::rotary<Layout, Base, Rotated>(m); };

template <class M,
          template <class, std::size_t, std::size_t> class From,
          template <class, std::size_t, std::size_t> class To,
          std::size_t Rotated = 0>
concept PairsReorderable = requires(const M& m) { attest::reorder_pairs<From, To, Rotated>(m); };

template <class... T>
concept MultiplyAddable = requires(const T&... numbers) { attest::multiply_add(numbers...); };

template <class Function, class T>
concept Computes = requires(const Function& function, const T& number) { function(number); };

template <class S>
concept Countable = requires { attest::parameter_count<S>; };
