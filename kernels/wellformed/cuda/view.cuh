// SPDX-License-Identifier: Apache-2.0
// The door for users' kernels, first half: a device tensor as a kernel sees it, with the type of its
// elements, its axes, and whether it may be written. Bounds are checked unless NDEBUG is defined; nothing
// traps.
#pragma once

#include <wellformed/backend/vector.hpp>
#include <wellformed/cuda/error_record.cuh>
#include <wellformed/cuda/stream.cuh>
#include <wellformed/tensor/tensor.hpp>

namespace wellformed {

struct read_only {};
struct read_write {};

namespace backend {

/// Of this GPU, in its memory.
error_record* word_of(cuda where);

/// Where writes outside of a tensor go.
struct alignas(16) nowhere {
  unsigned char bytes[16];
};
static __device__ nowhere outside_of_views;

/// Number of the calling thread in its grid.
inline __device__ index_t thread_number() {
  index_t const block = (index_t{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  index_t const thread = (index_t{threadIdx.z} * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  return block * (index_t{blockDim.x} * blockDim.y * blockDim.z) + thread;
}

}  // namespace backend

/// A device tensor as the parameter of a kernel. It does not own: everything runs in one stream, so the
/// tensor may go before the kernel ends, but not before it was launched. An index outside of its axis is
/// noted for the next synchronisation (WF305), reads as zero and writes nowhere; with NDEBUG it is not
/// checked. Example: `__global__ void f(cuda_view<float, axes<row, dim<4>>> x, cuda_view<float, axes<row>,
/// read_write> y)`.
template <Element E, class Axes, class Access = read_only>
class cuda_view {
 public:
  using element = E;
  using axes_type = Axes;
  static constexpr int rank = Axes::rank;
  static constexpr bool writes = std::is_same_v<Access, read_write>;
  using pointer = std::conditional_t<writes, E*, E const*>;
  using reference = std::conditional_t<writes, E&, E>;

  cuda_view(cuda where, pointer elements, extents_of<Axes> const& extents)
      : elements_(elements), word_(backend::word_of(where)), ordinal_(where.ordinal) {
    for (std::size_t i = 0; i < extents.size(); ++i) extents_[i] = extents[i];
  }
  /// What may be written may be read.
  template <class Other>
    requires(!writes && std::is_same_v<Other, read_write>)
  WF_HD cuda_view(cuda_view<E, Axes, Other> const& other)
      : elements_(other.elements_), word_(other.word_), ordinal_(other.ordinal_) {
    for (int i = 0; i < rank; ++i) extents_[i] = other.extents_[i];
  }

  /// Constant where the axis is static.
  template <class A>
  WF_HD constexpr index_t extent() const {
    static_assert(axis_list::contains<Axes, A>,
                  "[WF304] extent<A>: the view has no axis A; name one of its axes");
    return length<axis_list::index_of<Axes, A>>();
  }
  WF_HD constexpr index_t size() const {
    return product(std::make_index_sequence<static_cast<std::size_t>(rank)>{});
  }
  WF_HD pointer data() const { return elements_; }
  cuda where() const { return {ordinal_}; }

  /// The element at one index an axis.
  template <class... Index>
    requires(sizeof...(Index) == static_cast<std::size_t>(rank) && (std::is_integral_v<Index> && ...))
  __device__ reference operator()(Index... index) const {
    return at(std::index_sequence_for<Index...>{}, static_cast<index_t>(index)...);
  }

 private:
  template <Element, class, class>
  friend class cuda_view;

  template <int I>
  WF_HD constexpr index_t length() const {
    using on = axis_list::at<static_cast<std::size_t>(I), Axes>;
    if constexpr (is_static_axis<on>) {
      return on::max;
    } else {
      return extents_[I];
    }
  }
  template <std::size_t... I>
  WF_HD constexpr index_t product(std::index_sequence<I...>) const {
    return (index_t{1} * ... * length<static_cast<int>(I)>());
  }
  template <std::size_t... I, class... Index>
  __device__ reference at(std::index_sequence<I...>, Index... index) const {
#ifndef NDEBUG
    if (!(inside<static_cast<int>(I)>(index) && ...)) return outside();
#endif
    index_t place = 0;
    ((place = place * length<static_cast<int>(I)>() + index), ...);
    return elements_[place];
  }
  /// Notes thread and axis in one number, so that the first thread wins, and of its axes the first.
  template <int I>
  __device__ bool inside(index_t index) const {
    if (index >= 0 && index < length<I>()) return true;
    backend::report(word_, 305, backend::kernel_name::user, backend::thread_number() * 16 + I, index,
                    length<I>());
    return false;
  }
  static __device__ reference outside() {
    if constexpr (writes) {
      return *reinterpret_cast<E*>(&backend::outside_of_views);
    } else {
      return E{};
    }
  }

  pointer elements_;
  backend::error_record* word_;
  index_t extents_[rank == 0 ? 1 : rank];
  int ordinal_;
};

/// The elements of a device tensor, to read.
template <Element E, Meaning M, class Axes>
cuda_view<E, Axes> view(tensor<E, M, Axes, cuda> const& x) {
  return {x.where(), x.address(), x.extents()};
}

/// The elements of a device tensor, to write: of this tensor alone, since elements shared with a copy are
/// copied first. Refuses: WF512 values that were checked (labels, probabilities): writing could make their
/// type a lie.
template <Element E, Meaning M, class Axes>
cuda_view<E, Axes, read_write> mutable_view(tensor<E, M, Axes, cuda>& x) {
  if constexpr (!is_free<M>) {
    refuse::refused<refuse::wf512, M>::report();
  } else if (!x.elements().unique()) {
    auto const bytes = static_cast<std::size_t>(x.size()) * sizeof(E);
    slab own(bytes, x.where().memory());
    backend::copy(x.where(), own.data(), x.address(), bytes);
    x = tensor<E, M, Axes, cuda>::unchecked(static_cast<slab&&>(own), x.extents(), x.serial());
  }
  return {x.where(), x.unchecked_data(), x.extents()};
}

}  // namespace wellformed
