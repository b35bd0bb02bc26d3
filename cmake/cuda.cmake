# SPDX-License-Identifier: Apache-2.0
# Where nvcc is found, every public header is compiled by it: all in one file as a test, one by one by the target
# cuda_headers. nvcc gets -std=c++20 by hand, since CMake 3.25 knows no C++20 for CUDA; no language is enabled.
include(CheckLanguage)
check_language(CUDA)

if(NOT CMAKE_CUDA_COMPILER)
  message(STATUS "nvcc was not found: the headers are not compiled for CUDA")
elseif(WELLFORMED_TESTS)
  set(wellformed_header_test ${WELLFORMED_PYTHON} ${PROJECT_SOURCE_DIR}/tests/architecture/headers.py
      --compiler ${CMAKE_CUDA_COMPILER})
  add_test(NAME cuda.headers COMMAND ${wellformed_header_test} --together)
  set_tests_properties(cuda.headers PROPERTIES LABELS cuda TIMEOUT 300 ENVIRONMENT "${wellformed_test_environment}")
  add_custom_target(cuda_headers COMMAND ${wellformed_header_test} USES_TERMINAL VERBATIM)
  wellformed_add_refusals(${CMAKE_CUDA_COMPILER} nvcc "refuse;cuda" --fixed first)
endif()
