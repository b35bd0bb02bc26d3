# SPDX-License-Identifier: Apache-2.0
# Target wellformed: the headers, and the compiled host parts of src/. Users inherit C++20 and Boost's headers only.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Boost 1.74 REQUIRED)
find_package(Threads REQUIRED)

file(GLOB_RECURSE wellformed_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
file(GLOB_RECURSE wellformed_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.hpp)

if(NOT wellformed_sources)
  message(FATAL_ERROR "No source file was found under ${PROJECT_SOURCE_DIR}/src: the checkout is incomplete.")
endif()

add_library(wellformed STATIC ${wellformed_sources})
add_library(wellformed::wellformed ALIAS wellformed)
target_sources(wellformed PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${wellformed_headers})
target_compile_features(wellformed PUBLIC cxx_std_20)
target_link_libraries(wellformed PUBLIC Boost::headers PRIVATE $<BUILD_INTERFACE:Eigen3::Eigen> Threads::Threads)
target_include_directories(wellformed PRIVATE ${PROJECT_SOURCE_DIR}/src)
set_target_properties(wellformed PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)

# The kernels are fast in every build type: a debug build of a user's model must not train ten times slower.
target_compile_options(wellformed PRIVATE -O3)
