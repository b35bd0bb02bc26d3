// SPDX-License-Identifier: Apache-2.0
// What a program may ask of its GPUs. Defined in the library wellformed_cuda (kernels/), so that nothing here
// needs CUDA's headers.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed {

/// Number of GPUs; 0 without a driver. Never throws.
int cuda_device_count() noexcept;

/// Waits until the GPU has done what it was given.
/// Throws what a kernel found wrong in the data, with the text of the CPU, once; the GPU stays usable.
void synchronise(cuda where);
inline void synchronise(host) noexcept {}

/// Memory of the GPU: in use, kept for reuse, the peak, and how often the driver was asked.
pool_figures device_pool(cuda where);
inline pool_figures device_pool(host) { return host_pool(); }

/// Gives every kept block back to the driver.
void release_device_pool(cuda where);
inline void release_device_pool(host) { release_host_pool(); }

/// With true, every kernel is waited for where it is launched, so that an error is thrown at the call that
/// caused it. For the search of errors: it is slow. WELLFORMED_SYNCHRONOUS=1 in the environment is the same.
void synchronous_launches(bool on) noexcept;
bool synchronous_launches() noexcept;

}  // namespace wellformed
