# SPDX-License-Identifier: BSL-1.0
# tali_warnings: the warnings for our own library, tests, examples and benchmarks. An interface target that is never
# exported, so that users of tali do not inherit them.
add_library(tali_warnings INTERFACE)

if(TALI_DEV)
  target_compile_options(
    tali_warnings
    INTERFACE -Wall
              -Wextra
              -Wpedantic
              -Wshadow
              -Wconversion
              -Wsign-conversion
              -Wcast-align
              -Wcast-qual
              -Wold-style-cast
              -Wnon-virtual-dtor
              -Woverloaded-virtual
              -Wformat=2
              -Wimplicit-fallthrough
              -Wextra-semi
              -Wundef)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tali_warnings INTERFACE -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
  endif()
endif()

if(TALI_WERROR)
  target_compile_options(tali_warnings INTERFACE -Werror)
endif()
