# SPDX-License-Identifier: Apache-2.0
# Install rules: library, headers, and the package file that find_package(wellformed) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS wellformed EXPORT wellformed_targets FILE_SET HEADERS)
if(WELLFORMED_HAS_CUDA)
  install(TARGETS wellformed_cuda EXPORT wellformed_targets)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/kernels/wellformed/cuda DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/wellformed
          OPTIONAL FILES_MATCHING PATTERN *.cuh)
endif()
install(EXPORT wellformed_targets NAMESPACE wellformed:: FILE wellformed_targets.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wellformed)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/wellformed-config.cmake.in
                              ${PROJECT_BINARY_DIR}/wellformed-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wellformed)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wellformed-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wellformed-config.cmake ${PROJECT_BINARY_DIR}/wellformed-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/wellformed-refusal.cmake
              ${PROJECT_SOURCE_DIR}/cmake/wellformed-check-refusal.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wellformed)
