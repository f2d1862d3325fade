// The functions of double against MPFR, on arguments that cover every exponent and, densely, the ranges
// where each function does something.

#include "arguments.hpp"
#include "functions.hpp"
#include "worst.hpp"

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace {

/// A number of so many digits that its errors are of no account here.
class Exact {
public:
    explicit Exact(mpfr_prec_t digits = 128) { mpfr_init2(number_, digits); }
    Exact(const Exact&) = delete;
    Exact& operator=(const Exact&) = delete;
    ~Exact() { mpfr_clear(number_); }
    operator mpfr_ptr() { return number_; }

private:
    mpfr_t number_;
};

/// What MPFR keeps of constants for a thread, given back when the thread ends.
struct KeptConstants {
    KeptConstants() = default;
    KeptConstants(const KeptConstants&) = delete;
    KeptConstants& operator=(const KeptConstants&) = delete;
    ~KeptConstants() { mpfr_free_cache(); }
};

void sigmoid(mpfr_ptr y, mpfr_srcptr x) {
    mpfr_neg(y, x, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_add_ui(y, y, 1, MPFR_RNDN);
    mpfr_ui_div(y, 1, y, MPFR_RNDN);
}

void silu(mpfr_ptr y, mpfr_srcptr x) {
    sigmoid(y, x);
    mpfr_mul(y, y, x, MPFR_RNDN);
}

void gelu(mpfr_ptr y, mpfr_srcptr x) {  // x erfc(-x / sqrt(2)) / 2
    mpfr_sqrt_ui(y, 2, MPFR_RNDN);
    mpfr_div(y, x, y, MPFR_RNDN);
    mpfr_neg(y, y, MPFR_RNDN);
    mpfr_erfc(y, y, MPFR_RNDN);
    mpfr_mul(y, y, x, MPFR_RNDN);
    mpfr_div_2ui(y, y, 1, MPFR_RNDN);
}

void gelu_tanh(mpfr_ptr y, mpfr_srcptr x) {  // x sigmoid(sqrt(8 / pi) (1 + 0.044715 x^2) x)
    Exact cubic;
    mpfr_sqr(cubic, x, MPFR_RNDN);
    mpfr_mul_ui(cubic, cubic, 44715, MPFR_RNDN);
    mpfr_div_ui(cubic, cubic, 1'000'000, MPFR_RNDN);
    mpfr_add_ui(cubic, cubic, 1, MPFR_RNDN);
    mpfr_mul(cubic, cubic, x, MPFR_RNDN);
    mpfr_const_pi(y, MPFR_RNDN);
    mpfr_ui_div(y, 8, y, MPFR_RNDN);
    mpfr_sqrt(y, y, MPFR_RNDN);
    mpfr_mul(cubic, cubic, y, MPFR_RNDN);
    sigmoid(y, cubic);
    mpfr_mul(y, y, x, MPFR_RNDN);
}

/// A function of MPFR's, rounded to nearest.
template <auto function>
constexpr auto nearest = [](mpfr_ptr y, mpfr_srcptr x) { function(y, x, MPFR_RNDN); };

/// |got - exact| in the given unit. An infinity stands for 2^1024, and for everything beyond.
double error_of(double got, mpfr_srcptr exact, double unit) {
    if (std::isnan(got) || mpfr_nan_p(exact) != 0)
        return std::isnan(got) && mpfr_nan_p(exact) != 0 ? 0 : std::numeric_limits<double>::infinity();
    Exact difference;
    if (std::isinf(got)) {
        mpfr_set_si_2exp(difference, got > 0 ? 1 : -1, 1024, MPFR_RNDN);
        if (std::signbit(got) == (mpfr_signbit(exact) != 0) && mpfr_cmpabs(exact, difference) >= 0) return 0;
    } else {
        mpfr_set_d(difference, got, MPFR_RNDN);
    }
    mpfr_sub(difference, difference, exact, MPFR_RNDN);
    mpfr_div_d(difference, difference, unit, MPFR_RNDN);
    return std::fabs(mpfr_get_d(difference, MPFR_RNDN));
}

struct Range {
    double low;
    double high;
};

/// Arguments in turn from every exponent with both signs, and from each of the ranges.
class Arguments {
public:
    Arguments(std::initializer_list<Range> ranges) : ranges_(ranges) {}

    double operator()(std::mt19937_64& bits, std::uint64_t i) const {
        const std::uint64_t kinds = ranges_.size() + 1;
        if (const auto kind = i % kinds; kind != 0) {
            const auto [low, high] = ranges_[kind - 1];
            return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
        }
        constexpr std::uint64_t exponents = 2047;
        const std::uint64_t sign_and_fraction = bits() & ~(exponents << 52);
        return std::bit_cast<double>(sign_and_fraction | (i / kinds) % exponents << 52);
    }

private:
    std::vector<Range> ranges_;
};

/// Of every exponent, the numbers that come closest to a multiple of pi / 2. With x = m 2^e those are
/// where m is the denominator of a convergent of 2^e (2 / pi).
std::vector<double> closest_to_quarter_turns() {
    constexpr std::uint64_t too_large = std::uint64_t{1} << 53;
    std::vector<double> result;
    Exact rest(1400);
    for (int e = -1; e <= 971; ++e) {
        mpfr_const_pi(rest, MPFR_RNDN);
        mpfr_ui_div(rest, 2, rest, MPFR_RNDN);
        mpfr_mul_2si(rest, rest, e, MPFR_RNDN);
        std::uint64_t before = 0;
        std::uint64_t denominator = 1;
        while (denominator < too_large) {
            if (denominator > too_large >> 8)
                result.push_back(std::ldexp(static_cast<double>(denominator), e));
            mpfr_frac(rest, rest, MPFR_RNDN);
            mpfr_ui_div(rest, 1, rest, MPFR_RNDN);
            const double factor = std::min(mpfr_get_d(rest, MPFR_RNDZ), static_cast<double>(too_large));
            if (factor >= static_cast<double>(too_large / denominator)) break;
            before = std::exchange(denominator, static_cast<std::uint64_t>(factor) * denominator + before);
        }
    }
    return result;
}

/// The arguments of sin and cos: those that come closest to a multiple of pi / 2, others within some ulp
/// of one, and all kinds.
class Angles {
public:
    double operator()(std::mt19937_64& bits, std::uint64_t i) const {
        if (i < closest_.size()) return closest_[i];
        if (i % 4 != 0) return others_(bits, i / 4 * 3 + i % 4 - 1);
        const auto quarters = static_cast<double>(bits() >> (2 + i / 4 % 61));
        return (bits() % 2 == 0 ? 1 : -1) * quarters * 0x1.921fb54442d18p+0;
    }

private:
    std::vector<double> closest_ = closest_to_quarter_turns();
    Arguments others_{{-10, 10}, {-1e5, 1e5}};
};

/// Checks one function after the other.
struct Check {
    std::uint64_t count;
    bool holds = true;

    static constexpr std::uint64_t block_size = 1000;

    template <class F, class Reference, class Arguments, class Unit = decltype(ulp_of_result<double>)>
    void operator()(Function<F> function, Reference reference, Arguments arguments, Unit unit = {}) {
        const auto worst = worst_of_blocks<double>(
            (count + block_size - 1) / block_size, [&](std::uint64_t block, Worst<double>& so_far) {
                [[maybe_unused]] thread_local const KeptConstants kept;
                std::mt19937_64 bits(block);
                Exact exact_x(53);
                Exact exact;
                for (std::uint64_t i = block * block_size; i < (block + 1) * block_size; ++i) {
                    const double x = arguments(bits, i);
                    mpfr_set_d(exact_x, x, MPFR_RNDN);
                    reference(exact, exact_x);
                    so_far.see(error_of(function(x), exact, unit(x, mpfr_get_d(exact, MPFR_RNDZ))), x);
                }
            });
        holds &= report(function.name, function.bound, worst);
    }
};

}  // namespace

int main(int argc, char** argv) {
    Check check{number_after("--arguments", "how many arguments of each function", 10'000'000, argc, argv)};
    check(functions::exp, nearest<mpfr_exp>, Arguments{{-746, 710}, {-1, 1}, {-746, -707}});
    check(functions::exp2, nearest<mpfr_exp2>, Arguments{{-1076, 1025}, {-1, 1}, {-1076, -1020}});
    check(functions::log, nearest<mpfr_log>, Arguments{{0.5, 2}, {0.98, 1.02}, {1 - 0x1p-30, 1 + 0x1p-30}});
    check(functions::sqrt, nearest<mpfr_sqrt>, Arguments{{0, 4}});
    check(functions::tanh, nearest<mpfr_tanh>, Arguments{{-20, 20}, {-1, 1}});
    check(functions::sigmoid, sigmoid, Arguments{{-746, 40}, {-2, 2}, {-746, -707}});
    check(functions::erf, nearest<mpfr_erf>, Arguments{{-6.1, 6.1}, {-1, 1}});
    check(functions::sin, nearest<mpfr_sin>, Angles{});
    check(functions::cos, nearest<mpfr_cos>, Angles{});
    check(functions::gelu, gelu, Arguments{{-9.5, 9.5}, {-1, 1}}, ulp_of_argument<double>);
    check(functions::gelu_tanh, gelu_tanh, Arguments{{-31, 31}, {-2, 2}}, ulp_of_argument<double>);
    // Where the sigmoid is subnormal, |x| / 2 of the smallest number come to the bound.
    const auto unit_of_silu = [](double x, double exact) {
        const double more = x < -708 ? -x / 2 * std::numeric_limits<double>::denorm_min() : 0;
        return ulp_at<double>(exact) + more / functions::silu.bound;
    };
    check(functions::silu, silu, Arguments{{-750, 40}, {-5, 5}, {-750, -700}}, unit_of_silu);
    return check.holds ? 0 : 1;
}
