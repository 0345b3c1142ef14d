# SPDX-License-Identifier: BSL-1.0
# tali_coverage(<target>)
#
# Statistics (--stats) of properties that reach the code of this target then say which lines each case reached. The
# target is compiled with calls at the start of every basic block and with debug information; it needs tali to be linked into
# the program. docs/how-to/see-coverage.md says more.
function(tali_coverage target)
  target_compile_options(${target} PRIVATE -g -fsanitize-coverage=trace-pc)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_link_libraries(${target} PRIVATE tali::tali)
  else()
    # The hook they call is tali's.
    target_link_libraries(${target} INTERFACE tali::tali)
  endif()
endfunction()
