// SPDX-License-Identifier: Apache-2.0
// What the library holds of one GPU: its stream, its memory, its error record, the handle of cuBLASLt. Made
// at first use, given back at exit.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>

#include <cuda_runtime.h>

#include <wellformed/types/cuda_device.hpp>

#include "block_pool.cuh"
#include "error_record.cuh"
#include "runtime_error.cuh"
#include "staging.cuh"

struct cublasLtContext;  // <cublasLt.h> is included where it is used only

namespace wellformed::backend {

/// All members may be used by several threads.
class context {
 public:
  cudaStream_t stream() const noexcept { return stream_; }
  error_record* word() const noexcept { return word_; }  ///< in the device's memory
  device_memory& memory() const noexcept { return *memory_; }
  block_pool& pool() const noexcept { return *memory_; }
  int ordinal() const noexcept { return ordinal_; }
  int multiprocessors() const noexcept { return multiprocessors_; }
  /// Most shared memory that a block may ask for.
  std::size_t shared_bytes() const noexcept { return shared_bytes_; }

  cublasLtContext* blas() const;  ///< a cublasLtHandle_t, made at first use
  void* workspace() const;        ///< for cuBLASLt, made at first use; kernels of one stream share it
  static constexpr std::size_t workspace_bytes() noexcept { return std::size_t{32} << 20; }

  /// Waits for the stream, then throws what its kernels noted, and clears the record.
  void synchronise() { copy_out(nullptr, nullptr, 0); }
  /// While a graph is recorded nothing may wait, read or come from the host: that throws recording_refused.
  void set_recording(bool on) noexcept { records_ = on; }
  bool records() const noexcept { return records_; }
  /// To the device's memory, in its stream. `from` may be changed when it returns.
  void copy_in(void* to, void const* from, std::size_t bytes) {
    if (records_) throw recording_refused{};
    staging_.copy_in(to, from, bytes);
  }
  /// From the device's memory, after all that was asked of it before. Throws what its kernels noted, in which
  /// case `to` may hold anything.
  void copy_out(void* to, void const* from, std::size_t bytes);

  explicit context(int ordinal);  ///< for context_of
  void close() noexcept;          ///< for context_of, at exit

 private:
  void clear_record();

  std::atomic<bool> records_{false};
  int ordinal_;
  int multiprocessors_ = 0;
  std::size_t shared_bytes_ = 0;
  cudaStream_t stream_ = nullptr;
  error_record* word_ = nullptr;
  // Pinned: where the record lands, a free one, and room for small copies out.
  struct landing;
  landing* landing_ = nullptr;
  block_pool* memory_ = nullptr;  // never destroyed: handles may outlive static objects
  staging staging_;
  std::mutex lock_;
  mutable void* workspace_ = nullptr;
  mutable cublasLtContext* blas_ = nullptr;
};

/// Makes the device current for the calling thread. Throws WF651 without driver or device, WF652 for a driver
/// or device that is too old, WF653 for an ordinal that no device has.
context& context_of(cuda where);

/// Behind each <<<>>>: throws WF654 if the launch failed. In the synchronous mode it waits for the kernel and
/// throws what it noted.
void check_launch(char const* kernel);

/// The same as wellformed::synchronise: declared here too for the tests of kernels.
using wellformed::synchronise;

}  // namespace wellformed::backend
