// SPDX-License-Identifier: Apache-2.0
// Fan-out of a tracked value: each copy brings its gradient, the last one to come sends their sum on.
#pragma once

#include <array>
#include <utility>

#include <wellformed/backend/vector.hpp>
#include <wellformed/expr/tape.hpp>
#include <wellformed/refuse/axes.hpp>

namespace wellformed {

/// What the copies of a shared value have in common.
template <class T, class Node>
struct share_state {
  Node node;
  int expected;
  int arrived = 0;
  slab gradient;
};

/// Node of one copy.
template <class T, class Node>
struct share_node {
  using element = typename T::element;
  using sets = typename Node::sets;
  static constexpr int applications = Node::applications;
  static constexpr bool tracked = true;

  counted<share_state<T, Node>> state;

  template <class Sink>
  void backward(Sink& sink, with_meaning<T, real> gradient) {
    if (state->arrived++ == 0) {
      state->gradient = copy_of(gradient);
    } else {
      backend::add(gradient.where(), static_cast<element*>(state->gradient.data()), gradient.address(),
                   gradient.size());
    }
    if (state->arrived == state->expected) {
      state->node.backward(sink, with_meaning<T, real>::unchecked(std::move(state->gradient),
                                                                  gradient.extents(), gradient.serial()));
    }
  }

  /// Throws WF709 if a copy took no part in the loss.
  void check_complete() const {
    if (state->arrived != state->expected) {
      (message(709) << "backward() met " << state->arrived << " of the " << state->expected
                    << " copies of a shared value; use each copy in the loss, or detach() it")
          .raise();
    }
    state->node.check_complete();
  }

 private:
  static slab copy_of(with_meaning<T, real>& gradient) {
    if (gradient.elements().unique()) return gradient.elements();
    auto const bytes = static_cast<std::size_t>(gradient.size()) * sizeof(element);
    slab fresh(bytes, gradient.where().memory());
    backend::copy(gradient.where(), fresh.data(), gradient.address(), bytes);
    return fresh;
  }
};

/// N tracked copies of x. Computes: x, N times. Gradient: the sum of the copies' gradients. Refuses: a
/// backward that misses a copy (WF709, at run time, before anything is written); WF306 fewer than two copies.
template <int N, class T, class Node>
  requires(N < 2)
auto share(tracked_value<T, Node>&&) {
  refuse::refused<refuse::wf306, refuse::got_extent<N>>::report();
  using copy = tracked_value<T, refused_node<typename T::element, typename Node::sets, Node::applications>>;
  return refuse::stand_in<std::array<copy, 2>>();
}
template <int N, class T, class Node>
  requires(N >= 2)
auto share(tracked_value<T, Node>&& x) {
  T const value = x.value();
  auto state = counted<share_state<T, Node>>::make(share_state<T, Node>{std::move(x).take_node(), N, 0, {}});
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<tracked_value<T, share_node<T, Node>>, sizeof...(I)>{
        ((void)I, tracked_value<T, share_node<T, Node>>(value, share_node<T, Node>{state}))...};
  }(std::make_index_sequence<static_cast<std::size_t>(N)>{});
}

}  // namespace wellformed
