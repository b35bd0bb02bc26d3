// SPDX-License-Identifier: Apache-2.0
// Initial parameters from a seed, by PyTorch's rules: weights and biases of linear layers uniform in
// +-1/sqrt(fan_in), scales of normalisations 1, shifts 0.
#pragma once

#include <wellformed/core/math.hpp>
#include <wellformed/nn/model.hpp>

namespace wellformed::nn {

template <class E>
void fill(E* values, parameter_info const& info, seed s, std::uint64_t stream) {
  using enum parameter_info::start;
  auto const bound = E(1) / math::sqrt(static_cast<E>(info.fan_in));
  philox_stream const numbers{s.value, stream};
  for (index_t i = 0; i < info.count; ++i) {
    values[i] = info.begin == ones    ? E(1)
                : info.begin == zeros ? E(0)
                                      : bound * (E(2) * static_cast<E>(numbers.uniform(static_cast<std::uint64_t>(i))) - E(1));
  }
}

template <class E, class Layer>
void initialise_layer(Layer const&, E* parameters, E* buffers, seed s, std::uint64_t& stream) {
  for (auto const& info : Layer::parameter_table()) {
    fill(parameters, info, s, stream++);
    parameters += info.count;
  }
  if constexpr (requires { Layer::buffer_table(); }) {
    for (auto const& info : Layer::buffer_table()) {
      fill(buffers, info, s, stream++);
      buffers += info.count;
    }
  }
}

/// Layers that contain others pass the call on.
template <class E, class... Ls>
void initialise_layer(chain<Ls...> const& all, E* parameters, E* buffers, seed s, std::uint64_t& stream) {
  std::apply(
      [&](auto const&... each) {
        auto one = [&](auto const& layer) {
          using L = std::remove_cvref_t<decltype(layer)>;
          initialise_layer(layer, parameters, buffers, s, stream);
          parameters += L::parameters;
          buffers += L::buffers;
        };
        (one(each), ...);
      },
      all.all());
}

/// Gives every parameter its initial value, and the model the seed of its random layers.
template <class E, class Layer>
void initialise(model<E, Layer>& net, seed s) {
  auto const& numbers = net.numbers();
  std::uint64_t stream = 0;
  initialise_layer(net.layer(), numbers.parameters(), numbers.buffers(), s, stream);
  numbers->seed = s.value;
  numbers->initialised = true;
}

}  // namespace wellformed::nn
