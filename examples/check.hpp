#pragma once

// How the examples and tests compare numbers, at compile time and at run time.

#include <attest/matrix.hpp>
#include <attest/real.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

/// The steps from one representable number to the next that lead from a to b, neither of them NaN.
template <attest::Real T>
constexpr std::uint64_t ulps_apart(T a, T b) {
    using Bits = std::make_signed_t<attest::BitsOf<T>>;
    const auto place = [](T number) -> std::int64_t {
        const auto bits = std::bit_cast<Bits>(number);
        return bits < 0 ? std::int64_t{std::numeric_limits<Bits>::min()} - bits : bits;
    };
    const auto from = static_cast<std::uint64_t>(place(a));
    const auto to = static_cast<std::uint64_t>(place(b));
    return place(a) < place(b) ? to - from : from - to;
}

/// The largest distance in ulps between two elements in the same place.
template <attest::Axis Rows, attest::Axis Cols, class T>
constexpr std::uint64_t ulps_apart(const attest::Matrix<T, Rows, Cols>& a,
                                   const attest::Matrix<T, Rows, Cols>& b) {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t j = 0; j < Cols::extent; ++j)
            if (const auto distance = ulps_apart(a[i, j], b[i, j]); distance > largest) largest = distance;
    return largest;
}

/// The largest difference between elements in the same place.
template <attest::Axis Rows, attest::Axis Cols, class T>
constexpr T largest_difference(const attest::Matrix<T, Rows, Cols>& a,
                               const attest::Matrix<T, Rows, Cols>& b) {
    T largest = 0;
    for (std::size_t i = 0; i < Rows::extent; ++i)
        for (std::size_t j = 0; j < Cols::extent; ++j) {
            const T difference = a[i, j] < b[i, j] ? b[i, j] - a[i, j] : a[i, j] - b[i, j];
            if (!(difference <= largest)) largest = difference;
        }
    return largest;
}

/// Whether a value, printed with that many decimals, reads as it was printed.
constexpr bool prints_as(double value, double printed, int decimals) {
    double half_a_digit = 0.5;
    for (int i = 0; i < decimals; ++i) half_a_digit /= 10;
    return printed - half_a_digit <= value && value <= printed + half_a_digit;
}

/// The same matrix, read so that the compiler cannot know its numbers and must compute at run time, unless
/// this is a constant expression.
template <attest::Axis Rows, attest::Axis Cols, class T>
constexpr attest::Matrix<T, Rows, Cols> unseen(const attest::Matrix<T, Rows, Cols>& m) {
    if consteval {
        return m;
    } else {
        return attest::generate<attest::Matrix<T, Rows, Cols>>([&](auto i, auto j) {
            const volatile T element = m[i, j];
            return element;
        });
    }
}
