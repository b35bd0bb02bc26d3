# SPDX-License-Identifier: Apache-2.0
# Tests by folder. tests/<folder>/test_*.cpp: a doctest program; tests/<folder>/test_*.py: a Python program;
# tests/accept/*.cpp: programs that must compile and return 0. Labels: unit (with the folder's name), accept, refuse, ...
find_package(doctest 2.4 REQUIRED)

# Debian's interpreter first: the oracle tests need its torch package.
find_program(WELLFORMED_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(WELLFORMED_PYTHON NAMES python3 REQUIRED)

set(wellformed_tests ${PROJECT_SOURCE_DIR}/tests)

# Boost's folder, for scripts that call a compiler themselves; the compilers know /usr/include.
set(wellformed_extra_includes ${Boost_INCLUDE_DIRS})
list(REMOVE_ITEM wellformed_extra_includes /usr/include)
list(JOIN wellformed_extra_includes ":" wellformed_extra_includes)
set(wellformed_test_environment
    "WELLFORMED_SOURCE=${PROJECT_SOURCE_DIR}" "WELLFORMED_BUILD=${PROJECT_BINARY_DIR}"
    "WELLFORMED_CXX=${CMAKE_CXX_COMPILER}" "WELLFORMED_LIBRARY=$<TARGET_FILE:wellformed>"
    "WELLFORMED_INCLUDES=${wellformed_extra_includes}")

# doctest's main is compiled once; its header is parsed once and serves every unit test.
add_library(wellformed_doctest OBJECT ${PROJECT_SOURCE_DIR}/cmake/doctest_main.cpp)
target_link_libraries(wellformed_doctest PUBLIC wellformed::wellformed doctest::doctest)

# Adds the program of one test file, compiled at -O1 since building is most of a test run's time.
function(wellformed_add_test source folder name)
  set(target ${folder}_${name})
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE wellformed::wellformed wellformed_dev)
  target_compile_options(${target} PRIVATE -O1)
  # A test that needs other options says so in its head: `// build: -DNDEBUG -ffast-math`.
  file(STRINGS ${source} options REGEX "^// build: " LIMIT_COUNT 1)
  string(REGEX REPLACE "^// build: " "" options "${options}")
  separate_arguments(options)
  target_compile_options(${target} PRIVATE ${options})
  target_compile_definitions(${target} PRIVATE WELLFORMED_SOURCE="${PROJECT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME ${folder}.${name} COMMAND ${target})
  set_tests_properties(${folder}.${name} PROPERTIES TIMEOUT 300 ENVIRONMENT "${wellformed_test_environment}")
endfunction()

file(GLOB_RECURSE wellformed_unit_tests CONFIGURE_DEPENDS RELATIVE ${wellformed_tests}
     ${wellformed_tests}/test_*.cpp ${wellformed_tests}/test_*.py)
list(FILTER wellformed_unit_tests EXCLUDE REGEX "^(refuse|accept|benchmarks|cuda)/")

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
    set_tests_properties(${folder}.${name} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77
                         ENVIRONMENT "${wellformed_test_environment}")
  endif()
  cmake_path(GET file EXTENSION LAST_ONLY suffix)
  string(REPLACE ".py" ";python" suffix "${suffix}")
  string(REPLACE ".cpp" "" suffix "${suffix}")
  set_tests_properties(${folder}.${name} PROPERTIES LABELS "unit;${folder}${suffix}")
endforeach()

# The kernels of each level of the processor; a level that this one has not is skipped.
foreach(level baseline avx2 avx512)
  add_test(NAME unit_backend.level.${level} COMMAND unit_backend_level)
  set_tests_properties(unit_backend.level.${level} PROPERTIES LABELS "unit;unit_backend" TIMEOUT 300
                       ENVIRONMENT WELLFORMED_LEVEL=${level} SKIP_REGULAR_EXPRESSION "WF690")
endforeach()
add_test(NAME unit_backend.level.unknown COMMAND unit_backend_level)
set_tests_properties(unit_backend.level.unknown PROPERTIES LABELS "unit;unit_backend" ENVIRONMENT WELLFORMED_LEVEL=mmx
                     PASS_REGULAR_EXPRESSION "WF690. WELLFORMED_LEVEL is 'mmx'; this processor has the levels .*baseline")

file(GLOB wellformed_accept_tests CONFIGURE_DEPENDS ${wellformed_tests}/accept/*.cpp)
foreach(source IN LISTS wellformed_accept_tests)
  cmake_path(GET source STEM name)
  wellformed_add_test(${source} accept ${name})
  set_tests_properties(accept.${name} PROPERTIES LABELS accept)
endforeach()

# Programs that must be refused: a test per family and compiler. The script keeps both cores busy.
file(GLOB wellformed_refuse_families CONFIGURE_DEPENDS LIST_DIRECTORIES true ${wellformed_tests}/refuse/*)
list(FILTER wellformed_refuse_families EXCLUDE REGEX "/[^/]*(\\.[^/]*|__pycache__)$")

function(wellformed_add_refusals compiler name labels)
  foreach(folder IN LISTS wellformed_refuse_families)
    cmake_path(GET folder FILENAME family)
    add_test(NAME refuse.${family}.${name}
             COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/refuse/check.py --compiler ${compiler} --family ${family}
                     --build ${PROJECT_BINARY_DIR} --library $<TARGET_FILE:wellformed> ${ARGN})
    set_tests_properties(refuse.${family}.${name} PROPERTIES LABELS "${labels}" PROCESSORS 2 TIMEOUT 600
                         ENVIRONMENT "${wellformed_test_environment}")
  endforeach()
endfunction()

find_program(WELLFORMED_GXX NAMES g++)
find_program(WELLFORMED_CLANGXX NAMES clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14)
foreach(compiler IN ITEMS WELLFORMED_GXX WELLFORMED_CLANGXX)
  if(${compiler})
    cmake_path(GET ${compiler} FILENAME name)
    wellformed_add_refusals(${${compiler}} ${name} refuse)
  else()
    message(WARNING "${compiler} was not found: the refusals are not tested with it. Install g++ and clang.")
  endif()
endforeach()

# The readers against libFuzzer, for a short while; tests/fuzz/run SECONDS goes on for longer.
add_test(NAME fuzz.readers COMMAND ${wellformed_tests}/fuzz/run 5)
set_tests_properties(fuzz.readers PROPERTIES LABELS fuzz SKIP_RETURN_CODE 77 PROCESSORS 2 TIMEOUT 300
                     ENVIRONMENT "${wellformed_test_environment}")

# The architecture and the compile cost, read from the files themselves.
add_test(NAME architecture.rules COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/architecture/check.py)
add_test(NAME architecture.headers COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/architecture/headers.py)
set_tests_properties(architecture.rules PROPERTIES LABELS style)
set_tests_properties(architecture.headers PROPERTIES LABELS style PROCESSORS 2 TIMEOUT 600
                     ENVIRONMENT "${wellformed_test_environment}")
add_test(NAME architecture.format COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/architecture/format.py)
set_tests_properties(architecture.format PROPERTIES LABELS style SKIP_RETURN_CODE 77)
add_test(NAME cost.compile COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/cost/measure.py --check)
set_tests_properties(cost.compile PROPERTIES LABELS cost SKIP_RETURN_CODE 77 RUN_SERIAL ON TIMEOUT 600
                     ENVIRONMENT "${wellformed_test_environment}")

# The same tests under the sanitizers, in a build of their own.
if(NOT WELLFORMED_SANITIZE)
  add_test(NAME sanitize.all COMMAND ${PROJECT_SOURCE_DIR}/cmake/sanitize)
  set_tests_properties(sanitize.all PROPERTIES LABELS sanitize RUN_SERIAL ON TIMEOUT 1500)
endif()
