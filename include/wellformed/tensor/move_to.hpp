// SPDX-License-Identifier: Apache-2.0
// Tensors from one device to another. Nothing moves unless it says so.
#pragma once

#include <wellformed/refuse/device.hpp>
#include <wellformed/tensor/padded.hpp>
#include <wellformed/tensor/transfer.hpp>

namespace wellformed {

template <class T, class Device>
using on_device = tensor<typename T::element, typename T::meaning, typename T::axes_type, Device>;

/// The same elements in the memory of `where`, with the same meaning, axes and batch. From a GPU it waits for
/// all that was asked of it, and throws what its kernels met. A tensor that is there already is handed on.
/// Throws WF650 to WF654. Example: `auto x = move_to<cuda>(b.x);`
template <class Device, class E, class M, class Axes, class From>
tensor<E, M, Axes, Device> move_to(tensor<E, M, Axes, From> const& x, Device where = {}) {
  using to = tensor<E, M, Axes, Device>;
  constexpr bool stays = std::is_same_v<Device, From>;
  auto const bytes = static_cast<std::size_t>(x.size()) * sizeof(E);
  if constexpr (stays && std::is_same_v<Device, host>) {
    return x;
  } else if constexpr (std::is_same_v<Device, host>) {
    auto y = to::uninitialised(x.extents(), x.serial());
    backend::copy_out(x.where(), y.unchecked_data(), x.address(), bytes);
    return y;
  } else if constexpr (std::is_same_v<From, host>) {
    auto y = to::uninitialised(where, x.extents(), x.serial());
    backend::copy_in(where, y.unchecked_data(), x.address(), bytes);
    return y;
  } else {
    if (x.where().ordinal == where.ordinal) return x;
    return move_to<Device>(move_to<host>(x), where);
  }
}

/// Room for the same on the same device.
template <Tensor T>
T uninitialised_like(T const& x) {
  return T::uninitialised(x.where(), x.extents(), x.serial());
}
template <class Y>
padded<Y> uninitialised_like(padded<Y> const& x) {
  return {uninitialised_like(x.labels), uninitialised_like(x.mask)};
}

/// Labels with the mask of their padding.
template <class Device, class Y>
padded<on_device<Y, Device>> move_to(padded<Y> const& labels, Device where = {}) {
  return {move_to<Device>(labels.labels, where), move_to<Device>(labels.mask, where)};
}

}  // namespace wellformed
