# SPDX-License-Identifier: Apache-2.0
# Tests by folder. tests/<folder>/test_*.cpp: a doctest program; tests/<folder>/test_*.py: a Python program;
# tests/accept/*.cpp: programs that must compile and return 0. Labels: unit (with the folder's name), accept, refuse, ...
find_package(doctest 2.4 REQUIRED)

# Debian's interpreter first: the oracle tests need its torch package.
find_program(WELLFORMED_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(WELLFORMED_PYTHON NAMES python3 REQUIRED)

set(wellformed_tests ${PROJECT_SOURCE_DIR}/tests)
set(wellformed_test_environment
    "WELLFORMED_SOURCE=${PROJECT_SOURCE_DIR}" "WELLFORMED_BUILD=${PROJECT_BINARY_DIR}"
    "WELLFORMED_CXX=${CMAKE_CXX_COMPILER}" "WELLFORMED_LIBRARY=$<TARGET_FILE:wellformed>")

# doctest's main is compiled once; its header is parsed once and serves every unit test.
add_library(wellformed_doctest OBJECT ${PROJECT_SOURCE_DIR}/cmake/doctest_main.cpp)
target_link_libraries(wellformed_doctest PUBLIC wellformed::wellformed doctest::doctest)

# Adds the program of one test file, compiled at -O1 since building is most of a test run's time.
function(wellformed_add_test source folder name)
  set(target ${folder}_${name})
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE wellformed::wellformed wellformed_dev)
  target_compile_options(${target} PRIVATE -O1)
  target_compile_definitions(${target} PRIVATE WELLFORMED_SOURCE="${PROJECT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME ${folder}.${name} COMMAND ${target})
  set_tests_properties(${folder}.${name} PROPERTIES TIMEOUT 300 ENVIRONMENT "${wellformed_test_environment}")
endfunction()

file(GLOB_RECURSE wellformed_unit_tests CONFIGURE_DEPENDS RELATIVE ${wellformed_tests}
     ${wellformed_tests}/test_*.cpp ${wellformed_tests}/test_*.py)
list(FILTER wellformed_unit_tests EXCLUDE REGEX "^(refuse|accept|benchmarks)/")

foreach(file IN LISTS wellformed_unit_tests)
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET file STEM name)
  string(REPLACE "/" "_" folder "${folder}")
  string(REGEX REPLACE "^test_" "" name "${name}")
  if(file MATCHES "\\.cpp$")
    wellformed_add_test(${wellformed_tests}/${file} ${folder} ${name})
    target_link_libraries(${folder}_${name} PRIVATE wellformed_doctest)
  else()
    add_test(NAME ${folder}.${name} COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/${file})
    set_tests_properties(${folder}.${name} PROPERTIES TIMEOUT 900 ENVIRONMENT "${wellformed_test_environment}")
  endif()
  set_tests_properties(${folder}.${name} PROPERTIES LABELS "unit;${folder}")
endforeach()

file(GLOB wellformed_accept_tests CONFIGURE_DEPENDS ${wellformed_tests}/accept/*.cpp)
foreach(source IN LISTS wellformed_accept_tests)
  cmake_path(GET source STEM name)
  wellformed_add_test(${source} accept ${name})
  set_tests_properties(accept.${name} PROPERTIES LABELS accept)
endforeach()
