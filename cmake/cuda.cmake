# SPDX-License-Identifier: Apache-2.0
# Target wellformed_cuda (wellformed::cuda): the kernels, where nvcc is found. Without it everything else is unchanged.
set(WELLFORMED_CUDA AUTO CACHE STRING "Build the CUDA kernels: AUTO (where nvcc is found), ON or OFF")
set_property(CACHE WELLFORMED_CUDA PROPERTY STRINGS AUTO ON OFF)
set(WELLFORMED_HAS_CUDA OFF)

if(WELLFORMED_CUDA)
  find_package(CUDAToolkit 13 QUIET)
  if(CUDAToolkit_FOUND AND CUDAToolkit_NVCC_EXECUTABLE AND TARGET CUDA::cublasLt)
    set(WELLFORMED_HAS_CUDA ON)
  elseif(NOT WELLFORMED_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "WELLFORMED_CUDA is ${WELLFORMED_CUDA}, but nvcc of the CUDA toolkit 13 (or its cuBLAS) was "
                        "not found. Put nvcc on the PATH or set CUDAToolkit_ROOT; or take -DWELLFORMED_CUDA=OFF.")
  endif()
endif()

if(NOT WELLFORMED_HAS_CUDA)
  return()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/nvcc.cmake)

file(GLOB_RECURSE wellformed_kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
wellformed_nvcc_objects(wellformed_kernel_objects "${wellformed_kernels}" -O3)

add_library(wellformed_cuda STATIC ${wellformed_kernel_objects})
add_library(wellformed::cuda ALIAS wellformed_cuda)
set_target_properties(wellformed_cuda PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME cuda)
target_include_directories(wellformed_cuda INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/kernels>)
# The runtime is shared, so that a program and this library have one.
target_link_libraries(wellformed_cuda PUBLIC wellformed CUDA::cudart CUDA::cublasLt)
