# SPDX-License-Identifier: BSL-1.0
# Converts page/dist/index.html to a source file: cmake -DIN=<html> -DOUT=<cpp> -P TaliPage.cmake
# It consists of pieces of a raw string. Together they exceed the length that the standard guarantees, but not the
# limits of compilers.
file(READ "${IN}" html)
string(LENGTH "${html}" length)
set(text [[
// Made from page/dist/index.html.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Woverlength-strings"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif
#include <string_view>
namespace tali::command {
extern const std::string_view page_html;
const std::string_view page_html =
]])
set(at 0)
while(at LESS length)
  string(SUBSTRING "${html}" ${at} 12000 piece)
  string(APPEND text "R\"_tali_page_(${piece})_tali_page_\"\n")
  math(EXPR at "${at} + 12000")
endwhile()
string(APPEND text ";\n} // namespace tali::command\n")
file(WRITE "${OUT}" "${text}")
