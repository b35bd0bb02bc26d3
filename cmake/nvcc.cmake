# SPDX-License-Identifier: Apache-2.0
# wellformed_nvcc_objects(): CUDA sources compiled by nvcc without the language CUDA, since CMake 3.25 knows no C++20
# for it and the language would link a second, static runtime into every program.

# "80-virtual" keeps PTX alone, "90-real" machine code alone, "90" both: CMake's words for CUDA_ARCHITECTURES.
set(WELLFORMED_CUDA_ARCHITECTURES 80-virtual CACHE STRING "Architectures of the kernels, such as 80-virtual;90-real")
set(wellformed_cuda_targets "")
foreach(architecture IN LISTS WELLFORMED_CUDA_ARCHITECTURES)
  if(NOT architecture MATCHES "^([0-9]+[af]?)(-real|-virtual)?$")
    message(FATAL_ERROR "WELLFORMED_CUDA_ARCHITECTURES: ${architecture} is none; write 80-virtual, 90-real or 90")
  endif()
  set(number ${CMAKE_MATCH_1})
  if(CMAKE_MATCH_2 STREQUAL "-virtual")
    list(APPEND wellformed_cuda_targets "-gencode=arch=compute_${number},code=compute_${number}")
  elseif(CMAKE_MATCH_2 STREQUAL "-real")
    list(APPEND wellformed_cuda_targets "-gencode=arch=compute_${number},code=sm_${number}")
  else()
    list(APPEND wellformed_cuda_targets "-gencode=arch=compute_${number},code=[compute_${number},sm_${number}]")
  endif()
endforeach()

set(wellformed_nvcc_flags -std=c++20 ${wellformed_cuda_targets} -Xcompiler=-fPIC
    $<$<CONFIG:Debug,RelWithDebInfo>:-lineinfo> -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/kernels)
foreach(folder IN LISTS Boost_INCLUDE_DIRS)
  if(NOT folder STREQUAL /usr/include)  # which the compiler knows, and whose place in the order matters
    list(APPEND wellformed_nvcc_flags -isystem=${folder})
  endif()
endforeach()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND wellformed_nvcc_flags -ccbin=${CMAKE_CXX_COMPILER})
endif()
if(PROJECT_IS_TOP_LEVEL)
  # The host's compiler sees what nvcc has rewritten: not its pragmas, and array bounds that look like conversions.
  list(APPEND wellformed_nvcc_flags -Werror=all-warnings -Xcompiler=-Wall,-Wextra,-Wno-unknown-pragmas,-Werror)
endif()

# Sets `objects` to the object files of the sources, which may end in .cu or .cpp.
function(wellformed_nvcc_objects objects sources)
  set(made "")
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    set(object ${PROJECT_BINARY_DIR}/nvcc/${name}.o)
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${object} DEPFILE ${object}.d DEPENDS ${source}
      COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} ${wellformed_nvcc_flags} ${ARGN} -MD -MT ${object} -MF ${object}.d -x cu
              -c ${source} -o ${object}
      COMMENT "Compiling ${name} with nvcc" VERBATIM COMMAND_EXPAND_LISTS)
    list(APPEND made ${object})
  endforeach()
  set_source_files_properties(${made} PROPERTIES GENERATED ON EXTERNAL_OBJECT ON)
  set(${objects} ${made} PARENT_SCOPE)
endfunction()
