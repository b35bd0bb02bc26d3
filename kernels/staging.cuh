// SPDX-License-Identifier: Apache-2.0
// Copies in by way of pinned buffers and a stream of their own, so that the bytes of the next batch cross the
// bus while the GPU computes.
#pragma once

#include <cstddef>
#include <mutex>

#include <cuda_runtime_api.h>

namespace wellformed::backend {

/// A ring of pinned buffers, each with a landing place on the GPU. A part is read into a buffer, crosses in
/// the second stream, and is copied from its landing place in the order of `stream`, so that whatever uses
/// the destination before or after is in order. Thread-safe.
class staging {
 public:
  explicit staging(cudaStream_t stream) : stream_(stream) {}
  staging(staging const&) = delete;
  staging& operator=(staging const&) = delete;

  /// Waits only for the buffer that is used next, if that is still on its way. Throws WF650, WF654; then
  /// nothing is on its way any more, and the destination may hold anything.
  void copy_in(void* to, void const* from, std::size_t bytes);
  void close() noexcept;

 private:
  static constexpr int buffers = 8;
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
  struct part {
    cudaEvent_t arrived = nullptr;  ///< on the GPU: the buffer may be filled again
    cudaEvent_t taken = nullptr;    ///< from the landing place: the next part may land
    bool used = false;
  };

  void make();
  void send(void* to, void const* from, std::size_t bytes);
  static unsigned char* at(void* ring, int index) {
    return static_cast<unsigned char*>(ring) + static_cast<std::size_t>(index) * buffer_bytes;
  }

  std::mutex lock_;
  cudaStream_t stream_;
  cudaStream_t crossing_ = nullptr;
  void* pinned_ = nullptr;
  void* landing_ = nullptr;
  part parts_[buffers];
  int next_ = 0;
  bool made_ = false;
};

}  // namespace wellformed::backend
