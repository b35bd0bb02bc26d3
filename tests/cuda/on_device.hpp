// SPDX-License-Identifier: Apache-2.0
// Vectors of the host in the memory of a GPU and back, for tests that compare a kernel with the CPU's
// function.
#pragma once

#include <type_traits>
#include <vector>

#include <wellformed/tensor/transfer.hpp>
#include <wellformed/types/cuda_device.hpp>

#include "context.cuh"

/// Elements in a vector that has data(): std::vector<bool> has none.
template <class T>
using host_vector = std::vector<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>>;

/// `shift` elements lie before the first, so that it is not aligned to 16 bytes.
template <class T>
class device_vector {
 public:
  using value_type = typename host_vector<T>::value_type;

  /// Not initialised.
  explicit device_vector(std::size_t count, std::size_t shift = 0, wellformed::cuda where = {})
      : where_(where), count_(count), shift_(shift), block_((count + shift) * sizeof(T), where.memory()) {}
  explicit device_vector(host_vector<T> const& values, std::size_t shift = 0, wellformed::cuda where = {})
      : device_vector(values.size(), shift, where) {
    wellformed::backend::copy_in(where_, data(), values.data(), count_ * sizeof(T));
  }

  T* data() { return static_cast<T*>(block_.data()) + shift_; }
  T const* data() const { return static_cast<T const*>(block_.data()) + shift_; }
  std::size_t size() const { return count_; }

  /// What the kernels so far have left. Throws what they noted.
  host_vector<T> on_host() const {
    host_vector<T> values(count_);
    wellformed::backend::copy_out(where_, values.data(), data(), count_ * sizeof(T));
    return values;
  }

 private:
  wellformed::cuda where_;
  std::size_t count_, shift_;
  wellformed::slab block_;
};

/// One value in the memory of a GPU, such as the sum of a loss.
template <class T>
class device_value {
 public:
  explicit device_value(wellformed::cuda where = {}) : value_(1, 0, where) {}
  T* data() { return value_.data(); }
  T on_host() const { return value_.on_host()[0]; }

 private:
  device_vector<T> value_;
};
