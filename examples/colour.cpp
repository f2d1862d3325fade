#include "colour.hpp"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace {

bool terminal_has_colour() {
    const char* no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

bool is_coloured(Colour when) {
    return when == Colour::always || (when == Colour::automatic && terminal_has_colour());
}

std::string shaded(std::string_view text, double strength) {
    const double part = std::min(std::fabs(strength), 1.0);
    const auto mix = [&](int from, int to) { return static_cast<std::uint8_t>(from + part * (to - from)); };
    const auto background = strength < 0 ? fmt::rgb(mix(250, 153), mix(240, 76), mix(230, 0))
                                         : fmt::rgb(mix(235, 8), mix(240, 64), mix(248, 129));
    const auto ink = part > 0.65 ? fmt::rgb(255, 255, 255) : fmt::rgb(0, 0, 0);
    return fmt::format(fmt::fg(ink) | fmt::bg(background), "{}", text);
}
