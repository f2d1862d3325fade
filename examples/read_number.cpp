#include "read_number.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>

bool is_within_range(double number) {
    return std::fabs(number) <= 1e100;
}

std::variant<double, std::string> read_number(std::string_view text) {
    const std::string copy(text);
    const auto refused = [&](std::string_view why) { return '\'' + copy + "' " + std::string(why); };
    // std::from_chars does it in no standard library of Clang's own before 20.
    char* end = nullptr;
    errno = 0;
    const double number = std::strtod(copy.c_str(), &end);
    const bool is_read_whole = !copy.empty() && end == copy.c_str() + copy.size();
    // What C reads as a number too: blanks before it, and hexadecimal digits.
    if (!is_read_whole || copy.find_first_of(" \t\n\v\f\rxX") != std::string::npos)
        return refused("is not a number");
    if (errno == ERANGE && (number == 0 || std::isinf(number)))
        return refused("is out of the range of double");
    if (!is_within_range(number)) return refused("is not a number between -1e+100 and 1e+100");
    return number;
}
