// SPDX-License-Identifier: Apache-2.0
// The pool of one GPU's memory: freed blocks wait in bins by size class and are given out again in the order of
// the device's stream, without a call of the driver. Behind it stands the driver's own pool.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include <cuda_runtime_api.h>

#include <wellformed/core/slab.hpp>

namespace wellformed::backend {

/// Thread-safe. A freed block may be handed out at once: whatever uses it next runs later in the same stream.
class block_pool : public device_memory {
 public:
  block_pool(int ordinal, cudaStream_t stream);
  block_pool(block_pool const&) = delete;
  block_pool& operator=(block_pool const&) = delete;

  pool_figures figures() const;
  /// Gives every kept block back to the driver, and the driver's to the system.
  void release_kept() noexcept;
  /// At exit: gives back what is kept, and from now on every block as it is freed.
  void close() noexcept;

 private:
  void* take(std::size_t bytes);
  void give(void* data, std::size_t bytes) noexcept;
  void* reuse(std::size_t capacity);
  void* from_driver(std::size_t bytes, std::size_t capacity);
  void give_back() noexcept;
  std::size_t capacity_of(std::size_t bytes) const noexcept;
  [[noreturn]] void fail(std::size_t bytes) const;

  mutable std::mutex lock_;
  cudaStream_t stream_;
  cudaMemPool_t driver_ = nullptr;
  std::map<std::size_t, std::vector<void*>> kept_;  // by capacity
  pool_figures figures_;
  bool const reuses_;
  bool keeps_;  // false after close()
};

}  // namespace wellformed::backend
