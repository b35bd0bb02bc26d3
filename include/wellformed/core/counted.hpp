// SPDX-License-Identifier: Apache-2.0
// A counted handle on one object in pooled memory: std::shared_ptr without <memory> (0.7 s a file).
#pragma once

#include <new>
#include <utility>

#include <wellformed/core/slab.hpp>

namespace wellformed {

template <class T>
class counted {
 public:
  counted() noexcept = default;

  template <class... Args>
  static counted make(Args&&... args) {
    counted result;
    result.memory_ = slab(sizeof(cell));
    result.cell_ = ::new (result.memory_.data()) cell{1, T(std::forward<Args>(args)...)};
    return result;
  }

  counted(counted const& other) noexcept : memory_(other.memory_), cell_(other.cell_) {
    if (cell_ != nullptr) __atomic_add_fetch(&cell_->count, 1, __ATOMIC_RELAXED);
  }
  counted(counted&& other) noexcept
      : memory_(std::move(other.memory_)), cell_(std::exchange(other.cell_, nullptr)) {}
  counted& operator=(counted other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~counted() {
    if (cell_ != nullptr && __atomic_sub_fetch(&cell_->count, 1, __ATOMIC_ACQ_REL) == 0) cell_->object.~T();
  }

  T& operator*() const noexcept { return cell_->object; }
  T* operator->() const noexcept { return &cell_->object; }
  explicit operator bool() const noexcept { return cell_ != nullptr; }

 private:
  struct cell {
    long count;
    T object;
  };
  slab memory_;
  cell* cell_ = nullptr;
};

}  // namespace wellformed
