#pragma once

// The same expression in constant evaluation and at run time, compared bit for bit.

#include "check.hpp"

#include <attest/matrix.hpp>
#include <attest/real.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

/// A digest (FNV-1a) of the bits of all numbers that it has taken.
struct Digest {
    std::uint64_t value = 0xcbf2'9ce4'8422'2325;

    template <attest::Real T>
    constexpr void take(T number) {
        const std::uint64_t bits = std::bit_cast<attest::BitsOf<T>>(number);
        for (std::size_t byte = 0; byte < sizeof(T); ++byte)
            value = (value ^ ((bits >> (8 * byte)) & 0xff)) * 0x100'0000'01b3;
    }

    template <attest::Axis Rows, attest::Axis Cols, class T>
    constexpr void take(const attest::Matrix<T, Rows, Cols>& m) {
        for (const auto& row : m.elements)
            for (const T element : row) take(element);
    }

    template <class T, std::size_t N>
    constexpr void take(const std::array<T, N>& numbers) {
        for (const T& number : numbers) take(number);
    }
};

constexpr Digest digest_of(const auto& numbers) {
    Digest digest;
    digest.take(numbers);
    return digest;
}

/// What an expression's operands go through in constant evaluation,
struct Known {
    constexpr const auto& operator()(const auto& operand) const { return operand; }
};

/// and at run time, where the compiler must not know them.
struct Unknown {
    template <attest::Axis Rows, attest::Axis Cols, class T>
    attest::Matrix<T, Rows, Cols> operator()(const attest::Matrix<T, Rows, Cols>& m) const {
        return unseen(m);
    }

    template <attest::Real T>
    T operator()(T number) const {
        const volatile T hidden = number;
        return hidden;
    }
};

/// The digests of one expression in both worlds. It is a lambda without captures that passes its operands
/// through what it is given, and returns numbers that a Digest takes.
struct BothDigests {
    Digest compiled;
    Digest computed;
};

template <class Expression>
BothDigests both_digests(Expression expression) {
    constexpr Digest compiled = digest_of(Expression{}(Known{}));
    return {compiled, digest_of(expression(Unknown{}))};
}
