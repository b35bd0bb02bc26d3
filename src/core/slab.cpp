// SPDX-License-Identifier: Apache-2.0
// The pool of host memory: free blocks wait in bins by size class, so the same loop finds the same blocks
// again.
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>

#include <wellformed/core/error.hpp>
#include <wellformed/core/slab.hpp>

namespace wellformed {

/// Stands before the elements it manages.
struct slab_header {
  std::atomic<long> count{1};
  std::size_t capacity = 0;
  int bin = 0;
  slab_header* next = nullptr;
  device_memory* memory = nullptr;  ///< of the elements, if they do not follow this header
  void* device_data = nullptr;
  std::size_t device_bytes = 0;
};
static_assert(sizeof(slab_header) <= 64, "the elements begin 64 bytes after the header");
struct slab::block : slab_header {};

namespace {

constexpr std::size_t alignment = 64;
constexpr int steps_per_doubling = 4;  // sizes 4, 5, 6, 7 times a power of two: at most a quarter is wasted
constexpr int bins = 64 * steps_per_doubling;

struct size_class {
  int bin;
  std::size_t capacity;
};

size_class class_of(std::size_t bytes) {
  if (bytes < 256) bytes = 256;
  auto const power = static_cast<int>(std::bit_width(bytes - 1)) - 1;  // 2^power < bytes <= 2^(power + 1)
  auto const step = (std::size_t{1} << power) / steps_per_doubling;
  auto const over = (bytes - (std::size_t{1} << power) + step - 1) / step;
  return {power * steps_per_doubling + static_cast<int>(over) - 1, (std::size_t{1} << power) + over * step};
}

}  // namespace

/// The bins and the figures, under one lock. Never destroyed: handles may outlive static objects.
struct pool {
  std::mutex lock;
  std::array<slab_header*, bins> free{};
  pool_figures figures;

  static pool& get() {
    static pool& one = *new pool;
    return one;
  }

  /// A kept block of this class, or null.
  slab_header* reuse(size_class wanted) {
    std::lock_guard const guard(lock);
    auto*& bin = free[static_cast<std::size_t>(wanted.bin)];
    auto* const found = bin;
    if (found == nullptr) return nullptr;
    bin = found->next;
    figures.kept -= wanted.capacity;
    hand_out(wanted.capacity);
    return found;
  }
  void count_new(std::size_t capacity) {
    std::lock_guard const guard(lock);
    ++figures.system_allocations;
    hand_out(capacity);
  }

 private:
  void hand_out(std::size_t capacity) {
    figures.live += capacity;
    if (figures.live > figures.peak) figures.peak = figures.live;
  }
};

namespace {

/// Room for a block from the system. If it refuses, what the pool keeps goes back first. Throws WF650.
void* system_memory(std::size_t bytes, std::size_t capacity) {
  constexpr std::size_t most = std::size_t{1} << 48;  // more than any address space has
  if (bytes <= most) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      // A size that is a multiple of the alignment, as aligned_alloc demands.
      auto const whole = alignment + (capacity + alignment - 1) / alignment * alignment;
      if (void* const memory = std::aligned_alloc(alignment, whole)) return memory;
      release_host_pool();
    }
  }
  (message(650) << "out of memory: asked for " << bytes << " bytes with " << host_pool().live << " in use")
      .raise();
}

}  // namespace

slab::slab(std::size_t bytes, device_memory* where) {
  if (where != nullptr) {
    slab header(0);  // given back if the device has no memory left
    header.block_->device_data = where->allocate(*where, bytes);
    header.block_->memory = where;
    header.block_->device_bytes = bytes;
    block_ = std::exchange(header.block_, nullptr);
    return;
  }
  auto& all = pool::get();
  auto const wanted = bytes <= std::size_t{1} << 60 ? class_of(bytes) : size_class{bins - 1, bytes};
  if (auto* const found = all.reuse(wanted)) {
    found->count.store(1, std::memory_order_relaxed);
    block_ = static_cast<block*>(found);
    return;
  }
  block_ = ::new (system_memory(bytes, wanted.capacity)) block;
  block_->capacity = wanted.capacity;
  block_->bin = wanted.bin;
  all.count_new(wanted.capacity);
}

void* slab::data() const noexcept {
  if (block_ == nullptr) return nullptr;
  return block_->memory != nullptr ? block_->device_data
                                   : reinterpret_cast<unsigned char*>(block_) + alignment;
}
device_memory* slab::memory() const noexcept { return block_ == nullptr ? nullptr : block_->memory; }
bool slab::unique() const noexcept {
  return block_ != nullptr && block_->count.load(std::memory_order_acquire) == 1;
}
void slab::retain() const noexcept {
  if (block_ != nullptr) block_->count.fetch_add(1, std::memory_order_relaxed);
}
void slab::release() noexcept {
  if (block_ == nullptr || block_->count.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (block_->memory != nullptr) {
    block_->memory->release(*block_->memory, block_->device_data, block_->device_bytes);
    block_->memory = nullptr;
  }
  auto& all = pool::get();
  std::lock_guard const guard(all.lock);
  auto& bin = all.free[static_cast<std::size_t>(block_->bin)];
  block_->next = bin;
  bin = block_;
  all.figures.live -= block_->capacity;
  all.figures.kept += block_->capacity;
  block_ = nullptr;
}

pool_figures host_pool() {
  auto& all = pool::get();
  std::lock_guard const guard(all.lock);
  return all.figures;
}

void release_host_pool() {
  auto& all = pool::get();
  std::lock_guard const guard(all.lock);
  for (auto*& bin : all.free) {
    while (bin != nullptr) {
      auto* const next = bin->next;
      all.figures.kept -= bin->capacity;
      std::free(bin);
      bin = next;
    }
  }
}

}  // namespace wellformed
