// Everything public, in constant evaluation and at run time: the bits must be the same, and those that they
// have always been. The constants below are for targets that fuse multiply-adds and for those that do not;
// whoever changes an order of operations on purpose puts there what this program prints.

#include "bits.hpp"
#include "decoding.hpp"
#include "random.hpp"

#include <attest/attest.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

using namespace attest;

namespace {

constexpr std::uint64_t expected = multiply_add_is_fused ? 0x19a36944e910bf75 : 0x7a065658e6a9d22c;

class Report {
public:
    void take(const char* name, BothDigests digests) {
        ++expressions_;
        all_ = {(all_.value ^ digests.computed.value) * 0x100'0000'01b3};
        if (digests.compiled.value == digests.computed.value) return;
        std::printf("%s: other bits at run time than at compile time\n", name);
        ++different_;
    }

    /// Whether all is as it should be.
    bool print() const {
        std::printf(
            "%d expressions, %d of them different at run time; multiply-adds are %s; digest %016llx\n",
            expressions_, different_, multiply_add_is_fused ? "fused" : "not fused",
            static_cast<unsigned long long>(all_.value));
        if (all_.value != expected)
            std::printf("the digest was %016llx before\n", static_cast<unsigned long long>(expected));
        return different_ == 0 && all_.value == expected;
    }

private:
    int expressions_ = 0;
    int different_ = 0;
    Digest all_;
};

/// Numbers of every kind but NaN, whose sign and payload nobody promises.
template <Real T>
constexpr auto numbers = [] {
    using Limits = std::numeric_limits<T>;
    Matrix<T, Single<1>, Tokens<256>> all;
    std::size_t count = 0;
    const auto add = [&](T number) {
        all.elements[0][count++] = number;
        all.elements[0][count++] = -number;
    };
    for (const T number : {T{0}, Limits::denorm_min(), Limits::min(), Limits::epsilon(), Limits::max(),
                           Limits::infinity(), T{0x1p+20f}, T{1e30f}})
        add(number);
    T number{0.003f};
    while (count < 256) add(number *= static_cast<T>(1.0987654321));
    return all;
}();

template <Real T>
void compare_functions(Report& report) {
    const auto compare = [&]<class Function>(const char* name, Function) {
        report.take(name, both_digests([](auto see) {
                        const auto all = see(numbers<T>);
                        return generate<Matrix<T, Single<1>, Tokens<256>>>(
                            [&](auto i, auto j) { return Function{}(all[i, j]); });
                    }));
    };
    compare("exp", [](T x) { return attest::exp(x); });
    compare("exp2", [](T x) { return attest::exp2(x); });
    compare("log", [](T x) { return attest::log(x); });
    compare("sqrt", [](T x) { return attest::sqrt(x); });
    compare("tanh", [](T x) { return attest::tanh(x); });
    compare("sigmoid", [](T x) { return attest::sigmoid(x); });
    compare("erf", [](T x) { return attest::erf(x); });
    compare("sin", [](T x) { return attest::sin(x); });
    compare("cos", [](T x) { return attest::cos(x); });
    compare("gelu", [](T x) { return gelu(x); });
    compare("gelu_tanh", [](T x) { return gelu_tanh(x); });
    compare("silu", [](T x) { return silu(x); });
    compare("multiply_add", [](T x) { return multiply_add(x, static_cast<T>(0.3), static_cast<T>(-0.7)); });
    compare("rounded_product", [](T x) { return rounded_product(x, static_cast<T>(0.3)); });
}

/// Operands of one set of shapes.
template <Real T, std::size_t Queries, std::size_t Keys, std::size_t Width, std::size_t ValueWidth>
struct Operands {
    using Rows = Query<Queries>;
    using Cols = Key<Keys>;
    using Head = HeadDim<Width>;
    static constexpr auto q = scattered<Matrix<T, Rows, Head>>(1);
    static constexpr auto k = scattered<Matrix<T, Cols, Head>>(2);
    static constexpr auto v = scattered<Matrix<T, Cols, ValueDim<ValueWidth>>>(3);
    static constexpr auto s = times(T{9}, scattered<Matrix<T, Rows, Cols>>(4));
    static constexpr auto factor = static_cast<T>(0.37);
    static constexpr Sink<T> sink{T{0.3f}};
    static constexpr auto masked = causal<Rows, Cols>(aligned_at_end);
    static constexpr auto window = sliding_window<2, Rows, Cols>(aligned_at_start);
};

template <class O>
void compare_steps(Report& report) {
    report.take("product", both_digests([](auto see) { return see(O::q) * transpose(see(O::k)); }));
    report.take("sums", both_digests([](auto see) { return see(O::s) + times(see(O::factor), see(O::s)); }));
    report.take("difference", both_digests([](auto see) { return see(O::s) / see(O::factor) - see(O::s); }));
    report.take("rows",
                both_digests([](auto see) { return join_rows(slice_rows<0, 1>(see(O::k)), see(O::k)); }));
    report.take("columns", both_digests([](auto see) {
                    return rename_cols<Model>(join_cols(slice_cols<0, 1>(see(O::v)), see(O::v)));
                }));
    report.take("scaled", both_digests([](auto see) { return scaled<typename O::Head>(see(O::s)); }));
    report.take("softmax", both_digests([](auto see) { return softmax<typename O::Cols>(see(O::s)); }));
    report.take("masked softmax with a sink", both_digests([](auto see) {
                    return softmax<typename O::Cols>(see(O::s), O::masked, O::sink);
                }));
    report.take("log_sum_exp",
                both_digests([](auto see) { return log_sum_exp<typename O::Cols>(see(O::s)); }));
}

template <class O>
void compare_attention(Report& report) {
    report.take("attention",
                both_digests([](auto see) { return attention(see(O::q), see(O::k), see(O::v)); }));
    report.take("masked attention", both_digests([](auto see) {
                    return attention(see(O::q), see(O::k), see(O::v), O::masked | O::window);
                }));
    report.take("biased and capped attention with a sink", both_digests([](auto see) {
                    using T = decltype(O::factor + 0);
                    const auto change =
                        add_bias(see(O::s)) >> soft_cap<typename O::Rows, typename O::Cols>(T{5});
                    return attention(see(O::q), see(O::k), see(O::v), O::masked, change, O::sink);
                }));
    report.take("attention with ALiBi", both_digests([](auto see) {
                    const auto change =
                        alibi<typename O::Rows, typename O::Cols>(see(O::factor), aligned_at_end);
                    return attention(see(O::q), see(O::k), see(O::v), O::window, change);
                }));
    report.take("tiled attention", both_digests([](auto see) {
                    return tiled_attention<2, 3>(see(O::q), see(O::k), see(O::v), O::masked);
                }));
}

/// Two queries at compile time, from First on, and all at run time, which have other ways for other sizes.
template <class O, std::size_t First>
void compare_queries(Report& report) {
    constexpr auto q = slice_rows<First, 2>(O::q);
    constexpr auto two = attention(q, O::k, O::v);
    constexpr std::size_t place = First + O::Cols::extent - O::Rows::extent;
    constexpr auto two_masked =
        attention(q, O::k, O::v, causal<Query<2>, typename O::Cols>(aligned_at(place)));
    const auto compare = [&](const char* name, const auto& compiled, const auto& computed) {
        report.take(name, {digest_of(compiled), digest_of(slice_rows<First, 2>(computed))});
        report.take(name, {digest_of(computed), digest_of(computed)});
    };
    constexpr Unknown see;
    compare("attention of many", two, attention(see(O::q), see(O::k), see(O::v)));
    compare("causal attention of many", two_masked, attention(see(O::q), see(O::k), see(O::v), O::masked));
}

template <Real T>
struct Layer {
    using Weights = MultiHeadWeights<T, Model<4>, Heads<2>, KeyValueHeads<1>, HeadDim<2>, ValueDim<3>>;
    static constexpr auto x = scattered<Matrix<T, Tokens<4>, Model<4>>>(6);
    static constexpr auto weights = scattered_weights<Weights>(7);

    static constexpr Weights see_weights(auto see) {
        return {see(weights.query), see(weights.key), see(weights.value), see(weights.output)};
    }
};

template <Real T>
void compare_layers(Report& report) {
    using L = Layer<T>;
    report.take("multi-head attention", both_digests([](auto see) {
                    return multi_head_self_attention(see(L::x), L::see_weights(see), causal<Tokens<4>>());
                }));
    report.take("decoding", both_digests([](auto see) {
                    using Cache = KvCache<T, Window<3>, KeyValueHeads<1>, HeadDim<2>, ValueDim<3>>;
                    return decoded<Cache, 1, 2, 1>(see(L::x), L::see_weights(see));
                }));
    report.take("rotary positions, neighbours", both_digests([](auto see) {
                    return rotary<Interleaved>(rename_cols<HeadDim>(see(L::x)), 1000);
                }));
    report.take("rotary positions, halves",
                both_digests([](auto see) { return rotary<HalfSplit>(rename_cols<HeadDim>(see(L::x)), 3); }));
    report.take("sinusoidal positions", both_digests([](auto see) {
                    return see(L::x) + sinusoidal_positions<T, Tokens<4>, Model<4>>(5);
                }));
    report.take("slopes", both_digests([](auto see) {
                    return times(see(T{1}), Matrix<T, Single<1>, Heads<6>>{
                                                {alibi_slopes<T, Heads<6>>()[0], 0, 0, 0, 0, 0}});
                }));
}

template <Real T>
void compare_all(Report& report) {
    compare_functions<T>(report);
    compare_steps<Operands<T, 1, 1, 1, 1>>(report);
    compare_steps<Operands<T, 3, 5, 2, 4>>(report);
    compare_steps<Operands<T, 6, 4, 7, 3>>(report);
    compare_attention<Operands<T, 1, 1, 1, 1>>(report);
    compare_attention<Operands<T, 3, 5, 2, 4>>(report);
    compare_attention<Operands<T, 5, 4, 7, 3>>(report);
    compare_attention<Operands<T, 3, 3, 2, 2>>(report);
    compare_attention<Operands<T, 8, 8, 8, 8>>(report);
    compare_queries<Operands<T, 16, 16, 16, 16>, 14>(report);
    compare_queries<Operands<T, 33, 33, 20, 20>, 31>(report);
    compare_queries<Operands<T, 40, 40, 24, 24>, 5>(report);
    compare_queries<Operands<T, 3, 140, 3, 2>, 1>(report);
    compare_layers<T>(report);
}

/// What a compiler makes of a * b + c where it may: other bits at run time.
bool sees_a_contraction() {
    constexpr auto contracted = [](auto see) {
        const double a = see(-10.0);
        const double b = see(0.1);
        const double c = see(1.0);
        if consteval {
            return a * b + c;
        } else {
            return std::fma(a, b, c);
        }
    };
    const BothDigests digests = both_digests(contracted);
    if (digests.compiled.value != digests.computed.value) return true;
    std::puts("a product that was fused into a sum at run time alone went unnoticed");
    return false;
}

}  // namespace

int main() {
    Report report;
    compare_all<float>(report);
    compare_all<double>(report);
    const bool is_sound = sees_a_contraction();
    return report.print() && is_sound ? 0 : 1;
}
