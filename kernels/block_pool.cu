// SPDX-License-Identifier: Apache-2.0
// Stream-ordered memory of a GPU with reuse.
#include "block_pool.cuh"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "context.cuh"

namespace wellformed::backend {

namespace {

/// At most a quarter is wasted below 1 MiB, an eighth above, where a waste is dear.
std::size_t size_class(std::size_t bytes) {
  if (bytes <= 512) return 512;
  std::size_t const steps = bytes <= std::size_t{1} << 20 ? 4 : 8;
  auto const power = std::bit_floor(bytes - 1);  // power < bytes <= 2 power
  auto const step = power / steps;
  return (bytes + step - 1) / step * step;
}

/// WELLFORMED_DEVICE_POOL=off: no reuse and no rounding, so that tools see every block as the program does.
bool reuse_is_wanted() {
  char const* const value = std::getenv("WELLFORMED_DEVICE_POOL");
  return value == nullptr || (value[0] != '0' && !(value[0] == 'o' && value[1] == 'f'));
}

}  // namespace

block_pool::block_pool(int of_ordinal, cudaStream_t stream)
    : stream_(stream), reuses_(reuse_is_wanted()), keeps_(reuses_) {
  ordinal = of_ordinal;
  allocate = [](device_memory& self, std::size_t bytes) {
    return static_cast<block_pool&>(self).take(bytes);
  };
  release = [](device_memory& self, void* data, std::size_t bytes) noexcept {
    static_cast<block_pool&>(self).give(data, bytes);
  };
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = of_ordinal;
  check(cudaMemPoolCreate(&driver_, &properties), "making a pool of a GPU's memory");
  std::uint64_t everything = UINT64_MAX;
  check(cudaMemPoolSetAttribute(driver_, cudaMemPoolAttrReleaseThreshold, &everything),
        "making a pool of a GPU's memory");
}

std::size_t block_pool::capacity_of(std::size_t bytes) const noexcept {
  return reuses_ ? size_class(bytes) : bytes;
}

pool_figures block_pool::figures() const {
  std::lock_guard const guard(lock_);
  return figures_;
}

void* block_pool::take(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  std::lock_guard const guard(lock_);
  if (bytes > std::size_t{1} << 48) fail(bytes);  // more than any address space has
  auto const capacity = capacity_of(bytes);
  void* data = records_ ? take_recorded(capacity) : reuse(capacity);
  if (data == nullptr) data = from_driver(bytes, capacity);
  figures_.live += capacity;
  if (figures_.live > figures_.peak) figures_.peak = figures_.live;
  return data;
}

void block_pool::give(void* data, std::size_t bytes) noexcept {
  if (data == nullptr) return;
  std::lock_guard const guard(lock_);
  auto const capacity = capacity_of(bytes);
  figures_.live -= capacity;
  if (auto const found = recorded_.find(data); found != recorded_.end()) {
    found->second = true;
    if (records_) within_[capacity].push_back(data);
    return;
  }
  if (keeps_ || records_) {  // nothing can be given back while the stream is recorded
    try {
      kept_[capacity].push_back(data);
      figures_.kept += capacity;
      return;
    } catch (...) {  // no room for the note on the host: give the block back
    }
  }
  cudaFreeAsync(data, stream_);
}

void* block_pool::reuse(std::size_t capacity) {
  auto const found = kept_.find(capacity);
  if (found == kept_.end() || found->second.empty()) return nullptr;
  void* const data = found->second.back();
  found->second.pop_back();
  figures_.kept -= capacity;
  return data;
}

/// A block of the recording that is free again, or else a kept one, which belongs to the graph from now on.
void* block_pool::take_recorded(std::size_t capacity) {
  if (auto& free = within_[capacity]; !free.empty()) {
    void* const data = free.back();
    free.pop_back();
    recorded_[data] = false;
    return data;
  }
  void* const data = reuse(capacity);
  if (data == nullptr) throw recording_refused{capacity};
  recorded_[data] = false;
  taken_.push_back({data, capacity});
  return data;
}

void block_pool::add_free(std::size_t capacity) {
  std::lock_guard const guard(lock_);
  kept_[capacity].push_back(from_driver(capacity, capacity));
  figures_.kept += capacity;
}

void block_pool::begin_recording() {
  std::lock_guard const guard(lock_);
  records_ = true;
}

std::vector<block_pool::recorded> block_pool::end_recording() {
  std::lock_guard const guard(lock_);
  records_ = false;
  within_.clear();
  return std::exchange(taken_, {});
}

void block_pool::release_recorded(std::vector<recorded> const& blocks) noexcept {
  std::lock_guard const guard(lock_);
  for (auto const& block : blocks) {
    auto const found = recorded_.find(block.data);
    if (found == recorded_.end()) continue;
    bool const free = found->second;
    recorded_.erase(found);
    if (!free) continue;       // its handle gives it back
    if (keeps_ || !reuses_) {  // without reuse too: the next recording may need it
      try {
        kept_[block.capacity].push_back(block.data);
        figures_.kept += block.capacity;
        continue;
      } catch (...) {
      }
    }
    cudaFreeAsync(block.data, stream_);
  }
}

void* block_pool::from_driver(std::size_t bytes, std::size_t capacity) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    void* data = nullptr;
    auto const status = cudaMallocFromPoolAsync(&data, capacity, driver_, stream_);
    if (status == cudaSuccess) {
      ++figures_.system_allocations;
      return data;
    }
    cudaGetLastError();  // so that the next launch does not find it
    if (status != cudaErrorMemoryAllocation) check(status, "asking for a GPU's memory");
    give_back();
  }
  fail(bytes);
}

/// With the lock held. Blocks in other size classes may be what is missing.
void block_pool::give_back() noexcept {
  for (auto& [capacity, blocks] : kept_) {
    for (void* const data : blocks) cudaFreeAsync(data, stream_);
    figures_.kept -= capacity * blocks.size();
    blocks.clear();
  }
  cudaStreamSynchronize(stream_);
  cudaMemPoolTrimTo(driver_, 0);
}

void block_pool::release_kept() noexcept {
  std::lock_guard const guard(lock_);
  give_back();
}

void block_pool::close() noexcept {
  std::lock_guard const guard(lock_);
  keeps_ = false;
  give_back();
}

void block_pool::fail(std::size_t bytes) const {
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  (message(650) << "out of memory on GPU " << ordinal << ": asked for " << bytes << " bytes with " << free
                << " of " << total << " free and " << figures_.live << " in use (peak " << figures_.peak
                << "); use smaller batches, or free what is not needed")
      .raise();
}

}  // namespace wellformed::backend
