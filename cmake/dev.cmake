# SPDX-License-Identifier: Apache-2.0
# Target wellformed_dev: warnings as errors, and the sanitizers, for our own code only; users inherit none of it.
add_library(wellformed_dev INTERFACE)
target_compile_options(wellformed_dev INTERFACE -Wall -Wextra -Wconversion -Wsign-conversion -Werror)

# g++ 12 warns of overlapping copies in std::string that are none (GCC bug 105651).
target_compile_options(wellformed_dev INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

if(PROJECT_IS_TOP_LEVEL)
  target_link_libraries(wellformed PRIVATE $<BUILD_INTERFACE:wellformed_dev>)
endif()

if(WELLFORMED_SANITIZE)
  set(wellformed_sanitize -fsanitize=${WELLFORMED_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(wellformed PUBLIC $<BUILD_INTERFACE:${wellformed_sanitize}>)
  target_link_options(wellformed PUBLIC $<BUILD_INTERFACE:${wellformed_sanitize}>)
endif()
