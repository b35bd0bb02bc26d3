// SPDX-License-Identifier: Apache-2.0
// A model that is only an arena of numbers, and gradients written by hand: optimisers are tested without
// layers.
#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include <wellformed/optim/adam.hpp>
#include <wellformed/optim/sgd.hpp>

namespace wf = wellformed;
using wf::index_t;

/// Two groups of parameters, three running statistics.
struct plain_layer {
  struct info {
    char const* name;
    index_t count;
  };
  static constexpr index_t parameters = 6, buffers = 3;
  static constexpr std::array<info, 2> parameter_table() { return {{{"weight", 4}, {"bias", 2}}}; }
};
struct other_layer : plain_layer {};

/// The layer as number 2 of a chain.
struct plain_chain {
  static constexpr index_t parameters = plain_layer::parameters;
  template <class Visit>
  void each_layer(Visit&& visit) const {
    visit(plain_layer{}, index_t{0}, index_t{0}, 2);
  }
};

template <class E, class Layer = plain_chain>
struct plain_model {
  using element = E;
  using layer_type = Layer;
  using device = wf::host;
  wf::arena<E> held{plain_layer::parameters, plain_layer::buffers};

  plain_model() {
    for (index_t i = 0; i < plain_layer::parameters; ++i) held.parameters()[i] = E(0.3) * E(i + 1) - E(1);
    for (index_t i = 0; i < plain_layer::buffers; ++i) held.buffers()[i] = E(i) + E(0.5);
    held->initialised = true;
  }
  wf::arena<E> const& numbers() const { return held; }
  Layer layer() const { return {}; }
  std::vector<E> values() const { return {held.parameters(), held.parameters() + plain_layer::parameters}; }
  std::vector<E> statistics() const { return {held.buffers(), held.buffers() + plain_layer::buffers}; }
};

template <class Model>
using gradients_for = wf::gradients<typename Model::element, 1, wf::type_list<typename Model::layer_type>>;

/// The gradient of a summed loss over `divisor` rows, with pending statistics and one random draw.
template <class Model>
gradients_for<Model> gradients_of(Model const& net, std::vector<typename Model::element> const& sum,
                                  double divisor = 1, double total = 1) {
  using E = typename Model::element;
  gradients_for<Model> result;
  auto& entry = result.entry(net.numbers());
  for (std::size_t i = 0; i < sum.size(); ++i) entry.values()[i] = sum[i];
  auto const bytes = static_cast<std::size_t>(plain_layer::buffers) * sizeof(E);
  wf::slab decay(bytes), shift(bytes);
  for (index_t i = 0; i < plain_layer::buffers; ++i) {
    static_cast<E*>(decay.data())[i] = E(0.5);
    static_cast<E*>(shift.data())[i] = E(1);
  }
  wf::compose_statistics<wf::host>(entry, decay, shift);
  entry.draws.add(wf::draw_claim<E>(net.numbers(), 1));
  result.set_loss(wf::loss_figures{total, divisor, static_cast<index_t>(divisor)}, true, true);
  return result;
}

/// Some gradients of step `t`.
template <class E>
std::vector<E> wave(int t) {
  std::vector<E> g(static_cast<std::size_t>(plain_layer::parameters));
  for (std::size_t i = 0; i < g.size(); ++i) {
    g[i] = static_cast<E>(0.7 - 0.31 * static_cast<double>(i) + 0.13 * t * (i % 2 == 0 ? 1 : -1));
  }
  return g;
}
