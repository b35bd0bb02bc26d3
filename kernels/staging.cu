// SPDX-License-Identifier: Apache-2.0
// Copies in, by way of pinned buffers and a second stream.
#include "staging.cuh"

#include <algorithm>
#include <cstring>

#include "context.cuh"

namespace wellformed::backend {

namespace {
constexpr char const* what = "copying to a GPU";

void make_event(cudaEvent_t& event, unsigned flags) {
  if (event == nullptr) check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | flags), what);
}
}  // namespace

/// After a failure it goes on where it stopped.
void staging::make() {
  if (crossing_ == nullptr) check(cudaStreamCreateWithFlags(&crossing_, cudaStreamNonBlocking), what);
  if (pinned_ == nullptr) check(cudaMallocHost(&pinned_, buffers * buffer_bytes), what);
  if (landing_ == nullptr) check(cudaMalloc(&landing_, buffers * buffer_bytes), what);
  for (auto& each : parts_) {
    make_event(each.arrived, cudaEventBlockingSync);
    make_event(each.taken, 0);
  }
  made_ = true;
}

void staging::send(void* to, void const* from, std::size_t bytes) {
  auto& part = parts_[next_];
  auto* const buffer = at(pinned_, next_);
  auto* const landing = at(landing_, next_);
  if (part.used) {
    check(cudaEventSynchronize(part.arrived), what);
    check(cudaStreamWaitEvent(crossing_, part.taken, 0), what);
  }
  std::memcpy(buffer, from, bytes);
  check(cudaMemcpyAsync(landing, buffer, bytes, cudaMemcpyHostToDevice, crossing_), what);
  check(cudaEventRecord(part.arrived, crossing_), what);
  check(cudaStreamWaitEvent(stream_, part.arrived, 0), what);
  check(cudaMemcpyAsync(to, landing, bytes, cudaMemcpyDeviceToDevice, stream_), what);
  check(cudaEventRecord(part.taken, stream_), what);
  part.used = true;
  next_ = (next_ + 1) % buffers;
}

void staging::copy_in(void* to, void const* from, std::size_t bytes) {
  std::lock_guard const guard(lock_);
  if (!made_) make();
  try {
    for (std::size_t done = 0; done < bytes;) {
      auto const size = std::min(bytes - done, buffer_bytes);
      send(static_cast<unsigned char*>(to) + done, static_cast<unsigned char const*>(from) + done, size);
      done += size;
    }
  } catch (...) {  // an event may be missing: no buffer may be in use
    cudaStreamSynchronize(crossing_);
    cudaStreamSynchronize(stream_);
    cudaGetLastError();
    throw;
  }
}

void staging::close() noexcept {
  std::lock_guard const guard(lock_);
  if (crossing_ != nullptr) {
    cudaStreamSynchronize(crossing_);
    cudaStreamDestroy(crossing_);
  }
  for (auto& each : parts_) {
    if (each.arrived != nullptr) cudaEventDestroy(each.arrived);
    if (each.taken != nullptr) cudaEventDestroy(each.taken);
    each = {};
  }
  cudaFree(landing_);
  cudaFreeHost(pinned_);
  crossing_ = nullptr;
  landing_ = pinned_ = nullptr;
  made_ = false;
}

}  // namespace wellformed::backend
