// SPDX-License-Identifier: Apache-2.0
// A counted handle on a block of pooled memory, of the host or of a device. Freed blocks are kept and given
// out again, so that a training loop allocates nothing after its first step. The pool of the host lives in
// src/core/slab.cpp.
#pragma once

#include <utility>

#include <wellformed/core/config.hpp>

namespace wellformed {

/// Bytes handed out, bytes kept for reuse, the peak of the first, and how often the system was asked for
/// memory.
struct pool_figures {
  std::size_t live = 0;
  std::size_t kept = 0;
  std::size_t peak = 0;
  std::size_t system_allocations = 0;
};

pool_figures host_pool();

/// Gives every kept block back to the system.
void release_host_pool();

/// A pool of another memory than the host's. A device's library makes one for each device; blocks know
/// theirs.
struct device_memory {
  int ordinal = 0;                                                 ///< of the device
  void* (*allocate)(device_memory&, std::size_t bytes) = nullptr;  ///< throws WF650
  void (*release)(device_memory&, void* data, std::size_t bytes) noexcept = nullptr;
};

/// Counted handle on at least `bytes` bytes, aligned to 64. Copies share the block. Thread-safe counting.
class slab {
 public:
  slab() noexcept = default;
  /// In the host's memory, or in a device's.
  explicit slab(std::size_t bytes, device_memory* where = nullptr);
  slab(slab const& other) noexcept : block_(other.block_) { retain(); }
  slab(slab&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  slab& operator=(slab other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~slab() { release(); }

  void* data() const noexcept;
  device_memory* memory() const noexcept;  ///< null: the host's
  bool unique() const noexcept;
  explicit operator bool() const noexcept { return block_ != nullptr; }

 private:
  struct block;
  void retain() const noexcept;
  void release() noexcept;
  block* block_ = nullptr;
};

}  // namespace wellformed
