// SPDX-License-Identifier: Apache-2.0
// Element-wise expressions are evaluated in one pass when a tensor is needed; so are their gradients.
#pragma once

#include <wellformed/backend/map.hpp>
#include <wellformed/backend/reduce.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/expr/map_expression.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/refuse/label.hpp>

namespace wellformed {

namespace lowering {

/// The lowered form of a body. `next` walks along the addresses of the blocks that the expression holds.
template <class E>
auto lower(scalar<E> const& s, void const* const*&) {
  return backend::constant<E>{s.held};
}
template <class E>
auto lower(tensor_place<E>, void const* const*& next) {
  return backend::load<E>{static_cast<E const*>(*next++)};
}
template <class T, class Node>
auto lower(tracked_leaf<T, Node> const& x, void const* const*&) {
  using E = typename T::element;
  return backend::load_tracked<E>{x.held.value().address(),
                                  static_cast<E*>(x.gradient ? x.gradient.data() : nullptr)};
}
template <class T, class To>
auto lower(repeated<T, To> const& x, void const* const*&) {
  using steps = decltype(x.steps());
  return backend::load_repeated<typename T::element, steps>{x.held.address(), nullptr, x.steps()};
}
template <class T, class Node, class To>
auto lower(repeated<tracked_leaf<T, Node>, To> const& x, void const* const*&) {
  using E = typename T::element;
  using steps = decltype(x.steps());
  using leaf = std::conditional_t<std::is_same_v<typename T::device, host>, backend::load_repeated<E, steps>,
                                  backend::load_spread<E, steps>>;
  auto* gradient = static_cast<E*>(x.held.gradient ? x.held.gradient.data() : nullptr);
  return leaf{x.held.held.value().address(), gradient, x.steps()};
}
template <class F, std::size_t... I, class... Bodies>
auto lower(map_body<F, std::index_sequence<I...>, Bodies...> const& x, void const* const*& next) {
  using result = backend::apply<F, decltype(lower(std::declval<Bodies const&>(), next))...>;
  return result{x.functor, {{lower(x.operands.backend::template slot<I, Bodies>::held, next)}...}};
}

/// What an expression holds of its tensors, in how many blocks, and what says how they are combined.
template <class X>
struct parts {
  using rows = X;
  static constexpr std::size_t blocks = 0;
  static X const& body(X const& x) { return x; }
};
template <class F, class M, class A, class D, class... Args>
struct parts<map_expression<F, M, A, D, Args...>> {
  using expression = map_expression<F, M, A, D, Args...>;
  using rows = typename expression::rows;
  static constexpr std::size_t blocks = expression::self::blocks;
  static auto const& body(expression const& x) { return x.body; }
};

/// The lowered form of an expression. Throws WF733 if a tensor in it is empty.
template <class X>
auto lower(X const& x) {
  void const* from[parts<X>::blocks + 1];
  if constexpr (parts<X>::blocks != 0) holding::addresses(x.blocks(), parts<X>::blocks, from);
  void const* const* next = from;
  return lower(parts<X>::body(x), next);
}

/// Where one pass over the elements writes, how many, and where it reads.
template <std::size_t Blocks>
struct passage {
  void* out;
  index_t count;
  void const* from[Blocks + 1];
};

/// Room for the result of an expression, and the way there: code that statements share. Throws WF733 if a
/// tensor in it is empty.
template <class Result, class Rows, std::size_t Blocks>
[[gnu::noinline]] Result prepare(Rows const& x, passage<Blocks>& pass) {
  if constexpr (Blocks != 0) holding::addresses(x.blocks(), Blocks, pass.from);
  auto result = Result::uninitialised(x.where(), x.extents(), x.serial());
  pass.out = result.block().data();
  pass.count = result.size();
  return result;
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
template <class F, std::size_t... I, class... Bodies, class Visit>
void for_each_tracked(map_body<F, std::index_sequence<I...>, Bodies...>& x, Visit& visit) {
  (for_each_tracked(x.operands.backend::template slot<I, Bodies>::held, visit), ...);
}
template <class F, class M, class A, class D, class... Args, class Visit>
void for_each_tracked(map_expression<F, M, A, D, Args...>& x, Visit& visit) {
  for_each_tracked(x.body, visit);
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
  using result = tensor<typename expression::element, typename expression::meaning,
                        typename expression::axes_type, typename expression::device>;
  using count = backend::bounded_count<axis_list::max_size<typename result::axes_type>>;
  using parts = lowering::parts<expression>;
  lowering::passage<parts::blocks> pass;
  auto out = lowering::prepare<result, typename parts::rows>(x, pass);
  void const* const* next = pass.from;
  backend::map(x.where(), static_cast<typename result::element*>(pass.out),
               lowering::lower(parts::body(x), next), count{pass.count});
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
