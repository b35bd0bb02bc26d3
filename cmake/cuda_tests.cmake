# SPDX-License-Identifier: Apache-2.0
# Tests of the kernels, label cuda: tests/cuda/test_*.cu and test_*.cpp are doctest programs that run on a GPU, else
# under gpusim, else are reported as skipped. Each runs twice: with every check; with threads and streams reordered.
if(NOT WELLFORMED_HAS_CUDA)
  return()
endif()

# gpusim runs PTX on the CPU. WELLFORMED_GPUSIM: its sources, or a folder where it is built.
find_path(WELLFORMED_GPUSIM gpusim-run NO_DEFAULT_PATH
          PATHS ${PROJECT_SOURCE_DIR}/shared/gpusim ${PROJECT_SOURCE_DIR}/../shared/gpusim
          DOC "Sources of gpusim, or the folder where it is built")
set(wellformed_gpusim "")
if(EXISTS ${WELLFORMED_GPUSIM}/libcudart.so.13)
  set(wellformed_gpusim ${WELLFORMED_GPUSIM}/gpusim-run)
elseif(EXISTS ${WELLFORMED_GPUSIM}/CMakeLists.txt)
  set(folder ${PROJECT_BINARY_DIR}/gpusim)
  set(wellformed_gpusim ${folder}/gpusim-run)
  add_custom_command(
    OUTPUT ${folder}/libcublas.so.13
    COMMAND ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S ${WELLFORMED_GPUSIM} -B ${folder} -DGPUSIM_TESTS=OFF
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2 -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
            -DCUDAToolkit_ROOT=${CUDAToolkit_ROOT}
    COMMAND ${CMAKE_COMMAND} --build ${folder} --parallel 2
    COMMENT "Building gpusim" VERBATIM)
  add_custom_target(wellformed_gpusim ALL DEPENDS ${folder}/libcublas.so.13)
endif()

# A program of tests/cuda as target cuda_<name>.
function(wellformed_add_cuda_program source name)
  if(source MATCHES "\\.cu$")
    wellformed_nvcc_objects(source "${source}" -O1 "-DWELLFORMED_SOURCE=\"${PROJECT_SOURCE_DIR}\"")
  endif()
  add_executable(cuda_${name} ${source})
  set_target_properties(cuda_${name} PROPERTIES LINKER_LANGUAGE CXX
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(cuda_${name} PRIVATE wellformed::cuda wellformed_dev)
  target_compile_options(cuda_${name} PRIVATE -O1)
  target_compile_definitions(cuda_${name} PRIVATE WELLFORMED_SOURCE="${PROJECT_SOURCE_DIR}")
  target_link_options(cuda_${name} PRIVATE LINKER:--enable-new-dtags)  # so that gpusim's libraries come first
endfunction()

# The same as a test with two runs. `// run: once` in its head leaves out the second.
function(wellformed_add_cuda_test source)
  cmake_path(GET source STEM name)
  string(REGEX REPLACE "^test_" "" name "${name}")
  wellformed_add_cuda_program(${source} ${name})
  target_link_libraries(cuda_${name} PRIVATE wellformed_doctest)
  set(runs checked seeded)
  file(STRINGS ${source} once REGEX "^// run: once" LIMIT_COUNT 1)
  if(once)
    set(runs checked)
  endif()
  foreach(run IN LISTS runs)
    add_test(NAME cuda.${name}.${run}
             COMMAND ${wellformed_tests}/cuda/on_gpu ${run} "${wellformed_gpusim}" $<TARGET_FILE:cuda_${name}>)
    set_tests_properties(cuda.${name}.${run} PROPERTIES LABELS cuda SKIP_RETURN_CODE 77 TIMEOUT 300
                         ENVIRONMENT "${wellformed_test_environment}")
  endforeach()
endfunction()

file(GLOB wellformed_cuda_tests CONFIGURE_DEPENDS ${wellformed_tests}/cuda/test_*.cu
     ${wellformed_tests}/cuda/test_*.cpp)
foreach(source IN LISTS wellformed_cuda_tests)
  wellformed_add_cuda_test(${source})
endforeach()

# Launches and instructions of single calls, as gpusim counts them.
wellformed_add_cuda_program(${wellformed_tests}/cuda/executed_work.cu executed_work)
add_test(NAME cuda.executed COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/cuda/test_executed.py
         "${wellformed_gpusim}" $<TARGET_FILE:cuda_executed_work>)
set_tests_properties(cuda.executed PROPERTIES LABELS cuda SKIP_RETURN_CODE 77 PROCESSORS 2 TIMEOUT 300)

# A machine without a GPU, or one whose GPUs are hidden.
add_test(NAME cuda.no_device COMMAND cuda_runtime_error --no-skip "--test-case=without a GPU")
set_tests_properties(cuda.no_device PROPERTIES LABELS cuda ENVIRONMENT CUDA_VISIBLE_DEVICES=-1)

# What the compilers report of the kernels, and every public header through nvcc: all in one file as a test, one by
# one by the target cuda_headers.
add_test(NAME cuda.reports COMMAND ${WELLFORMED_PYTHON} ${wellformed_tests}/cuda/test_reports.py
         --compiler ${CUDAToolkit_NVCC_EXECUTABLE})
set_tests_properties(cuda.reports PROPERTIES LABELS cuda PROCESSORS 2 TIMEOUT 600
                     ENVIRONMENT "${wellformed_test_environment}")
set(wellformed_header_test ${WELLFORMED_PYTHON} ${wellformed_tests}/architecture/headers.py
    --compiler ${CUDAToolkit_NVCC_EXECUTABLE})
add_test(NAME cuda.headers COMMAND ${wellformed_header_test} --together)
set_tests_properties(cuda.headers PROPERTIES LABELS cuda TIMEOUT 300 ENVIRONMENT "${wellformed_test_environment}")
add_custom_target(cuda_headers COMMAND ${wellformed_header_test} USES_TERMINAL VERBATIM)
wellformed_add_refusals(${CUDAToolkit_NVCC_EXECUTABLE} nvcc "refuse;cuda" --fixed first)
