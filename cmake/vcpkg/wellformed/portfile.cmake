# SPDX-License-Identifier: Apache-2.0
# vcpkg port, for the checkout that it stands in: vcpkg install wellformed --overlay-ports=cmake/vcpkg
cmake_path(SET SOURCE_PATH NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DWELLFORMED_TESTS=OFF -DWELLFORMED_EXAMPLES=OFF
                      -DWELLFORMED_CUDA=OFF -DWELLFORMED_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME wellformed CONFIG_PATH lib/cmake/wellformed)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
