// SPDX-License-Identifier: Apache-2.0
// Initial parameters from a seed, by PyTorch's rules: weights and biases of linear layers uniform in
// +-1/sqrt(fan_in), scales of normalisations 1, shifts 0.
#pragma once

#include <wellformed/core/math.hpp>
#include <wellformed/nn/model.hpp>

namespace wellformed::nn {

/// Number i of a standard normal stream, by Box and Muller's formula.
template <class E>
E normal_number(philox_stream const& numbers, std::uint64_t i) {
  auto const radius = math::sqrt(-2.0 * math::log(1.0 - static_cast<double>(numbers.uniform(2 * i))));
  return static_cast<E>(radius *
                        math::cos(6.283185307179586 * static_cast<double>(numbers.uniform(2 * i + 1))));
}

template <class E>
void fill(E* values, parameter_info const& info, seed s, std::uint64_t stream) {
  using enum parameter_info::start;
  auto const bound = E(1) / math::sqrt(static_cast<E>(info.fan_in));
  philox_stream const numbers{s.value, stream};
  for (index_t i = 0; i < info.count; ++i) {
    auto const k = static_cast<std::uint64_t>(i);
    values[i] = info.begin == ones     ? E(1)
                : info.begin == zeros  ? E(0)
                : info.begin == normal ? normal_number<E>(numbers, k)
                                       : bound * (E(2) * static_cast<E>(numbers.uniform(k)) - E(1));
  }
}

template <class E>
[[gnu::noinline]] void fill_all(parameter_info const* table, std::size_t length, E* values, seed s,
                                std::uint64_t& stream) {
  for (auto const* info = table; info != table + length; ++info) {
    fill(values, *info, s, stream++);
    values += info->count;
  }
}

/// One random stream for each parameter. Layers that contain others pass the call on.
template <class E, class Layer>
void initialise_layer(Layer const& layer, E* parameters, E* buffers, seed s, std::uint64_t& stream) {
  if constexpr (requires { Layer::contains_layers; }) {
    layer.each_layer([&](auto const& inner, index_t parameter, index_t buffer, int) {
      initialise_layer(inner, parameters + parameter, buffers + buffer, s, stream);
    });
  } else {
    static constexpr auto own = Layer::parameter_table();
    static constexpr auto running = Layer::buffer_table();
    fill_all(own.data(), own.size(), parameters, s, stream);
    fill_all(running.data(), running.size(), buffers, s, stream);
  }
}

/// The blocks that layers share, in the order in which they lie.
template <class E, class... Blocks>
void initialise_blocks(type_list<Blocks...>, E* parameters, seed s, std::uint64_t& stream) {
  [[maybe_unused]] auto const one = [&]<class Block>(type_tag<Block>) {
    initialise_layer(typename Block::owner{}, parameters, parameters, s, stream);
    parameters += Block::owner::parameters;
  };
  (one(type_tag<Blocks>{}), ...);
}

/// First values of all numbers of a model, in the host's memory.
template <class Net, class E>
void initialise_numbers(Net const& net, E* parameters, E* buffers, seed s) {
  using layer = typename Net::layer_type;
  std::uint64_t stream = 0;
  initialise_layer(net.layer(), parameters, buffers, s, stream);
  initialise_blocks(typename layer::shared{}, parameters + layer::parameters, s, stream);
}

/// Gives every parameter its initial value, and the model the seed of its random layers.
template <class E, class Layer, class Device>
void initialise(model<E, Layer, Device>& net, seed s) {
  auto const& numbers = net.numbers();
  if constexpr (std::is_same_v<Device, host>) {
    initialise_numbers(net, numbers.parameters(), numbers.buffers(), s);
  } else {
    auto const own = static_cast<std::size_t>(numbers->parameter_count) * sizeof(E);
    auto const running = static_cast<std::size_t>(numbers->buffer_count) * sizeof(E);
    slab const parameters(own), buffers(running);
    initialise_numbers(net, static_cast<E*>(parameters.data()), static_cast<E*>(buffers.data()), s);
    backend::copy_in(net.where(), numbers.parameters(), parameters.data(), own);
    backend::copy_in(net.where(), numbers.buffers(), buffers.data(), running);
  }
  numbers->seed = s.value;
  numbers->initialised = true;
  ++numbers->version;
}

/// Refuses: WF747 a start that nobody could repeat.
template <class E, class Layer, class Device>
void initialise(model<E, Layer, Device>& net) {
  refuse::refused<refuse::wf747, refuse::got<Layer>>::report();
  initialise(net, seed{});
}

}  // namespace wellformed::nn
