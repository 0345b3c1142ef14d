# SPDX-License-Identifier: BSL-1.0
# Settings of the whole build. The top-level project decides about them, so nothing here applies in a subdirectory.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

# Without a build type CMake would compile without optimisation, and every timing would be misleading.
get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)

find_program(TALI_CCACHE ccache)
mark_as_advanced(TALI_CCACHE)
if(TALI_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TALI_CCACHE}")
endif()

# Ninja removes the colours of the compiler unless they are forced.
if(CMAKE_GENERATOR MATCHES Ninja AND NOT DEFINED ENV{NO_COLOR} AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
  set(CMAKE_COLOR_DIAGNOSTICS ON)
endif()

# A sanitizer must see every object of a program, hence the whole directory tree and not a target.
if(TALI_SANITIZE)
  add_compile_options("-fsanitize=${TALI_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${TALI_SANITIZE}")
endif()
