# SPDX-License-Identifier: Apache-2.0
# Install rules: library, headers, and what find_package(wellformed) and pkg-config read. Kernels are an export of their
# own, so that a copy that has them also serves a machine without CUDA.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(wellformed_package ${CMAKE_INSTALL_LIBDIR}/cmake/wellformed)

install(TARGETS wellformed EXPORT wellformed_targets FILE_SET HEADERS)
install(EXPORT wellformed_targets NAMESPACE wellformed:: FILE wellformed_targets.cmake
        DESTINATION ${wellformed_package})
if(WELLFORMED_HAS_CUDA)
  install(TARGETS wellformed_cuda EXPORT wellformed_cuda_targets)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/kernels/wellformed/cuda DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/wellformed
          OPTIONAL FILES_MATCHING PATTERN *.cuh)
  install(EXPORT wellformed_cuda_targets NAMESPACE wellformed:: FILE wellformed_cuda_targets.cmake
          DESTINATION ${wellformed_package})
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/wellformed-config.cmake.in
                              ${PROJECT_BINARY_DIR}/wellformed-config.cmake
                              INSTALL_DESTINATION ${wellformed_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wellformed-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wellformed-config.cmake ${PROJECT_BINARY_DIR}/wellformed-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/wellformed-refusal.cmake
              ${PROJECT_SOURCE_DIR}/cmake/wellformed-check-refusal.cmake
        DESTINATION ${wellformed_package})

# What a static library asks of those that link it.
set(wellformed_pc_libs "")
set(wellformed_deb_depends "libboost-dev (>= 1.74)")
if(ZLIB_FOUND)
  string(APPEND wellformed_pc_libs " -lz")
  string(APPEND wellformed_deb_depends ", zlib1g-dev")
endif()
if(WELLFORMED_ZIP_LIBRARY AND WELLFORMED_ZIP_INCLUDE)
  string(APPEND wellformed_pc_libs " -lzip")
  string(APPEND wellformed_deb_depends ", libzip-dev")
endif()

# The prefix stands relative to the .pc file, so that the copy may be moved.
string(REGEX REPLACE "[^/]+" ".." wellformed_pc_up "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
configure_file(${PROJECT_SOURCE_DIR}/cmake/wellformed.pc.in ${PROJECT_BINARY_DIR}/wellformed.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wellformed.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libwellformed-dev RENAME copyright)

# A Debian package: cpack -G DEB, in the build folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME libwellformed-dev)
set(CPACK_PACKAGE_CONTACT "The wellformed developers <wellformed@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${wellformed_deb_depends}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "doctest-dev")
include(CPack)
