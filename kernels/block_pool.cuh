// SPDX-License-Identifier: Apache-2.0
// The pool of one GPU's memory: freed blocks wait in bins by size class and are given out again in the order
// of the device's stream, without a call of the driver. Behind it stands the driver's own pool.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include <cuda_runtime_api.h>

#include <wellformed/core/slab.hpp>

namespace wellformed::backend {

/// Thrown to the recorder of a graph: what was asked for cannot be part of one. If it was memory that has to
/// be taken before, `capacity` says how much.
struct recording_refused {
  std::size_t capacity = 0;
};

/// Thread-safe. A freed block may be handed out at once: whatever uses it next runs later in the same stream.
class block_pool : public device_memory {
 public:
  block_pool(int ordinal, cudaStream_t stream);
  block_pool(block_pool const&) = delete;
  block_pool& operator=(block_pool const&) = delete;

  pool_figures figures() const;
  /// Gives every kept block back to the driver, and the driver's to the system.
  void release_kept() noexcept;
  /// A block that a graph works in whenever it is launched.
  struct recorded {
    void* data;
    std::size_t capacity;
  };
  /// Until end_recording() every block that is handed out was free before, and stays out of other hands until
  /// release_recorded(). Without one take() throws recording_refused; add_free(capacity) brings one.
  void begin_recording();
  std::vector<recorded> end_recording();
  void add_free(std::size_t capacity);
  void release_recorded(std::vector<recorded> const& blocks) noexcept;

  /// At exit: gives back what is kept, and from now on every block as it is freed.
  void close() noexcept;

 private:
  void* take(std::size_t bytes);
  void give(void* data, std::size_t bytes) noexcept;
  void* reuse(std::size_t capacity);
  void* take_recorded(std::size_t capacity);
  void* from_driver(std::size_t bytes, std::size_t capacity);
  void give_back() noexcept;
  std::size_t capacity_of(std::size_t bytes) const noexcept;
  [[noreturn]] void fail(std::size_t bytes) const;

  mutable std::mutex lock_;
  cudaStream_t stream_;
  cudaMemPool_t driver_ = nullptr;
  std::map<std::size_t, std::vector<void*>> kept_;    // by capacity
  std::map<void*, bool> recorded_;                    // blocks of graphs; true: without a handle
  std::map<std::size_t, std::vector<void*>> within_;  // those of the recording that are free again
  std::vector<recorded> taken_;                       // by the recording
  bool records_ = false;
  pool_figures figures_;
  bool const reuses_;
  bool keeps_;  // false after close()
};

}  // namespace wellformed::backend
