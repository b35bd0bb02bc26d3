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

# src/level is compiled once for each level of the processor; one is picked at run time.
list(FILTER wellformed_sources EXCLUDE REGEX "/src/level/(rows|update|product)\\.cpp$")
add_library(wellformed STATIC ${wellformed_sources})
add_library(wellformed::wellformed ALIAS wellformed)
target_sources(wellformed PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${wellformed_headers})
target_compile_features(wellformed PUBLIC cxx_std_20)
target_link_libraries(wellformed PUBLIC Boost::headers PRIVATE $<BUILD_INTERFACE:Eigen3::Eigen> Threads::Threads)
target_compile_definitions(wellformed PRIVATE WELLFORMED_WITH_EIGEN)
target_include_directories(wellformed PRIVATE ${PROJECT_SOURCE_DIR}/src)
set_target_properties(wellformed PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)

# Packed files: zlib for .gz, libzip for .npz. Without them those readers give an error that says what to install.
find_package(ZLIB QUIET)
if(ZLIB_FOUND)
  target_link_libraries(wellformed PRIVATE ZLIB::ZLIB)
  target_compile_definitions(wellformed PRIVATE WELLFORMED_ZLIB)
endif()
find_path(WELLFORMED_ZIP_INCLUDE zip.h)
find_library(WELLFORMED_ZIP_LIBRARY zip)
mark_as_advanced(WELLFORMED_ZIP_INCLUDE WELLFORMED_ZIP_LIBRARY)
if(WELLFORMED_ZIP_INCLUDE AND WELLFORMED_ZIP_LIBRARY)
  target_include_directories(wellformed SYSTEM PRIVATE ${WELLFORMED_ZIP_INCLUDE})
  target_link_libraries(wellformed PRIVATE ${WELLFORMED_ZIP_LIBRARY})
  target_compile_definitions(wellformed PRIVATE WELLFORMED_LIBZIP)
endif()

# The kernels are fast in every build type: a debug build of a user's model must not train ten times slower.
target_compile_options(wellformed PRIVATE -O3)

function(wellformed_add_level name bytes)
  set(target wellformed_${name})
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/src/level/rows.cpp ${PROJECT_SOURCE_DIR}/src/level/update.cpp
                               ${PROJECT_SOURCE_DIR}/src/level/product.cpp)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(${target} PRIVATE LEVEL=${name} LEVEL_BYTES=${bytes})
  target_compile_options(${target} PRIVATE -O3 -fno-math-errno -ffp-contract=fast -Wno-psabi ${ARGN})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_sources(wellformed PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/level/update.cpp PROPERTIES COMPILE_OPTIONS -ffp-contract=off)

wellformed_add_level(baseline 16)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  wellformed_add_level(avx2 32 -mavx2 -mfma)
  wellformed_add_level(avx512 64 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma)
  target_compile_definitions(wellformed PRIVATE WELLFORMED_X86_LEVELS)
endif()
