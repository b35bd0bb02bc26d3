// SPDX-License-Identifier: Apache-2.0
// Pinned buffers between the host's memory and a GPU's: a copy in returns as soon as the bytes are read, a
// copy out costs one wait.
#pragma once

#include <cstddef>
#include <mutex>

#include <cuda_runtime_api.h>

namespace wellformed::backend {

/// A ring of pinned buffers. Thread-safe.
class staging {
 public:
  explicit staging(cudaStream_t stream) : stream_(stream) {}
  staging(staging const&) = delete;
  staging& operator=(staging const&) = delete;

  /// Waits only if every buffer is on its way.
  void copy_in(void* to, void const* from, std::size_t bytes);
  void close() noexcept;

 private:
  static constexpr int buffers = 4;
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
  void make();
  unsigned char* buffer(int at) const { return pinned_ + static_cast<std::size_t>(at) * buffer_bytes; }

  std::mutex lock_;
  cudaStream_t stream_;
  unsigned char* pinned_ = nullptr;
  cudaEvent_t sent_[buffers] = {};
  int next_ = 0;
};

}  // namespace wellformed::backend
