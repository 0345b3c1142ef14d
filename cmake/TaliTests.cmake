# SPDX-License-Identifier: BSL-1.0
# How a folder of tests becomes an executable and its tests.

# tali_add_test_folder(<name> <kind> <folder>)
#
# One GoogleTest executable <name> from every .cpp directly in <folder>, its tests registered one by one as <name>/...
# with the label <kind> and those listed in <folder>/LABELS, one per line. A folder without *_test.cpp is skipped. A
# main.cpp in it replaces GoogleTest's own main. Targets listed in <folder>/NEEDS, one per line, are linked; without one
# of them the folder is left out. A test suite whose name ends in Alone runs while no other test does.
function(tali_add_test_folder name kind folder)
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(NOT tests)
    return()
  endif()

  set(needed)
  if(EXISTS "${folder}/NEEDS")
    file(STRINGS "${folder}/NEEDS" needed REGEX "^[a-z]")
  endif()
  foreach(target IN LISTS needed)
    if(NOT TARGET ${target})
      message(STATUS "${name} is left out: there is no ${target}")
      return()
    endif()
  endforeach()

  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${needed})
  # src/ is on the path so that a unit test can reach a header that is not installed; tests/ for shared helpers.
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/src")
  # Paths only for the files that use them: on the command line of all files, every clone would compile everything
  # again.
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" asks REGEX "TALI_(SOURCE|PROGRAM)_DIR")
    if(asks)
      set_source_files_properties(
        "${source}" PROPERTIES COMPILE_DEFINITIONS
        "TALI_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\";TALI_PROGRAM_DIR=\"${PROJECT_BINARY_DIR}/tests/programs\"")
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE tali::tali tali_warnings fmt::fmt-header-only)
  if(TARGET nlohmann_json::nlohmann_json)
    target_link_libraries(${name} PRIVATE nlohmann_json::nlohmann_json)
  endif()
  if(EXISTS "${folder}/main.cpp")
    target_link_libraries(${name} PRIVATE GTest::gmock)
  else()
    target_link_libraries(${name} PRIVATE GTest::gmock_main)
  endif()

  if(TALI_PCH) # one for all test programs, made by the first
    get_property(first GLOBAL PROPERTY tali_first_test_program)
    if(first)
      target_precompile_headers(${name} REUSE_FROM ${first})
    else()
      set_property(GLOBAL PROPERTY tali_first_test_program ${name})
      target_precompile_headers(${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h> ${tali_pch})
    endif()
  endif()

  set(labels ${kind})
  file(GLOB labels_file CONFIGURE_DEPENDS "${folder}/LABELS")
  if(labels_file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/LABELS")
    file(STRINGS "${folder}/LABELS" extra REGEX "^[a-z]")
    list(APPEND labels ${extra})
  endif()
  # tests_<label> builds the tests of one label only.
  foreach(label IN LISTS labels)
    if(NOT TARGET tests_${label})
      add_custom_target(tests_${label})
    endif()
    add_dependencies(tests_${label} ${name})
  endforeach()

  # One ctest test per GoogleTest test: they spread over the cores, one crash does not hide the others, and the final
  # count is right. PRE_TEST: a program that crashes on start fails its test, not the build. Pretty names are off
  # because a printed parameter may contain characters that CMake does not support in a name.
  gtest_discover_tests(
    ${name}
    TEST_PREFIX "${name}/"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    NO_PRETTY_TYPES NO_PRETTY_VALUES)

  # Labels and the time limit are set afterwards, in a file that ctest reads after the discovery, because
  # gtest_discover_tests does not support a property that is a list.
  set(properties_file "${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake")
  file(CONFIGURE OUTPUT "${properties_file}" @ONLY CONTENT [[
foreach(test IN LISTS @name@_TESTS)
  set_tests_properties("${test}" PROPERTIES LABELS "@labels@" TIMEOUT 300)
  if(test MATCHES "^[^.]*Alone[.]")
    set_tests_properties("${test}" PROPERTIES RUN_SERIAL ON)
  endif()
  if(test MATCHES "^[^.]*(Long|_long)[.]")
    set_tests_properties("${test}" PROPERTIES LABELS "@labels@;no_asan;no_tsan")
  endif()
endforeach()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${properties_file}")
endfunction()

# tali_add_test_kind(<kind>)
#
# tests/<kind>/<topic>/*.cpp is the executable <kind>_<topic>; files directly in tests/<kind>/ are the executable
# <kind>. Scripts *_test.sh and *_test.py in either place run with TALI_BUILD_DIR, TALI_PROGRAM_DIR, TALI_SANITIZE and
# CXX set, and have the labels of their folder.
function(tali_add_test_kind kind)
  set(root "${CMAKE_CURRENT_SOURCE_DIR}/${kind}")
  tali_add_test_folder(${kind} ${kind} "${root}")
  # Lists files, not folders, because only a glob for files notices a new folder at the next build.
  file(GLOB files CONFIGURE_DEPENDS "${root}/*/*_test.cpp")
  set(folders ${files})
  list(TRANSFORM folders REPLACE "/[^/]*$" "")
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    cmake_path(GET folder FILENAME topic)
    tali_add_test_folder(${kind}_${topic} ${kind} "${folder}")
  endforeach()

  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS "${root}/*_test.sh" "${root}/*_test.py")
  foreach(script IN LISTS scripts)
    cmake_path(RELATIVE_PATH script BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    if(script MATCHES "\\.py$")
      add_test(NAME ${name} COMMAND Python3::Interpreter "${script}")
    else()
      add_test(NAME ${name} COMMAND bash "${script}")
    endif()
    cmake_path(GET script PARENT_PATH folder)
    set(labels ${kind})
    if(EXISTS "${folder}/LABELS")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/LABELS")
      file(STRINGS "${folder}/LABELS" extra REGEX "^[a-z]")
      list(APPEND labels ${extra})
    endif()
    set(environment
        "TALI_BUILD_DIR=${PROJECT_BINARY_DIR}" "TALI_PROGRAM_DIR=${PROJECT_BINARY_DIR}/tests/programs"
        "TALI_SANITIZE=${TALI_SANITIZE}" "CXX=${CMAKE_CXX_COMPILER}")
    set_tests_properties(
      ${name}
      PROPERTIES
        LABELS
        "${labels}"
        TIMEOUT
        600
        ENVIRONMENT
        "${environment}"
    )
  endforeach()
endfunction()
