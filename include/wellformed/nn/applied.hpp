// SPDX-License-Identifier: Apache-2.0
// The nodes of a model that was applied in training mode: one for its result, or one a head.
#pragma once

#include <wellformed/core/counted.hpp>
#include <wellformed/nn/layer.hpp>

namespace wellformed::nn {

/// What a pass through Layer leaves for the way back. It stands in pooled memory: moving the tape moves a
/// pointer.
template <class E, class Layer, class X>
struct application {
  application(Layer const& l, block_place const* t) : layer(l), table(t) {}
  Layer layer;
  block_place const* table;
  typename Layer::template saved<X> kept{};
  slab decay{};
  slab shift{};
  std::uint64_t first_draw = 0;
  std::uint64_t const* draws_on_device = nullptr;
  std::uint64_t version = 0;  ///< of the parameters that were used
};

/// The nameless form of a gradient; heads bring theirs in that form.
template <class G>
auto raws_of(G const& gradient) {
  if constexpr (Tensor<G>) {
    return to_raw(gradient);
  } else {
    return gradient;
  }
}

template <class T>
T tensors_of(raw x) {
  return to_tensor<T>(std::move(x));
}
template <class Tuple, std::size_t N>
Tuple tensors_of(std::array<raw, N> x) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return Tuple{to_tensor<std::tuple_element_t<I, Tuple>>(std::move(x[I]))...};
  }(std::make_index_sequence<N>{});
}

/// Throws WF739: the weights of the way forward are gone, so the way back would mix old and new ones.
[[noreturn]] void fail_stale();

/// Owns what the way back needs, and the node of its input.
template <class E, class Layer, class X, class Child, class Device = host>
struct applied_node {
  using element = E;
  using sets = merge<type_list<Layer>, typename Child::sets>;
  static constexpr int applications = 1 + Child::applications;
  static constexpr bool tracked = true;

  arena<E> owner;
  counted<application<E, Layer, X>> made;
  Child child;
  draw_claim<E> draws;

  template <class Sink, class G>
  void backward(Sink& sink, G const& gradient) {
    if (made->version != owner->version) fail_stale();
    auto& entry = sink.entry(owner);
    pass_back<E, Device> p{Device::of(owner->parameters), owner.parameters(), entry.values()};
    p.shared = {made->table, owner.parameters() + Layer::parameters, entry.values() + Layer::parameters};
    p.seed = owner->seed;
    p.draw = made->first_draw;
    p.first_draw = made->draws_on_device;
    auto gx = made->layer.template backward<X>(p, made->kept, raws_of(gradient), !is_constant<Child>);
    compose_statistics<Device>(entry, made->decay, made->shift);
    entry.draws.add(std::move(draws));
    if constexpr (!is_constant<Child>)
      child.backward(sink, to_tensor<gradient_for<X, Device>>(std::move(gx)));
  }
  void check_complete() const { child.check_complete(); }
};

/// What the heads of one application have in common.
template <class Node, std::size_t N>
struct heads_state {
  Node node;
  std::array<raw, N> gradients{};
  std::size_t arrived = 0;
};

/// Node of head number I: the last head whose gradient comes sends them all on.
template <class T, class Node, std::size_t N, std::size_t I>
struct head_node {
  using element = typename T::element;
  using sets = typename Node::sets;
  static constexpr int applications = Node::applications;
  static constexpr bool tracked = true;

  counted<heads_state<Node, N>> state;

  template <class Sink, class G>
  void backward(Sink& sink, G const& gradient) {
    state->gradients[I] = to_raw(gradient);
    if (++state->arrived == N) state->node.backward(sink, state->gradients);
  }
  /// Throws WF709 if a head took no part in the loss.
  void check_complete() const {
    if (state->arrived != N) {
      (message(709) << "backward() met " << state->arrived << " of the " << N
                    << " heads of a model; add the losses of all heads, then call backward() on the sum")
          .raise();
    }
    state->node.check_complete();
  }
};

/// Tracked values of what was computed: one, or one a head.
template <class T, class Node>
auto track(raw y, Node node) {
  return tracked_value<T, Node>(to_tensor<T>(std::move(y)), std::move(node));
}
template <class Tuple, class Node, std::size_t N>
auto track(std::array<raw, N> y, Node node) {
  auto const state = counted<heads_state<Node, N>>::make(heads_state<Node, N>{std::move(node)});
  auto const head = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    using T = std::tuple_element_t<I, Tuple>;
    return tracked_value<T, head_node<T, Node, N, I>>(to_tensor<T>(std::move(y[I])), {state});
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple<decltype(head(std::integral_constant<std::size_t, I>{}))...>(
        head(std::integral_constant<std::size_t, I>{})...);
  }(std::make_index_sequence<N>{});
}

/// The tracked type (or tuple of them) of Layer applied to X.
template <class E, class Layer, class X, class Child, class Device,
          class Y = typename Layer::template output<X>>
using applied_result = decltype(track<tensor_for<Y, Device>>(
    std::declval<raw_for<Y>>(), std::declval<applied_node<E, Layer, X, Child, Device>>()));

/// Slabs that say "leave running statistics alone" until a layer says otherwise.
template <class E, class Device>
void clear_statistics(Device where, slab& decay, slab& shift, index_t count) {
  if (count == 0) return;
  auto const bytes = static_cast<std::size_t>(count) * sizeof(E);
  decay = slab(bytes, where.memory());
  shift = slab(bytes, where.memory());
  backend::fill(where, static_cast<E*>(decay.data()), E(1), count);
  backend::zero(where, shift.data(), bytes);
}

/// Runs a layer in training mode.
template <class E, class Layer, class T, class Child>
auto apply_layer(Layer const& layer, block_place const* table, arena<E> const& numbers, T const& x,
                 Child child) {
  using X = typed_of<T>;
  using device = typename T::device;
  using node = applied_node<E, Layer, X, Child, device>;
  using output = tensor_for<typename Layer::template output<X>, device>;
  auto const made = counted<application<E, Layer, X>>::make(layer, table);
  clear_statistics<E>(device::of(numbers->parameters), made->decay, made->shift, Layer::buffers);
  made->draws_on_device = numbers->draws_on_device;
  made->first_draw = (made->draws_on_device != nullptr ? 0 : numbers->draws) + numbers->in_flight;
  made->version = numbers->version;
  pass<E, device> p{device::of(numbers->parameters), numbers.parameters(), numbers.buffers()};
  p.decay = static_cast<E*>(made->decay ? made->decay.data() : nullptr);
  p.shift = static_cast<E*>(made->shift ? made->shift.data() : nullptr);
  p.shared = {table, numbers.parameters() + Layer::parameters, nullptr};
  p.seed = numbers->seed;
  p.draw = made->first_draw;
  p.first_draw = made->draws_on_device;
  node result{numbers, made, std::move(child),
              draw_claim<E>(numbers, static_cast<std::uint64_t>(Layer::draws))};
  return track<output>(layer.template train<X>(p, to_raw(x), made->kept), std::move(result));
}

}  // namespace wellformed::nn
