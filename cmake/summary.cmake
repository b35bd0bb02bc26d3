# SPDX-License-Identifier: Apache-2.0
# One table at the end of configuring: each part, what was found for it, and how to have what is missing.
set(wellformed_rows "")

# `found` is true for what was found; `with` says what that is, `otherwise` what to do.
function(wellformed_row part found with otherwise)
  string(LENGTH "${part}" length)
  math(EXPR length "15 - ${length}")
  string(REPEAT " " ${length} space)
  if(found)
    set(line "  ${part}${space}yes  ${with}")
  else()
    set(line "  ${part}${space}no   ${otherwise}")
  endif()
  set(wellformed_rows "${wellformed_rows}\n${line}" PARENT_SCOPE)
endfunction()

if(CMAKE_BUILD_TYPE)
  set(type ", ${CMAKE_BUILD_TYPE}")
endif()
wellformed_row("library" ON "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, Boost ${Boost_VERSION}${type}" "")
wellformed_row("gzip" "${ZLIB_FOUND}" "zlib ${ZLIB_VERSION_STRING}" "install zlib1g-dev, to read packed IDX files")
wellformed_row("npz" "${WELLFORMED_ZIP_LIBRARY}" "${WELLFORMED_ZIP_LIBRARY}" "install libzip-dev, to read .npz")
wellformed_row("cuda" "${WELLFORMED_HAS_CUDA}"
               "nvcc ${CUDAToolkit_VERSION}, architectures ${WELLFORMED_CUDA_ARCHITECTURES}"
               "put nvcc of the CUDA toolkit 13 on the PATH or set CUDAToolkit_ROOT, then -DWELLFORMED_CUDA=ON")
wellformed_row("examples" "${WELLFORMED_EXAMPLES}" "examples/*.cpp" "-DWELLFORMED_EXAMPLES=ON")
wellformed_row("install" "${WELLFORMED_INSTALL}" "cmake --install; cpack -G DEB" "-DWELLFORMED_INSTALL=ON")
wellformed_row("tests" "${WELLFORMED_TESTS}" "doctest ${doctest_VERSION}, ${WELLFORMED_PYTHON}" "-DWELLFORMED_TESTS=ON")

if(WELLFORMED_TESTS)
  # What single tests need; without it they are skipped.
  find_program(WELLFORMED_CLANG_FORMAT NAMES clang-format-19)
  find_program(WELLFORMED_DPKG_DEB NAMES dpkg-deb)
  find_program(WELLFORMED_PKG_CONFIG NAMES pkg-config pkgconf)
  wellformed_row("  clang" "${WELLFORMED_CLANGXX}" "${WELLFORMED_CLANGXX}" "install clang, for refusals with a second compiler")
  wellformed_row("  format" "${WELLFORMED_CLANG_FORMAT}" "${WELLFORMED_CLANG_FORMAT}" "install clang-format-19")
  wellformed_row("  gpusim" "${WELLFORMED_GPUSIM}" "${WELLFORMED_GPUSIM}"
                 "-DWELLFORMED_GPUSIM=FOLDER; without it, kernels are tested on a GPU only")
  wellformed_row("  Debian" "${WELLFORMED_DPKG_DEB}" "${WELLFORMED_DPKG_DEB}" "dpkg-deb, for the test of the package")
  wellformed_row("  pkg-config" "${WELLFORMED_PKG_CONFIG}" "${WELLFORMED_PKG_CONFIG}" "install pkgconf")
endif()
message(STATUS "wellformed ${PROJECT_VERSION}${wellformed_rows}")
