// SPDX-License-Identifier: Apache-2.0
// Element-wise expressions: a functor over operands of equal axes, evaluated in one pass when a tensor is
// needed. An expression owns its operands, so returning or storing it is safe; one over tracked values is
// move-only.
#pragma once

#include <wellformed/backend/map.hpp>
#include <wellformed/backend/reduce.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/expr/broadcast.hpp>
#include <wellformed/expr/operand.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/refuse/label.hpp>

namespace wellformed {

/// What the operands of an expression have in common: extents, and the batch they came with.
template <std::size_t Rank, class Device>
class common_rows {
 public:
  std::array<index_t, Rank> const& extents() const noexcept { return extents_; }
  std::uint64_t serial() const noexcept { return serial_; }
  Device where() const noexcept { return where_; }

 protected:
  /// Not inlined: it is the same code in every expression.
  [[gnu::noinline]] void join(std::array<index_t, Rank> const& extents, std::uint64_t serial, Device where) {
    if (known_) {
      check_same_extents(extents_, extents, "element-wise operation");
      check_same_device(where_, where, "element-wise operation");
    }
    where_ = where;
    extents_ = extents;
    serial_ = join_serials(serial_, serial, "element-wise operation");
    known_ = true;
  }
  template <class E>
  void add(scalar<E> const&) {}
  template <class Arg>
  void add(Arg const& arg) {
    join(arg.extents(), arg.serial(), arg.where());
  }

 private:
  std::array<index_t, Rank> extents_{};
  std::uint64_t serial_ = 0;
  [[no_unique_address]] Device where_{};
  bool known_ = false;
};

/// F over Args, with the meaning that F's rule gave it.
template <class F, class M, class Axes, class Device, class... Args>
class map_expression : public common_rows<static_cast<std::size_t>(Axes::rank), Device> {
 public:
  using is_expression = void;
  using element = decltype(std::declval<F const&>().value(typename Args::element{}...));
  using meaning = M;
  using axes_type = Axes;
  using device = Device;
  using functor = F;
  using operands = backend::slots<std::index_sequence_for<Args...>, Args...>;
  static constexpr bool tracked = (tracks<Args> || ...);

  /// Each operand is made in its slot: nothing is moved.
  template <class... Given>
    requires(sizeof...(Given) == sizeof...(Args))
  map_expression(F f, Given&&... given)
      : functor_(f), args_{{keep_operand<element>(static_cast<Given&&>(given))}...} {
    add_all(args_);
  }
  map_expression(map_expression&&) = default;
  map_expression(map_expression const&) = default;

  F const& f() const noexcept { return functor_; }
  operands& args() noexcept { return args_; }
  operands const& args() const noexcept { return args_; }

 private:
  template <std::size_t... I>
  void add_all(backend::slots<std::index_sequence<I...>, Args...> const& args) {
    (this->add(args.backend::template slot<I, Args>::held), ...);
  }

  F functor_;
  operands args_;
};

namespace lowering {

template <class E>
auto lower(scalar<E> const& s) {
  return backend::constant<E>{s.held};
}
template <Tensor T>
auto lower(T const& x) {
  return backend::load<typename T::element>{x.address()};
}
template <class T, class Node>
auto lower(tracked_leaf<T, Node> const& x) {
  using E = typename T::element;
  return backend::load_tracked<E>{x.held.value().address(),
                                  static_cast<E*>(x.gradient ? x.gradient.data() : nullptr)};
}
template <class T, class To>
auto lower(repeated<T, To> const& x) {
  using steps = decltype(x.steps());
  return backend::load_repeated<typename T::element, steps>{x.held.address(), nullptr, x.steps()};
}
template <class T, class Node, class To>
auto lower(repeated<tracked_leaf<T, Node>, To> const& x) {
  using E = typename T::element;
  using steps = decltype(x.steps());
  using leaf = std::conditional_t<std::is_same_v<typename T::device, host>, backend::load_repeated<E, steps>,
                                  backend::load_spread<E, steps>>;
  auto* gradient = static_cast<E*>(x.held.gradient ? x.held.gradient.data() : nullptr);
  return leaf{x.held.held.value().address(), gradient, x.steps()};
}
template <class F, class M, class A, class D, class... Args>
auto lower(map_expression<F, M, A, D, Args...> const& x);
template <class F, std::size_t... I, class... Args>
auto lower_call(F f, backend::slots<std::index_sequence<I...>, Args...> const& args) {
  using result = backend::apply<F, decltype(lower(std::declval<Args const&>()))...>;
  return result{f, {{lower(args.backend::template slot<I, Args>::held)}...}};
}
template <class F, class M, class A, class D, class... Args>
auto lower(map_expression<F, M, A, D, Args...> const& x) {
  return lower_call(x.f(), x.args());
}

/// Calls `visit(leaf, whole)` for each tracked leaf; `whole` is what it is repeated to, or the leaf itself.
template <class Arg, class Visit>
void for_each_tracked(Arg&, Visit&) {}
template <class T, class Node, class Visit>
void for_each_tracked(tracked_leaf<T, Node>& leaf, Visit& visit) {
  visit(leaf, leaf);
}
template <class T, class Node, class To, class Visit>
void for_each_tracked(repeated<tracked_leaf<T, Node>, To>& x, Visit& visit) {
  visit(x.held, x);
}
template <class F, class M, class A, class D, class... Args, class Visit>
void for_each_tracked(map_expression<F, M, A, D, Args...>&, Visit&);
template <std::size_t... I, class... Args, class Visit>
void for_each_operand(backend::slots<std::index_sequence<I...>, Args...>& args, Visit& visit) {
  (for_each_tracked(args.backend::template slot<I, Args>::held, visit), ...);
}
template <class F, class M, class A, class D, class... Args, class Visit>
void for_each_tracked(map_expression<F, M, A, D, Args...>& x, Visit& visit) {
  for_each_operand(x.args(), visit);
}

/// Parameter sets and number of applied models below an operand.
template <class Arg>
struct reach {
  using sets = type_list<>;
  static constexpr int applications = 0;
};
template <class T, class Node>
struct reach<tracked_leaf<T, Node>> {
  using sets = typename Node::sets;
  static constexpr int applications = Node::applications;
};
template <class T, class Node>
struct reach<tracked_value<T, Node>> {
  using sets = typename Node::sets;
  static constexpr int applications = Node::applications;
};
template <class Held, class To>
struct reach<repeated<Held, To>> : reach<Held> {};
template <class... Lists>
struct merge_all {
  using type = type_list<>;
};
template <class First, class... Rest>
struct merge_all<First, Rest...> {
  using type = merge<First, typename merge_all<Rest...>::type>;
};
template <class F, class M, class A, class D, class... Args>
struct reach<map_expression<F, M, A, D, Args...>> {
  using sets = typename merge_all<typename reach<Args>::sets...>::type;
  static constexpr int applications = (0 + ... + reach<Args>::applications);
};

/// The gradients of an operand that is repeated by `where`, of one for each element of the result.
template <class E, class Device, int Rank>
slab add_repeats(Device on, slab each, backend::steps<Rank> const& where) {
  index_t after = 1;  // elements behind the run, of what is left
  for (int run = Rank - 1; run >= 0; --run) {
    if (where.step[run] != 0) {
      after *= where.extent[run];
      continue;
    }
    index_t before = 1;
    for (int i = 0; i < run; ++i) before *= where.extent[i];
    slab sums(static_cast<std::size_t>(before * after) * sizeof(E), on.memory());
    backend::sum(on, static_cast<E*>(sums.data()), static_cast<E const*>(each.data()), before,
                 where.extent[run], after);
    each = std::move(sums);
  }
  return each;
}

}  // namespace lowering

/// Node of an evaluated element-wise expression.
template <class Expression>
struct map_node {
  using element = typename Expression::element;
  using sets = typename lowering::reach<Expression>::sets;
  static constexpr int applications = lowering::reach<Expression>::applications;
  static constexpr bool tracked = true;

  Expression expression;

  template <class Sink, class G>
  void backward(Sink& sink, G const& gradient) {
    auto make_room = [](auto& leaf, auto const& whole) {
      bool const spread = !std::is_same_v<typename Expression::device, host>;
      index_t const count = spread ? product(whole.extents()) : product(leaf.extents());
      auto const bytes = static_cast<std::size_t>(count) * sizeof(element);
      leaf.gradient = slab(bytes, leaf.where().memory());
      backend::zero(leaf.where(), leaf.gradient.data(), bytes);
    };
    auto send = [&](auto& leaf, auto const& whole) {
      if constexpr (!std::is_same_v<typename Expression::device, host> && requires { whole.steps(); }) {
        leaf.gradient = lowering::add_repeats<element>(leaf.where(), std::move(leaf.gradient), whole.steps());
      }
      using leaf_tensor = with_meaning<std::remove_cvref_t<decltype(leaf.held.value())>, real>;
      leaf.held.backward(sink,
                         leaf_tensor::unchecked(std::move(leaf.gradient), leaf.extents(), leaf.serial()));
    };
    lowering::for_each_tracked(expression, make_room);
    backend::map_backward(gradient.where(), gradient.address(), lowering::lower(expression), gradient.size());
    lowering::for_each_tracked(expression, send);
  }
  void check_complete() const {
    auto check = [](auto& leaf, auto const&) { leaf.held.check_complete(); };
    lowering::for_each_tracked(const_cast<Expression&>(expression), check);
  }
};

/// A tensor of what an expression says. Tracked expressions give a tracked value that owns them.
template <Tensor T>
std::remove_cvref_t<T> eval(T&& x) {
  return static_cast<T&&>(x);
}
template <class T, class Node>
tracked_value<T, Node> eval(tracked_value<T, Node>&& x) {
  x.check_alive();
  return std::move(x);
}
template <class X>
  requires requires { typename std::remove_cvref_t<X>::is_expression; }
auto eval(X&& x) {
  using expression = std::remove_cvref_t<X>;
  using result =
      tensor<typename expression::element, typename expression::meaning, typename expression::axes_type,
             typename expression::device>;
  auto out = result::uninitialised(x.where(), x.extents(), x.serial());
  backend::map(out.where(), out.unchecked_data(), lowering::lower(x), out.size());
  if constexpr (expression::tracked) {
    return tracked_value<result, map_node<expression>>(std::move(out), {static_cast<X&&>(x)});
  } else {
    return out;
  }
}

/// What an argument is once evaluated: a tensor or a tracked value.
template <class X>
using evaluated = decltype(eval(std::declval<X>()));

template <class X>
struct tensor_of_impl {
  using type = tensor<typename X::element, typename X::meaning, typename X::axes_type, typename X::device>;
};
/// The tensor type that X has or will have.
template <class X>
using tensor_of = typename tensor_of_impl<std::remove_cvref_t<X>>::type;

}  // namespace wellformed
