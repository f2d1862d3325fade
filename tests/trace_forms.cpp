#include <attest/trace.hpp>

#include <attest/attention.hpp>

#include "both_worlds.hpp"
#include "catch.hpp"
#include "check.hpp"
#include "random.hpp"

using namespace attest;

namespace {

/// Whether the last stage of a trace has the bits of attention, which at run time come from the kernels.
template <class T, class Rule = KeepAll, class Change = Unchanged>
constexpr bool traces_attention(const Mask<Query<4>, Key<6>, Rule>& mask = {},
                                const ScoreChange<T, Query<4>, Key<6>, Change>& change = {},
                                const Sink<T>& sink = {}) {
    const auto q = unseen(rough_matrix<Matrix<T, Query<4>, HeadDim<3>>>(1));
    const auto k = unseen(rough_matrix<Matrix<T, Key<6>, HeadDim<3>>>(2));
    const auto v = unseen(rough_matrix<Matrix<T, Key<6>, ValueDim<5>>>(3));
    const auto trace = trace_attention(q, k, v, mask, change, sink);
    return same_bits(trace.output, attention(q, k, v, mask, change, sink)) &&
           ulps_apart(trace.weights, attention_weights(q, k, mask, change, sink)) <= 24;
}

}  // namespace

TEMPLATE_TEST_CASE("the output of a trace has the bits of attention", "", float, double) {
    using T = TestType;
    require_in_both_worlds([] { return traces_attention<T>(); });
    require_in_both_worlds([] { return traces_attention<T>(causal<Query<4>, Key<6>>(aligned_at_end)); });
    require_in_both_worlds(
        [] { return traces_attention<T>(sliding_window<2, Query<4>, Key<6>>(aligned_at_start)); });
    require_in_both_worlds([] { return traces_attention<T>(padding_of<0, Query<4>, Key<6>>()); });
    require_in_both_worlds(
        [] { return traces_attention<T>({}, alibi<Query<4>, Key<6>>(T(0.25), aligned_at_end)); });
    require_in_both_worlds([] { return traces_attention<T>({}, soft_cap<Query<4>, Key<6>>(T(0.5))); });
    require_in_both_worlds([] {
        return traces_attention<T>(causal<Query<4>, Key<6>>(aligned_at_start),
                                   scale_by<Query<4>, Key<6>>(T(3)), Sink{T(0.5)});
    });
    require_in_both_worlds(
        [] { return traces_attention<T>({}, ScoreChange<T, Query<4>, Key<6>, Unchanged>{}, Sink{T(-1)}); });
    require_in_both_worlds([] {
        return traces_attention<T>(padding_of<0, Query<4>, Key<6>>(),
                                   ScoreChange<T, Query<4>, Key<6>, Unchanged>{}, Sink{T(9)});
    });
}

TEMPLATE_TEST_CASE("a tile full of keys is traced with the bits of attention", "", float, double) {
    using T = TestType;
    const auto q = random_matrix<Matrix<T, Query<9>, HeadDim<16>>>(1);
    const auto k = random_matrix<Matrix<T, Key<128>, HeadDim<16>>>(2);
    const auto v = random_matrix<Matrix<T, Key<128>, ValueDim<8>>>(3);
    REQUIRE(same_bits(trace_attention(q, k, v).output, attention(q, k, v)));
    const auto mask = causal<Query<9>, Key<128>>(aligned_at_end);
    REQUIRE(same_bits(trace_attention(q, k, v, mask).output, attention(q, k, v, mask)));
}
