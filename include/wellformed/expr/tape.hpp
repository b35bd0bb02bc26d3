// SPDX-License-Identifier: Apache-2.0
// Tracked values: a tensor together with the tape that leads back to parameters. Reverse mode over types: a
// node is a plain object that owns its operands' nodes, so there is no virtual call and no closure.
//
// A node has `element`, `sets` (parameter sets it reaches), `applications` (how many models), and
// `backward(sink, gradient)`, called at most once; `check_complete()` throws if a part of it never got a
// gradient.
#pragma once

#include <wellformed/expr/gradients.hpp>
#include <wellformed/refuse/mode.hpp>
#include <wellformed/tensor/tensor.hpp>

namespace wellformed {

/// A tensor with its tape. Move-only: fan out with `share`, residual or heads. Consumed by whatever takes it.
template <class T, class Node>
class [[nodiscard]] tracked_value {
 public:
  using element = typename T::element;
  using meaning = typename T::meaning;
  using axes_type = typename T::axes_type;
  using device = typename T::device;
  using tensor_type = T;
  using node_type = Node;
  static constexpr bool tracked = true;

  tracked_value(T value, Node node) : value_(std::move(value)), node_(std::move(node)) {}
  tracked_value(tracked_value const&) =
      delete;  ///< [WF702] a copy would share its tape; std::move it, or share<2>
  tracked_value& operator=(tracked_value const&) = delete;
  tracked_value(tracked_value&& other) noexcept
      : value_(std::move(other.value_)),
        node_(std::move(other.node_)),
        alive_(std::exchange(other.alive_, false)) {}
  tracked_value& operator=(tracked_value&&) = delete;

  /// The numbers, to look at. They carry no tape.
  T const& value() const {
    check_alive();
    return value_;
  }
  auto const& extents() const { return value().extents(); }
  std::uint64_t serial() const { return value().serial(); }
  device where() const { return value().where(); }

  /// Element of what a refused call gives, so that nothing is added to its refusal.
  template <class... Index>
    requires requires { typename Node::refused; }
  element operator()(Index...) const {
    return refuse::stand_in<element>();
  }

  Node take_node() && {
    check_alive();
    alive_ = false;
    return std::move(node_);
  }

  template <class Sink>
  void backward(Sink& sink, with_meaning<T, real> gradient) {
    node_.backward(sink, std::move(gradient));
  }
  void check_complete() const { node_.check_complete(); }

  /// Refuses: WF737. Only a loss knows what to follow back.
  template <class Late = void>
  auto backward() {
    refuse::refused<refuse::wf737, Late>::report();
    return refuse::stand_in<gradients<element, 1, type_list<>>>();
  }

  /// Throws WF701 after the value was moved from.
  void check_alive() const {
    if (alive_) return;
    (message(701) << "a tracked value was used after it was moved from; its tape is gone").raise();
  }

 private:
  T value_;
  Node node_;
  bool alive_ = true;
};

template <class T>
inline constexpr bool is_tracked_value = false;
template <class T, class N>
inline constexpr bool is_tracked_value<tracked_value<T, N>> = true;

/// Node of a value that nothing is to be learned through.
template <class E, class Device = host>
struct constant_node {
  using element = E;
  using device = Device;
  using sets = type_list<>;
  static constexpr int applications = 0;
  static constexpr bool tracked = false;
  template <class Sink, class G>
  void backward(Sink&, G&&) {}
  void check_complete() const {}
};

/// Node of what a refused operation gives: it reaches the parameter sets that the right one would have
/// reached, so that a later backward() and step() have nothing to add. Never made.
template <class E, class Sets, int Applications>
struct refused_node {
  using element = E;
  using sets = Sets;
  using refused = void;
  static constexpr int applications = Applications;
  static constexpr bool tracked = true;
  template <class Sink, class G>
  void backward(Sink&, G&&) {}
  void check_complete() const {}
};

template <class X>
inline constexpr bool came_of_refusal = false;
template <class T, class E, class Sets, int Applications>
inline constexpr bool came_of_refusal<tracked_value<T, refused_node<E, Sets, Applications>>> = true;

template <class E, class M, class A, class D>
inline constexpr bool came_of_refusal<tensor<E, M, A, D>> =
    tensor<E, M, A, D>::is_shapeless || !tensor<E, M, A, D>::form::ok;

template <class Node>
inline constexpr bool is_constant = false;
template <class E, class Device>
inline constexpr bool is_constant<constant_node<E, Device>> = true;

/// The tensor of a tracked value, cut from its tape: gradients stop here.
template <class T, class N>
T detach(tracked_value<T, N> const& x) {
  return x.value();
}
template <class E, class M, class A, class D>
tensor<E, M, A, D> detach(tensor<E, M, A, D> const& x) {
  return x;
}

}  // namespace wellformed
