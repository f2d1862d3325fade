#pragma once

// Numbers as a person writes them on paper.

#include <attest/real.hpp>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>

namespace attest {

namespace detail {

/// As std::to_chars has it.
std::string characters(auto... number_and_format) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number_and_format...).ptr};
}

/// The exponent of ten, raised.
inline std::string raised(std::string_view exponent) {
    constexpr std::string_view digits[]{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string result;
    for (const char c : exponent) result += c == '-' ? "⁻" : digits[c - '0'];
    return result;
}

/// A positive number far from 1, by three digits at most and a power of ten.
template <Real T>
std::string by_power_of_ten(T magnitude) {
    const std::string text = characters(magnitude, std::chars_format::scientific, 2);
    const auto e = text.find('e');
    const std::string digits = text.substr(0, text.find_last_not_of(".0", e - 1) + 1);
    std::string_view exponent = std::string_view(text).substr(e + 1);
    const bool is_negative = exponent.starts_with('-');
    exponent.remove_prefix(exponent.find_first_not_of("+-0"));
    return digits + "·10" + (is_negative ? "⁻" : "") + raised(exponent);
}

}  // namespace detail

/// The shortest text that reads back to the same bits.
template <Real T>
std::string exact_text(T number) {
    return detail::characters(number);
}

/// A number by four decimals, or as many as three digits take: 7.0711, 0.000848. Zeros at the end are left
/// out, but where 2.0000 would look like the integer 2, which it is not. Far from 1 it is 4.54·10⁻⁵.
template <Real T>
std::string rounded_text(T number) {
    if (std::isnan(number)) return "NaN";
    const std::string sign = number < 0 ? "−" : "";
    const T magnitude = std::fabs(number);
    if (std::isinf(number)) return sign + "∞";
    if (magnitude >= T(1e7) || (magnitude != 0 && magnitude < T(1e-4)))
        return sign + detail::by_power_of_ten(magnitude);
    if (magnitude == std::trunc(magnitude))
        return sign + detail::characters(magnitude, std::chars_format::fixed, 0);
    int decimals = 4;
    T below = T(0.01);
    while (magnitude < below) {
        ++decimals;
        below /= 10;
    }
    std::string text = detail::characters(magnitude, std::chars_format::fixed, decimals);
    const auto last = text.find_last_not_of('0');
    if (text[last] != '.') text.resize(last + 1);
    return sign + text;
}

/// The same in a sum, a product or a quotient: in parentheses where it would be read otherwise.
template <Real T>
std::string operand_text(T number) {
    const std::string text = rounded_text(number);
    return text.starts_with("−") || text.contains("·") ? '(' + text + ')' : text;
}

}  // namespace attest
