// SPDX-License-Identifier: Apache-2.0
// The nameless form of a tensor inside of a model: names and axes are checked when layers meet, and computing
// needs extents only. Two layers that differ in names share their code, and a deep model costs the compiler
// little.
#pragma once

#include <array>
#include <tuple>

#include <wellformed/tensor/tensor.hpp>

namespace wellformed::nn {

/// Elements with extents, or nothing. One type for all: a pass through many layers needs one variable.
struct raw {
  static constexpr int most_axes = 8;
  slab elements{};
  index_t extents[most_axes] = {};
  int rank = 0;
  std::uint64_t serial = 0;

  index_t size() const noexcept {
    index_t count = 1;
    for (int i = 0; i < rank; ++i) count *= extents[i];
    return count;
  }
  /// Product of the extents of axes [begin, end).
  index_t product(int begin, int end) const noexcept {
    index_t count = 1;
    for (int i = begin; i < end; ++i) count *= extents[i];
    return count;
  }
  index_t rows_before_last() const noexcept { return product(0, rank - 1); }
  explicit operator bool() const noexcept { return static_cast<bool>(elements); }
};

template <class E>
E const* data(raw const& x) noexcept {
  return static_cast<E const*>(x.elements.data());
}
template <class E>
E* data(raw& x) noexcept {
  return static_cast<E*>(x.elements.data());
}

/// Elements of type E, to be written, with the extents of another.
template <class E>
raw uninitialised_like(raw const& x) {
  raw result = x;
  result.elements = slab(static_cast<std::size_t>(x.size()) * sizeof(E), x.elements.memory());
  return result;
}
/// The same with another last extent.
template <class E>
raw uninitialised_like(raw const& x, index_t last) {
  raw result = x;
  result.extents[x.rank - 1] = last;
  result.elements = slab(static_cast<std::size_t>(result.size()) * sizeof(E), x.elements.memory());
  return result;
}

/// What a tensor type says, without the tensor.
template <class E, class M, class Axes>
struct typed {
  using element = E;
  using meaning = M;
  using axes_type = Axes;
};

template <class X>
struct typed_of_impl;
template <class E, class M, class Axes, class Device>
struct typed_of_impl<tensor<E, M, Axes, Device>> {
  using type = typed<E, M, Axes>;
};
template <class T>
using typed_of = typename typed_of_impl<T>::type;

/// The tensor, or the tuple of tensors, that X (or a tuple of them) describes, and its nameless form.
template <class X, class Device>
struct forms_of;
template <class E, class M, class Axes, class Device>
struct forms_of<typed<E, M, Axes>, Device> {
  using tensor_type = tensor<E, M, Axes, Device>;
  using raw_type = raw;
};
template <class... X, class Device>
struct forms_of<std::tuple<X...>, Device> {
  using tensor_type = std::tuple<typename forms_of<X, Device>::tensor_type...>;
  using raw_type = std::array<raw, sizeof...(X)>;
};
template <class X, class Device = host>
using tensor_for = typename forms_of<X, Device>::tensor_type;
template <class X>
using raw_for = typename forms_of<X, host>::raw_type;

/// The gradient of a value that X describes.
template <class X, class Device>
using gradient_for = tensor<typename X::element, real, typename X::axes_type, Device>;

template <Tensor T>
raw to_raw(T const& x) {
  static_assert(T::rank <= raw::most_axes, "the model has checked it (WF332)");
  raw result{x.elements(), {}, T::rank, x.serial()};
  for (int i = 0; i < T::rank; ++i) result.extents[i] = x.extents()[static_cast<std::size_t>(i)];
  return result;
}
template <Tensor T>
T to_tensor(raw x) {
  typename T::extents_type extents{};
  for (int i = 0; i < T::rank; ++i) extents[static_cast<std::size_t>(i)] = x.extents[i];
  return T::unchecked(std::move(x.elements), extents, x.serial);
}

}  // namespace wellformed::nn
