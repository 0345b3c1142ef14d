# SPDX-License-Identifier: BSL-1.0
# tali_coverage(<target>)
#
# Statistics (--stats) of properties that reach the code of this target then contain the lines that each case reached.
# The target is compiled with calls at the start of every basic block and with debug information; the program must be
# linked with tali. docs/how-to/see-coverage.md has the details.
function(tali_coverage target)
  target_compile_options(${target} PRIVATE -g -fsanitize-coverage=trace-pc)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_link_libraries(${target} PRIVATE tali::tali)
  else()
    # The hook that these calls use is in tali.
    target_link_libraries(${target} INTERFACE tali::tali)
  endif()
endfunction()

# tali_comparisons(<target>)
#
# Random cases of properties that reach the code of this target then also draw the numbers and texts that it compares
# something with. The target is compiled with a call at every comparison of integers; memcmp, strcmp and strncmp of the
# whole program are observed. docs/how-to/find-magic-values.md has the details.
function(tali_comparisons target)
  target_compile_options(${target} PRIVATE -fsanitize-coverage=trace-cmp -fno-builtin-memcmp -fno-builtin-strcmp
                                           -fno-builtin-strncmp)
  set(wrap -Wl,--wrap=memcmp,--wrap=strcmp,--wrap=strncmp)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_link_options(${target} PRIVATE ${wrap})
    target_link_libraries(${target} PRIVATE tali::tali)
  else()
    target_link_options(${target} INTERFACE ${wrap})
    target_link_libraries(${target} INTERFACE tali::tali)
  endif()
endfunction()
