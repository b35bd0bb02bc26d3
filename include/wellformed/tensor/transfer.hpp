// SPDX-License-Identifier: Apache-2.0
// Bytes between the host's memory and that of a device.
#pragma once

#include <cstring>

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// From the host to the device. When it returns, `from` may be changed.
inline void copy_in(host, void* to, void const* from, std::size_t bytes) {
  if (bytes != 0) std::memcpy(to, from, bytes);
}
/// The same for numbers that belong to the program, such as class weights: a step that is recorded keeps
/// them.
inline void copy_constants(host, void* to, void const* from, std::size_t bytes) {
  copy_in(host{}, to, from, bytes);
}
/// From the device to the host, after all that was asked of the device before. Throws what kernels met.
inline void copy_out(host, void* to, void const* from, std::size_t bytes) {
  if (bytes != 0) std::memcpy(to, from, bytes);
}

/// The same with a GPU (kernels/context.cu).
void copy_in(cuda where, void* to, void const* from, std::size_t bytes);
void copy_constants(cuda where, void* to, void const* from, std::size_t bytes);
void copy_out(cuda where, void* to, void const* from, std::size_t bytes);

}  // namespace wellformed::backend
