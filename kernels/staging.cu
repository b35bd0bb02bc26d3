// SPDX-License-Identifier: Apache-2.0
// Copies in, by way of pinned buffers.
#include "staging.cuh"

#include <algorithm>
#include <cstring>

#include "context.cuh"

namespace wellformed::backend {

namespace {
constexpr char const* what = "copying to a GPU";
}

void staging::make() {
  void* pinned = nullptr;
  check(cudaMallocHost(&pinned, buffers * buffer_bytes), what);
  pinned_ = static_cast<unsigned char*>(pinned);
  for (auto& event : sent_) {
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync), what);
  }
}

void staging::copy_in(void* to, void const* from, std::size_t bytes) {
  std::lock_guard const guard(lock_);
  if (pinned_ == nullptr) make();
  for (std::size_t done = 0; done < bytes;) {
    auto const part = std::min(bytes - done, buffer_bytes);
    check(cudaEventSynchronize(sent_[next_]), what);
    std::memcpy(buffer(next_), static_cast<unsigned char const*>(from) + done, part);
    check(cudaMemcpyAsync(static_cast<unsigned char*>(to) + done, buffer(next_), part, cudaMemcpyHostToDevice,
                          stream_),
          what);
    check(cudaEventRecord(sent_[next_], stream_), what);
    next_ = (next_ + 1) % buffers;
    done += part;
  }
}

void staging::close() noexcept {
  std::lock_guard const guard(lock_);
  if (pinned_ == nullptr) return;
  for (auto const event : sent_) cudaEventDestroy(event);
  cudaFreeHost(pinned_);
  pinned_ = nullptr;
}

}  // namespace wellformed::backend
