// SPDX-License-Identifier: Apache-2.0
// Models from one device to another.
#pragma once

#include <wellformed/nn/model.hpp>
#include <wellformed/tensor/move_to.hpp>

namespace wellformed {

/// A copy of a model in the memory of `where`.
template <class Device, class E, class Layer, class From>
nn::model<E, Layer, Device> carried_to(nn::model<E, Layer, From> const& net, Device where) {
  nn::model<E, Layer, Device> result(net.layer(), where);
  auto const& from = net.numbers();
  auto const& to = result.numbers();
  auto const carry = [&](E* there, E const* here, index_t count) {
    auto const bytes = static_cast<std::size_t>(count) * sizeof(E);
    if constexpr (std::is_same_v<From, host>) {
      backend::copy_in(where, there, here, bytes);
    } else if constexpr (std::is_same_v<Device, host>) {
      backend::copy_out(net.where(), there, here, bytes);
    } else {
      slab const between(bytes);
      backend::copy_out(net.where(), between.data(), here, bytes);
      backend::copy_in(where, there, between.data(), bytes);
    }
  };
  carry(to.parameters(), from.parameters(), from->parameter_count);
  carry(to.buffers(), from.buffers(), from->buffer_count);
  to->initialised = from->initialised;
  to->seed = from->seed;
  to->draws = from->draws;
  return result;
}

/// The model with all its numbers in the memory of `where`; the one that was given is used up. Optimisers are
/// made afterwards, since they keep their history beside the parameters. Refuses: WF605 a model that keeps
/// its name; `net.clone()` gives one to move. Example: `auto net = move_to<cuda>(nn::sequential(...));`
template <class Device, class E, class Layer, class From>
nn::model<E, Layer, Device> move_to(nn::model<E, Layer, From>&& net, [[maybe_unused]] Device where = {}) {
  if constexpr (std::is_same_v<Device, host> && std::is_same_v<From, host>) {
    return std::move(net);
  } else {
    auto result = carried_to(net, where);
    auto const spent = std::move(net);
    return result;
  }
}
template <class Device, class E, class Layer, class From>
nn::model<E, Layer, Device> move_to(nn::model<E, Layer, From> const&, Device = {}) {
  refuse::refused<refuse::wf605, Device>::report();
  return refuse::stand_in<nn::model<E, Layer, Device>>();
}

}  // namespace wellformed
