// SPDX-License-Identifier: Apache-2.0
// A model: a layer together with the arena of its numbers. train() and eval() are different functions with
// different result types: a tracked value, and a plain tensor.
#pragma once

#include <wellformed/nn/applied.hpp>
#include <wellformed/nn/shared.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/refuse/label.hpp>
#include <wellformed/refuse/mode.hpp>

namespace wellformed::nn {

template <ComputingElement E, class Layer, class Device = host>
class model {
 public:
  using element = E;
  using device = Device;
  using layer_type = Layer;
  using blocks = shared_blocks<typename Layer::shared>;
  static constexpr index_t parameter_count = Layer::parameters + blocks::total;

  explicit model(Layer layer, Device where = {})
      : layer_(layer), arena_(parameter_count, Layer::buffers, where.memory()) {}
  model(model&&) = default;
  model& operator=(model&&) = default;
  model(model const&) = delete;  ///< [WF734] two models on one arena would train each other; use clone()
  model& operator=(model const&) = delete;

  /// A model of its own with the same numbers.
  model clone() const;

  /// Computes the output of x in training mode: a tracked value that owns its tape, or a tuple of them for
  /// heads. Refuses: what its layers refuse; WF205 ids, WF504 another element type, WF702 a tracked value
  /// used by name, WF740 what is no tensor, as a whole batch.
  template <class X>
  auto train(X&& x) {
    using verdict = decltype(check<train_mode, X&&>());
    if constexpr (verdict::ok) {
      arena_.check_initialised();
      return apply(wellformed::eval(static_cast<X&&>(x)));
    } else {
      verdict::report();
      return refused_train<X>();
    }
  }
  template <class X>
  auto train(X&&) const {
    refuse::refused<refuse::wf731>::report();
    return refused_train<X>();
  }

  /// Computes the output of x in evaluation mode: a plain tensor; running statistics are used, nothing is
  /// dropped.
  template <class X>
  auto eval(X&& x) const {
    using verdict = decltype(check<eval_mode, X&&>());
    using output = output_for<X>;
    if constexpr (verdict::ok) {
      using input = typed_of<tensor_of<X>>;
      arena_.check_initialised();
      pass<E, Device> p{where(), arena_.parameters(), arena_.buffers()};
      p.shared = {blocks::table, arena_.parameters() + Layer::parameters, nullptr};
      return tensors_of<output>(
          layer_.template eval<input>(p, to_raw(wellformed::eval(static_cast<X&&>(x)))));
    } else {
      verdict::report();
      return refuse::stand_in<output>();
    }
  }

  // What PyTorch's users write. Refuse: WF744 a mode that is switched, WF743, WF742 an optimiser of
  // parameters.
  template <class None = void>
  void train() const {
    refuse::refused<refuse::wf744, refuse::got<None>>::report();
  }
  template <class None = void>
  void eval() const {
    refuse::refused<refuse::wf744, refuse::got<None>>::report();
  }
  template <class None = void>
  void zero_grad() const {
    refuse::refused<refuse::wf743, refuse::got<None>>::report();
  }
  template <class None = void>
  model& parameters() {
    refuse::refused<refuse::wf742, refuse::got<None>>::report();
    return *this;
  }

  /// Refuses: WF730 a call that does not say which mode.
  template <class X>
  auto operator()(X&&) const {
    refuse::refused<refuse::wf730>::report();
    return refused_train<X>();
  }

  /// The verdict on train or eval of an X: its `ok`, and the `code` of what refuses it.
  template <class Mode, class X>
  static constexpr auto call_verdict() {
    return check<Mode, X>();
  }

  /// The device of its numbers.
  Device where() const { return Device::of(arena_->parameters); }
  arena<E> const& numbers() const noexcept { return arena_; }
  Layer const& layer() const noexcept { return layer_; }

 private:
  /// What the layers make of X. Of what is no tensor nothing is known, but for a batch: its x was meant.
  template <class X>
  struct reading {
    using tensor_type = tensor<E, real, unknown_axes, Device>;
    using output = tensor_type;
    using before = constant_node<E, Device>;
  };
  /// Of a tensor in another element type it would have read the same numbers in its own.
  template <Value X>
  struct reading<X> {
    using given = tensor_of<X>;
    using tensor_type = std::conditional_t<
        is_categorical<typename given::meaning>, given,
        tensor<E, typename given::meaning, typename given::axes_type, typename given::device>>;
    using output = tensor_for<typename Layer::template output<typed_of<tensor_type>>, Device>;
    using before = lowering::reach<std::remove_cvref_t<X>>;
  };
  template <class X>
    requires(!Value<X> && requires(X& batch) { requires Value<decltype(batch.x)>; })
  struct reading<X> : reading<decltype(std::declval<X&>().x)> {};
  template <class X>
  using output_for = typename reading<X>::output;

  /// What a refused call gives: what it would have given in training mode, and nothing more is said about it.
  template <class X>
  static auto refused_train() {
    using output = output_for<X>;
    if constexpr (Tensor<output>) {
      using before = typename reading<X>::before;
      using sets = merge<type_list<Layer>, typename before::sets>;
      return refuse::stand_in<tracked_value<output, refused_node<E, sets, 1 + before::applications>>>();
    } else {
      using input = typed_of<typename reading<X>::tensor_type>;
      return refuse::stand_in<applied_result<E, Layer, input, constant_node<E, Device>, Device>>();
    }
  }

  template <class Mode, class X>
  static constexpr auto check() {
    if constexpr (!is_well_formed<Layer>) {
      return refuse::already_reported{};
    } else if constexpr (!Value<X>) {
      return refuse::refused<refuse::wf740, refuse::got<std::remove_cvref_t<X>>>{};
    } else if constexpr (!consumable<X>) {
      return not_consumable<X>();
    } else {
      return check_input<Mode, X>();
    }
  }

  template <class Mode, class X>
  static constexpr auto check_input() {
    using input = tensor_of<X>;
    if constexpr (tracks<X> && std::is_same_v<Mode, eval_mode>) {
      return refuse::refused<refuse::wf710>{};
    } else if constexpr (is_categorical<typename input::meaning> && !reads_ids<Layer>) {
      return refuse::refused<refuse::wf205, refuse::got<typename input::meaning>>{};
    } else if constexpr (input::rank + (reads_ids<Layer> ? 1 : 0) > raw::most_axes) {
      return refuse::refused<refuse::wf332, refuse::got<typename input::axes_type>>{};
    } else {
      using own = decltype(Layer::template verdict<Mode, typed_of<input>>());
      if constexpr (!own::ok) {
        return own{};
      } else if constexpr (!std::is_same_v<typename input::element, E> && !reads_ids<Layer>) {
        return refuse::refused<refuse::wf504, refuse::got<typename input::element>, refuse::required<E>>{};
      } else if constexpr (!std::is_same_v<typename input::device, Device>) {
        return refuse::refused<refuse::wf602, refuse::got<typename input::device>,
                               refuse::required<Device>>{};
      } else {
        return refuse::accepted{};
      }
    }
  }

  template <Tensor X>
  auto apply(X const& x) {
    return apply_layer(layer_, blocks::table, arena_, x, constant_node<E, Device>{});
  }
  template <class X, class Node>
  auto apply(tracked_value<X, Node>&& x) {
    X const value = x.value();
    return apply_layer(layer_, blocks::table, arena_, value, std::move(x).take_node());
  }

  Layer layer_;
  arena<E> arena_;
};

template <ComputingElement E, class Layer, class Device>
model<E, Layer, Device> model<E, Layer, Device>::clone() const {
  model result(layer_, where());
  backend::copy(where(), result.arena_.parameters(), arena_.parameters(),
                static_cast<std::size_t>(parameter_count) * sizeof(E));
  backend::copy(where(), result.arena_.buffers(), arena_.buffers(),
                static_cast<std::size_t>(Layer::buffers) * sizeof(E));
  result.arena_->initialised = arena_->initialised;
  result.arena_->seed = arena_->seed;
  result.arena_->draws = arena_->draws;
  return result;
}

template <class T>
inline constexpr bool is_model = false;
template <class E, class L, class D>
inline constexpr bool is_model<model<E, L, D>> = true;

}  // namespace wellformed::nn
