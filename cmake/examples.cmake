# SPDX-License-Identifier: Apache-2.0
# Every examples/*.cpp is a program of its name. The programs of examples/refused must not compile, so none is a target.
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
