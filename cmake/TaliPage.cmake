# SPDX-License-Identifier: BSL-1.0
# Puts page/dist/index.html into a source file: cmake -DIN=<html> -DOUT=<cpp> -P TaliPage.cmake
# As pieces of a raw string, short enough for every compiler.
file(READ "${IN}" html)
string(LENGTH "${html}" length)
set(text "// Made from page/dist/index.html.\n#include <string_view>\nnamespace tali::command {\nextern const std::string_view page_html;\nconst std::string_view page_html =\n")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${html}" ${at} 12000 piece)
  string(APPEND text "R\"_tali_page_(${piece})_tali_page_\"\n")
  math(EXPR at "${at} + 12000")
endwhile()
string(APPEND text ";\n} // namespace tali::command\n")
file(WRITE "${OUT}" "${text}")
