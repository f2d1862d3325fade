# Writes a header with the page before and after the place of its trace:
#     cmake -DPAGE=folder -DOUTPUT=header [-DLIVE=file.wasm -DBASE64=program] -P embed.cmake

cmake_minimum_required(VERSION 3.24)

foreach(part IN ITEMS html css js)
  file(READ ${PAGE}/page.${part} ${part})
endforeach()

set(live "")
if(LIVE)
  file(ARCHIVE_CREATE OUTPUT ${LIVE}.gz PATHS ${LIVE} FORMAT raw COMPRESSION GZip MTIME "1970-01-01")
  execute_process(COMMAND ${BASE64} INPUT_FILE ${LIVE}.gz OUTPUT_VARIABLE live COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" "" live "${live}")
endif()

string(REPLACE "@page.css@" "${css}" page "${html}")
string(REPLACE "@page.js@" "${js}" page "${page}")
string(REPLACE "@live@" "${live}" page "${page}")
string(FIND "${page}" "@trace@" place)
string(LENGTH "@trace@" length)
math(EXPR behind "${place} + ${length}")
string(SUBSTRING "${page}" 0 ${place} before)
string(SUBSTRING "${page}" ${behind} -1 after)

file(WRITE ${OUTPUT} "#pragma once

// Made by embed.cmake.

#include <string_view>

namespace page {

inline constexpr char before_text[] = R\"page_text(${before})page_text\";
inline constexpr char after_text[] = R\"page_text(${after})page_text\";

// Told their lengths, which are more than compilers count.
inline constexpr std::string_view before{before_text, sizeof before_text - 1};
inline constexpr std::string_view after{after_text, sizeof after_text - 1};

}  // namespace page
")
