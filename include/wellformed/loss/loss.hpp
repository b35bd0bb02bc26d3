// SPDX-License-Identifier: Apache-2.0
// The result of a loss: a sum with the number to divide it by, and the tape. A mean is divided once, by the
// step.
#pragma once

#include <wellformed/expr/map.hpp>
#include <wellformed/refuse/mode.hpp>
#include <wellformed/types/reduction.hpp>

namespace wellformed {

/// Node of one loss term: the gradient of its sum by the prediction was computed together with the loss.
template <class T, class Child>
struct term_node {
  using element = typename T::element;
  using device = typename T::device;
  using sets = typename Child::sets;
  static constexpr int applications = Child::applications;
  static constexpr bool tracked = true;

  Child child;
  with_meaning<T, real> gradient;

  /// `scale`: derivative of the total by this term's sum.
  template <class Sink>
  void backward(Sink& sink, double scale) {
    if (scale != 1.0) {
      backend::scale(gradient.where(), gradient.unchecked_data(), static_cast<element>(scale),
                     gradient.size());
    }
    child.backward(sink, std::move(gradient));
  }
  void check_complete() const { child.check_complete(); }
};

/// A scalar loss over elements E. Node is constant_node<E> if nothing can be learned from it.
template <ComputingElement E, class Reduction, class Node>
class [[nodiscard]] loss {
 public:
  using element = E;
  using reduction = Reduction;
  using node_type = Node;
  using device = typename Node::device;
  static constexpr bool tracked = !is_constant<Node>;

  loss(figures<device> const& sums, Node node, bool exact = true, double factor = 1)
      : sums_(sums), exact_(exact), factor_(factor), node_(std::move(node)) {}
  loss(loss const&) = delete;  ///< [WF702] a copy would share its tape; write std::move(loss)
  loss& operator=(loss const&) = delete;
  loss(loss&& other) noexcept
      : sums_(other.sums_),
        exact_(other.exact_),
        factor_(other.factor_),
        alive_(std::exchange(other.alive_, false)),
        node_(std::move(other.node_)) {}
  loss& operator=(loss&&) = delete;

  // On a GPU these wait until the loss is known, and throw what its kernels met.
  double total() const { return sums_.get().total; }      ///< summed over counted rows
  double divisor() const { return sums_.get().divisor; }  ///< count or weight of them; 1 for reduction::sum
  index_t rows() const { return sums_.get().rows; }       ///< rows that counted
  figures<device> const& pending_figures() const noexcept { return sums_; }
  bool exact() const noexcept { return exact_; }      ///< false: a sum of means with different counts
  double factor() const noexcept { return factor_; }  ///< number that the whole loss was multiplied by

  /// The number that PyTorch's item() would give; zero if no row counted (all_ignored::is_zero).
  double item() const { return divisor() == 0 ? 0 : total() / divisor(); }

  Node take_node() && {
    check_alive();
    alive_ = false;
    return std::move(node_);
  }

  /// The gradient of every parameter on the tape, which is consumed.
  /// Refuses: WF704 a named loss, WF707 a loss without tape; throws WF701 after a move, WF709 a missed head.
  [[nodiscard]] auto backward() && {
    if constexpr (tracked) {
      check_alive();
      alive_ = false;
      gradients<E, Node::applications, typename Node::sets, device> result;
      result.set_loss(sums_, exact_, !std::is_same_v<Reduction, wellformed::reduction::sum>, factor_);
      node_.backward(result, 1.0);
      node_.check_complete();
      return result;
    } else {
      refuse::refused<refuse::wf707>::report();
      return refuse::stand_in<gradients<E, 1, type_list<>>>();
    }
  }
  template <class Late = void>
  auto backward() & {
    refuse::refused<refuse::wf704, Late>::report();
    return refuse::stand_in<gradients<E, 1, type_list<>>>();
  }

 private:
  void check_alive() const {
    if (alive_) return;
    (message(701) << "this loss was used or moved from; its tape is gone").raise();
  }

  figures<device> sums_;
  bool exact_;
  double factor_;
  bool alive_ = true;
  Node node_;
};

/// A loss prints as its item().
template <class Stream, class E, class Reduction, class Node>
  requires requires(Stream& out, double number) { out << number; }
Stream& operator<<(Stream& out, loss<E, Reduction, Node> const& l) {
  out << l.item();
  return out;
}

template <class T>
inline constexpr bool is_loss = false;
template <class E, class R, class N>
inline constexpr bool is_loss<loss<E, R, N>> = true;

/// Builds the loss of a prediction from its figures and the gradient of the sum by the prediction.
/// `prediction` is an evaluated one: a tensor (no tape, no gradient) or a tracked value, which is consumed.
template <class Reduction, Tensor T>
auto make_loss(T const&, figures<typename T::device> const& sums) {
  using E = typename T::element;
  return loss<E, Reduction, constant_node<E, typename T::device>>(sums, {});
}
template <class Reduction, class T, class Node>
auto make_loss(tracked_value<T, Node>&& prediction, figures<typename T::device> const& sums,
               with_meaning<T, real> gradient) {
  using node = term_node<T, Node>;
  return loss<typename T::element, Reduction, node>(
      sums, node{std::move(prediction).take_node(), std::move(gradient)});
}

}  // namespace wellformed
