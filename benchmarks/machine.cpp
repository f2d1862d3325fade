#include "machine.hpp"

#include "vectors.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace bench {

namespace {

template <class Work>
double nanoseconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

/// Independent sums: more than two units with a latency of four cycles need, and with the two operands no
/// more than the sixteen registers of SSE and AVX.
using Chains = std::make_index_sequence<12>;

/// So many multiply-adds that wait for one another that a processor sees the next chain's before they end.
using Links = std::make_index_sequence<64>;

template <class T, std::size_t... I>
double multiply_add_rate(std::size_t rounds, std::index_sequence<I...>) {
    Vector<T> factor = Vector<T>{} + T(0.5);
    Vector<T> addend = Vector<T>{} + T(1);
    benchmark::DoNotOptimize(factor);
    benchmark::DoNotOptimize(addend);
    Vector<T> sums[sizeof...(I)]{((void)I, addend)...};
    const double ns = nanoseconds([&] {
        Vector<T> in_registers[]{sums[I]...};
        for (std::size_t r = 0; r < rounds; ++r) ((in_registers[I] = in_registers[I] * factor + addend), ...);
        ((sums[I] = in_registers[I]), ...);
        benchmark::DoNotOptimize(sums);
    });
    return static_cast<double>(2 * lanes<T> * sizeof...(I) * rounds) / ns;
}

template <class T, std::size_t... I>
double chains_rate(std::index_sequence<I...>) {
    constexpr std::size_t chains = 300;
    Vector<T> factor = Vector<T>{} + T(0.5);
    Vector<T> addend = Vector<T>{} + T(1);
    benchmark::DoNotOptimize(factor);
    benchmark::DoNotOptimize(addend);
    const double ns = nanoseconds([&] {
        const Vector<T> x = factor, y = addend;
        for (std::size_t c = 0; c < chains; ++c) {
            Vector<T> link = y;
            benchmark::DoNotOptimize(link);
            (((void)I, link = link * x + y), ...);
            benchmark::DoNotOptimize(link);
        }
    });
    return static_cast<double>(2 * lanes<T> * sizeof...(I) * chains) / ns;
}

/// Additions that wait for one another take a cycle each.
double additions_rate() {
    constexpr std::size_t additions = 1 << 15;
    std::uint64_t sum = 0;
    std::uint64_t addend = 3;
    asm volatile("" : "+r"(addend));
    const double ns = nanoseconds([&] {
        for (std::size_t i = 0; i < additions; i += 8) {
            // The empty statements keep eight additions from being one multiplication.
            // clang-format off
            sum += addend; asm volatile("" : "+r"(sum));
            sum += addend; asm volatile("" : "+r"(sum));
            sum += addend; asm volatile("" : "+r"(sum));
            sum += addend; asm volatile("" : "+r"(sum));
            sum += addend; asm volatile("" : "+r"(sum));
            sum += addend; asm volatile("" : "+r"(sum));
            sum += addend; asm volatile("" : "+r"(sum));
            sum += addend; asm volatile("" : "+r"(sum));
            // clang-format on
        }
    });
    return static_cast<double>(additions) / ns;
}

template <std::size_t... I>
double sum_in_vectors(const float* numbers, std::size_t count, std::index_sequence<I...>) {
    constexpr std::size_t step = sizeof...(I) * lanes<float>;
    Vector<float> sums[sizeof...(I)]{};
    for (std::size_t i = 0; i + step <= count; i += step) {
        Vector<float> read[sizeof...(I)];
        (load(read[I], numbers + i + I * lanes<float>), ...);
        ((sums[I] += read[I]), ...);
    }
    Vector<float> sum{};
    ((sum += sums[I]), ...);
    double total = 0;
    for (std::size_t lane = 0; lane < lanes<float>; ++lane) total += static_cast<double>(sum[lane]);
    return total;
}

}  // namespace

Machine::Machine() {
    constexpr int tries = 200;
    for (std::size_t processor = 0; processor < processors_.count(); ++processor) {
        processors_.go_to_next();
        for (int i = 0; i < tries; ++i) {
            measure_pace(Precision::single_precision);
            measure_pace(Precision::double_precision);
        }
    }
}

Pace Machine::measure_pace(Precision precision, double ns) {
    constexpr std::size_t fewest_rounds = 4000;
    constexpr double most_ns = 4e6;
    const auto rates = [&]<class T>(T) {
        const double operations_per_round = 2 * lanes<T> * Chains::size();
        const double rounds = std::min(ns, most_ns) * best(precision).peak / operations_per_round;
        return Pace{
            .peak = multiply_add_rate<T>(std::max(static_cast<std::size_t>(rounds), fewest_rounds), Chains{}),
            .chains = chains_rate<T>(Links{})};
    };
    const Pace pace = precision == Precision::single_precision ? rates(float{}) : rates(double{});
    Pace& best = best_[static_cast<int>(precision)];
    best.chains = std::max(best.chains, pace.chains);
    if (pace.peak > best.peak) {
        best.peak = pace.peak;
        // An interruption only ever makes it look slower.
        clock_ = std::max({additions_rate(), additions_rate(), additions_rate()});
    }
    return pace;
}

bool Machine::is_alone(const Pace& pace, Precision precision) const {
    // It costs six percent; the clock, by which both rates go up and down, and chance make less of a
    // difference.
    constexpr double difference = 0.03;
    return pace.chains / pace.peak >= (1 - difference) * best(precision).chains / best(precision).peak;
}

double Machine::exponential_cost(Precision precision) const {
    // The best vector exp that is known takes 0.0627 ns an element at 3.6 GHz in vectors of 16 floats. A
    // narrower vector takes as many cycles, and so do half as many doubles: of those, one costs twice.
    constexpr double cycles_per_vector = 0.0627 * 3.6 * 16;
    const std::size_t elements = precision == Precision::single_precision ? lanes<float> : lanes<double>;
    return cycles_per_vector / static_cast<double>(elements) / clock_;
}

double Machine::roof(const Shape& shape) const {
    return flops(shape) / best(shape.precision).peak +
           exponentials(shape) * exponential_cost(shape.precision);
}

double sum_of(const float* numbers, std::size_t count) {
    return sum_in_vectors(numbers, count, std::make_index_sequence<8>{});
}

}  // namespace bench
