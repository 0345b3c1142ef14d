# SPDX-License-Identifier: BSL-1.0
# Install rules: headers, library, a CMake package for find_package(tali) and a tali.pc for pkg-config. Both find the
# rest of the installation relative to themselves, so the installed tree can be moved.
include(CMakePackageConfigHelpers)

install(TARGETS tali EXPORT tali_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tali" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tali")
install(EXPORT tali_targets NAMESPACE tali:: FILE tali-targets.cmake DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tali-config.cmake.in"
                              "${PROJECT_BINARY_DIR}/tali-config.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a minor version may break its users, so find_package must name the minor version it was written for.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tali-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tali-config.cmake" "${PROJECT_BINARY_DIR}/tali-config-version.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/TaliCoverage.cmake"
        DESTINATION "${package_dir}")

# tali.pc is in <libdir>/pkgconfig, so the number of parts of that path is the number of steps up to the prefix.
file(RELATIVE_PATH pc_to_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/tali.pc.in" "${PROJECT_BINARY_DIR}/tali.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/tali.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
