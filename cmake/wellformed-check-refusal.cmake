# SPDX-License-Identifier: Apache-2.0
# The test of wellformed_add_refusal: builds TARGET, which must fail as its CODE says, then TWIN, which must not.
set(config)
if(CONFIG)
  set(config --config ${CONFIG})
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target ${TARGET} ${config}
                RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(result EQUAL 0)
  message(FATAL_ERROR "${TARGET} compiles, but WF${CODE} must refuse it")
endif()
string(FIND "${said}" "[WF${CODE}]" place)
if(place EQUAL -1)
  message(FATAL_ERROR "${TARGET} is refused, but not with [WF${CODE}]:\n${said}")
endif()
# Brackets and semicolons would spoil a list of lines.
string(REGEX REPLACE "[][;]" "," plain "${said}")
string(REGEX MATCHALL "error: [^\n]*" errors "${plain}")
list(LENGTH errors count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${TARGET} is refused with ${count} errors instead of one:\n${said}")
endif()
string(REPLACE "\n" ";" texts "${SHOWS}")
foreach(text IN LISTS texts)
  string(FIND "${said}" "${text}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${TARGET} is refused, but the compiler does not show '${text}':\n${said}")
  endif()
endforeach()

if(TWIN)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target ${TWIN} ${config}
                  RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${TARGET} does not compile with FIXED either:\n${said}")
  endif()
endif()
