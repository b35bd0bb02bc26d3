// SPDX-License-Identifier: Apache-2.0
// A model: a layer together with the arena of its numbers. train() and eval() are different functions with different
// result types: a tracked value, and a plain tensor.
#pragma once

#include <wellformed/nn/chain.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/refuse/label.hpp>
#include <wellformed/refuse/mode.hpp>

namespace wellformed::nn {

/// Node of a model applied in training mode. Owns what the way back needs, and the node of its input.
template <class E, class Layer, class X, class Child>
struct applied_node {
  using element = E;
  using sets = merge<type_list<Layer>, typename Child::sets>;
  static constexpr int applications = 1 + Child::applications;
  static constexpr bool tracked = true;

  arena<E> owner;
  Layer layer;
  typename Layer::template saved<X> kept;
  Child child;
  slab decay;
  slab shift;
  std::uint64_t first_draw;
  draw_claim<E> draws;

  template <class Sink, class G>
  void backward(Sink& sink, G&& gradient) {
    auto& entry = sink.entry(owner);
    pass_back<E> const p{owner.parameters(), entry.values(), owner->seed, first_draw};
    auto gx = layer.template backward<E, X>(p, kept, std::move(gradient), !is_constant<Child>);
    compose_statistics(entry, decay, shift);
    entry.draws.add(std::move(draws));
    if constexpr (!is_constant<Child>) child.backward(sink, *std::move(gx));
  }
  void check_complete() const { child.check_complete(); }
};

/// False for a layer that was refused when it was formed.
template <class Layer>
inline constexpr bool is_well_formed = true;
template <class Layer>
  requires requires { Layer::well_formed; }
inline constexpr bool is_well_formed<Layer> = Layer::well_formed;

template <ComputingElement E, class Layer>
class model {
 public:
  using element = E;
  using layer_type = Layer;
  static constexpr index_t parameter_count = Layer::parameters;

  explicit model(Layer layer) : layer_(layer), arena_(Layer::parameters, Layer::buffers) {}
  model(model&&) = default;
  model& operator=(model&&) = default;
  model(model const&) = delete;  ///< two models on one arena would train each other; use clone()
  model& operator=(model const&) = delete;

  /// A model of its own with the same numbers.
  model clone() const;

  /// Computes the output of x in training mode: a tracked value that owns its tape.
  template <Value X>
  auto train(X&& x) {
    using input = tensor_of<X>;
    using verdict = decltype(check<train_mode, X&&>());
    if constexpr (verdict::ok) {
      arena_.check_initialised();
      return apply(eval_operand(static_cast<X&&>(x)));
    } else {
      verdict::report();
      using result = typename Layer::template output<input>;
      return refuse::stand_in<tracked_value<result, applied_node<E, Layer, input, constant_node<E>>>>();
    }
  }

  /// Computes the output of x in evaluation mode: a plain tensor; running statistics are used, nothing is dropped.
  template <Value X>
  auto eval(X&& x) const {
    using verdict = decltype(check<eval_mode, X&&>());
    if constexpr (verdict::ok) {
      arena_.check_initialised();
      auto const input = wellformed::eval(static_cast<X&&>(x));
      return layer_.eval(pass<E>{arena_.parameters(), arena_.buffers(), nullptr, nullptr, 0, 0}, input);
    } else {
      verdict::report();
      return refuse::stand_in<typename Layer::template output<tensor_of<X>>>();
    }
  }

  arena<E> const& numbers() const noexcept { return arena_; }
  Layer const& layer() const noexcept { return layer_; }

 private:
  template <class Mode, class X>
  static constexpr auto check() {
    using input = tensor_of<X>;
    if constexpr (!is_well_formed<Layer>) {
      return refuse::already_reported{};
    } else if constexpr (kept_by_name<X>) {
      return refuse::refused<refuse::wf702>{};
    } else if constexpr (tracks<X> && std::is_same_v<Mode, eval_mode>) {
      return refuse::refused<refuse::wf710>{};
    } else if constexpr (is_categorical<typename input::meaning>) {
      return refuse::refused<refuse::wf205, refuse::got<typename input::meaning>>{};
    } else {
      using own = decltype(Layer::template verdict<Mode, input>());
      if constexpr (!own::ok) {
        return own{};
      } else if constexpr (!std::is_same_v<typename input::element, E>) {
        return refuse::refused<refuse::wf504, refuse::got<typename input::element>, refuse::required<E>>{};
      } else {
        return refuse::accepted{};
      }
    }
  }

  template <class X>
  static auto eval_operand(X&& x) {
    return wellformed::eval(static_cast<X&&>(x));
  }

  template <Tensor X>
  auto apply(X const& x) {
    return applied<X>(x, constant_node<E>{});
  }
  template <class X, class Node>
  auto apply(tracked_value<X, Node>&& x) {
    X const value = x.value();
    return applied<X>(value, std::move(x).take_node());
  }

  template <class X, class Child>
  auto applied(X const& x, Child child) {
    using node = applied_node<E, Layer, X, Child>;
    auto const first_draw = arena_->draws + arena_->in_flight;
    auto const bytes = static_cast<std::size_t>(Layer::buffers) * sizeof(E);
    node result{arena_,  layer_, {}, std::move(child), Layer::buffers == 0 ? slab() : slab(bytes),
                Layer::buffers == 0 ? slab() : slab(bytes), first_draw,
                draw_claim<E>(arena_, static_cast<std::uint64_t>(Layer::draws))};
    pass<E> const p{arena_.parameters(),
                    arena_.buffers(),
                    result.decay ? static_cast<E*>(result.decay.data()) : nullptr,
                    result.shift ? static_cast<E*>(result.shift.data()) : nullptr,
                    arena_->seed,
                    first_draw};
    auto y = layer_.train(p, x, result.kept);
    using tensor_type = decltype(y);
    return tracked_value<tensor_type, node>(std::move(y), std::move(result));
  }

  Layer layer_;
  arena<E> arena_;
};

template <ComputingElement E, class Layer>
model<E, Layer> model<E, Layer>::clone() const {
  model result(layer_);
  std::memcpy(result.arena_.parameters(), arena_.parameters(), static_cast<std::size_t>(Layer::parameters) * sizeof(E));
  std::memcpy(result.arena_.buffers(), arena_.buffers(), static_cast<std::size_t>(Layer::buffers) * sizeof(E));
  result.arena_->initialised = arena_->initialised;
  result.arena_->seed = arena_->seed;
  result.arena_->draws = arena_->draws;
  return result;
}

template <class T>
inline constexpr bool is_model = false;
template <class E, class L>
inline constexpr bool is_model<model<E, L>> = true;

}  // namespace wellformed::nn
