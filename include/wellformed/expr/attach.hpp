// SPDX-License-Identifier: Apache-2.0
// Nodes of operations with a pass of their own: a pull turns the gradient of the result into that of an
// operand. It is a plain struct that owns what the way back needs.
#pragma once

#include <wellformed/expr/map.hpp>

namespace wellformed {

/// Node of an operation of one operand. `pull(g)` gives the gradient of the operand.
template <class Child, class Pull>
struct pulled_node {
  using element = typename Child::element;
  using sets = typename Child::sets;
  static constexpr int applications = Child::applications;
  static constexpr bool tracked = true;

  Child child;
  Pull pull;

  template <class Sink, class G>
  void backward(Sink& sink, G const& gradient) {
    child.backward(sink, pull(gradient));
  }
  void check_complete() const { child.check_complete(); }
};

/// Node of an operation of two operands. `pull.first(g)` and `pull.second(g)` give their gradients; that of
/// an operand without a tape is not computed.
template <class A, class B, class Pull>
struct joined_node {
  using element = typename A::element;
  using sets = merge<typename A::sets, typename B::sets>;
  static constexpr int applications = A::applications + B::applications;
  static constexpr bool tracked = true;

  A a;
  B b;
  Pull pull;

  template <class Sink, class G>
  void backward(Sink& sink, G const& gradient) {
    if constexpr (!is_constant<A>) a.backward(sink, pull.first(gradient));
    if constexpr (!is_constant<B>) b.backward(sink, pull.second(gradient));
  }
  void check_complete() const {
    a.check_complete();
    b.check_complete();
  }
};

/// The tensor of an evaluated operand, and its node.
template <class E, class M, class A, class D>
tensor<E, M, A, D> const& value_of(tensor<E, M, A, D> const& x) {
  return x;
}
template <class T, class Node>
T const& value_of(tracked_value<T, Node> const& x) {
  return x.value();
}
template <class E, class M, class A, class D>
constant_node<E, D> node_of(tensor<E, M, A, D>&&) {
  return {};
}
template <class T, class Node>
Node node_of(tracked_value<T, Node>&& x) {
  return std::move(x).take_node();
}

/// The result y of an operation on the evaluated operand x: a tensor, or a tracked value if x is one.
template <class X, class Y, class Pull>
auto attach(X&& x, Y y, Pull pull) {
  static_assert(!std::is_lvalue_reference_v<X>, "attach consumes the operand");
  if constexpr (tracks<X>) {
    using node = pulled_node<typename X::node_type, Pull>;
    return tracked_value<Y, node>(std::move(y), node{node_of(std::move(x)), std::move(pull)});
  } else {
    return y;
  }
}
template <class A, class B, class Y, class Pull>
auto attach(A&& a, B&& b, Y y, Pull pull) {
  static_assert(!std::is_lvalue_reference_v<A> && !std::is_lvalue_reference_v<B>,
                "attach consumes the operands");
  if constexpr (tracks<A> || tracks<B>) {
    using node = joined_node<decltype(node_of(std::move(a))), decltype(node_of(std::move(b))), Pull>;
    return tracked_value<Y, node>(std::move(y),
                                  node{node_of(std::move(a)), node_of(std::move(b)), std::move(pull)});
  } else {
    return y;
  }
}

}  // namespace wellformed
