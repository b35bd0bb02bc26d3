// SPDX-License-Identifier: Apache-2.0
// Names a parameter of a model from its place in the flat buffer, as PyTorch would ("2.weight"). It asks of a
// layer what every layer has: a parameter_table(), or each_layer(visit); optim does not see nn.
#pragma once

#include <type_traits>

#include <wellformed/core/error.hpp>

namespace wellformed::optim {

/// A layer, and how to write the name of its parameter number `element`; without the layer's type.
struct place_writer {
  void const* layer;
  void (*write)(void const* layer, message& text, index_t element);
};

template <class Layer>
void write_table_entry(message& text, index_t element) {
  for (auto const& group : Layer::parameter_table()) {
    if (element < group.count) {
      text << group.name;
      break;
    }
    element -= group.count;
  }
  if constexpr (requires { text << Layer::name; }) text << " (" << Layer::name << ")";
  text << ", element " << element;
}

/// Any visitor. nvcc 13 finds no each_layer that takes a lambda written inside of a requirement here.
struct any_visitor {
  template <class... T>
  void operator()(T const&...) const {}
};

template <class Layer>
void write_place(Layer const& layer, message& text, index_t element) {
  if constexpr (requires { layer.each_layer(any_visitor{}); }) {
    bool found = false;
    layer.each_layer([&](auto const& inner, index_t before, index_t, int number) {
      index_t const own = element - before;
      if (found || own < 0 || own >= std::remove_cvref_t<decltype(inner)>::parameters) return;
      found = true;
      text << number << ".";
      write_place(inner, text, own);
    });
    if (!found) text << "the parameters that layers share, element " << element - Layer::parameters;
  } else {
    write_table_entry<Layer>(text, element);
  }
}

template <class Layer>
place_writer place_writer_of(Layer const& layer) {
  return {&layer, [](void const* held, message& text, index_t element) {
            write_place(*static_cast<Layer const*>(held), text, element);
          }};
}

}  // namespace wellformed::optim
