# SPDX-License-Identifier: Apache-2.0
# Tests that the compiler refuses a program. Comes with find_package(wellformed) and add_subdirectory.
#
#   wellformed_add_refusal(<test> <source> CODE <nnn> [SHOWS <text>...] [LINK <target>...])
#
# The source must not compile: exactly one error, which holds [WFnnn]; each text of SHOWS must stand in what the
# compiler says. If the source has `#ifdef FIXED`, it must compile with -DFIXED, so that the refusal has no other cause.
# Programs see what the targets of LINK give, and wellformed. Needs enable_testing().
set(wellformed_refusal_script ${CMAKE_CURRENT_LIST_DIR}/wellformed-check-refusal.cmake)

function(wellformed_add_refusal name source)
  cmake_parse_arguments(PARSE_ARGV 2 own "" "CODE" "SHOWS;LINK")
  if(NOT own_CODE MATCHES "^[0-9][0-9][0-9]$")
    message(FATAL_ERROR "wellformed_add_refusal(${name}): give CODE and three digits, such as CODE 101 for WF101")
  endif()
  if(own_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "wellformed_add_refusal(${name}): unknown arguments ${own_UNPARSED_ARGUMENTS}")
  endif()
  cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
  file(STRINGS ${path} twin REGEX "FIXED" LIMIT_COUNT 1)
  string(MAKE_C_IDENTIFIER "${name}" target)
  set(targets ${target})
  if(twin)
    list(APPEND targets ${target}_fixed)
  endif()
  foreach(each IN LISTS targets)
    add_library(${each} OBJECT EXCLUDE_FROM_ALL ${path})
    target_link_libraries(${each} PRIVATE wellformed::wellformed ${own_LINK})
  endforeach()
  if(twin)
    target_compile_definitions(${target}_fixed PRIVATE FIXED)
    set(twin ${target}_fixed)
  endif()
  list(JOIN own_SHOWS "\n" shows)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D CONFIG=$<CONFIG> -D TARGET=${target}
           -D TWIN=${twin} -D CODE=${own_CODE} -D "SHOWS=${shows}" -P ${wellformed_refusal_script})
  # Two builds of one folder at a time would disturb each other.
  set_tests_properties(${name} PROPERTIES RESOURCE_LOCK wellformed_refusal TIMEOUT 300)
endfunction()
