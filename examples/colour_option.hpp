#pragma once

// The option --colour, which programs have in common.

#include "colour.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

inline void add_colour_option(CLI::App& app, Colour& colour, const std::string& what) {
    app.add_option_function<std::string>(
           "--colour,--color",
           [&colour](const std::string& when) {
               colour = when == "always"  ? Colour::always
                        : when == "never" ? Colour::never
                                          : Colour::automatic;
           },
           what + ": auto (on a terminal, unless NO_COLOR is set), always or never")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}));
}
