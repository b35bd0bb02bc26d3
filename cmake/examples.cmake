# SPDX-License-Identifier: Apache-2.0
# Every examples/*.cpp is a program of its name. The programs of examples/refused must not compile, so none is a target.
# As tests: examples/run as a whole, and each other example, in a folder that holds the digits.
file(GLOB wellformed_examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)
add_custom_target(examples)

foreach(source IN LISTS wellformed_examples)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE wellformed::wellformed wellformed_dev)
  target_compile_options(${name} PRIVATE -O2)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  add_dependencies(examples ${name})
endforeach()

if(WELLFORMED_TESTS AND NOT WELLFORMED_SANITIZE)
  set(folder ${PROJECT_BINARY_DIR}/run)
  configure_file(${PROJECT_SOURCE_DIR}/examples/data/digits.csv ${folder}/digits.csv COPYONLY)
  foreach(source IN LISTS wellformed_examples)
    cmake_path(GET source STEM name)
    if(NOT name STREQUAL digits)
      add_test(NAME example.${name} COMMAND ${name} WORKING_DIRECTORY ${folder})
      set_tests_properties(example.${name} PROPERTIES LABELS example TIMEOUT 600)
    endif()
  endforeach()
  add_test(NAME example.run COMMAND ${PROJECT_SOURCE_DIR}/examples/run)
  set_tests_properties(example.run PROPERTIES LABELS example RUN_SERIAL ON TIMEOUT 600)
endif()
