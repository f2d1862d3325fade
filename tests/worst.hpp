#pragma once

// The worst error over very many arguments, looked for on all cores.

#include <attest/real.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

template <attest::Real T>
struct Worst {
    double error = 0;  // in ulp
    T argument{};

    void see(double other_error, T other) {
        if (other_error > error) *this = {other_error, other};
    }
};

/// The worst that look finds, called with each of blocks numbers, on any thread, and the worst so far.
template <attest::Real T, class Look>
Worst<T> worst_of_blocks(std::uint64_t blocks, Look look) {
    Worst<T> worst;
    std::mutex of_worst;
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&] {
        Worst<T> own;
        for (std::uint64_t block = next++; block < blocks; block = next++) look(block, own);
        const std::lock_guard lock(of_worst);
        worst.see(own.error, own.argument);
    };
    std::vector<std::jthread> threads(std::max(1U, std::thread::hardware_concurrency()));
    for (auto& thread : threads) thread = std::jthread(work);
    threads.clear();
    return worst;
}

/// Prints the worst error, and returns whether it is within the bound.
template <attest::Real T>
bool report(const char* function, double bound, Worst<T> worst) {
    const bool holds = worst.error <= bound;
    std::printf("%-10s %.4f ulp at %a%s\n", function, worst.error, static_cast<double>(worst.argument),
                holds ? "" : ", which is too much");
    std::fflush(stdout);
    return holds;
}
