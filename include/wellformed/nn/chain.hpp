// SPDX-License-Identifier: Apache-2.0
// Layers one after the other. Everything it asks of its layers (offsets, tensor types, the first that does
// not fit) comes from arrays and indices over the pack, so that the compiler's work grows with the number of
// layers.
#pragma once

#include <wellformed/nn/chain_form.hpp>

namespace wellformed::nn {

// One step of a chain. Not inlined: the chain's own functions would grow with the number of layers, and the
// optimiser's time with the square of it; layers of one type share a step.
template <class X, class L, class E, class Device, class Saved>
[[gnu::noinline]] void train_step(L const& layer, pass<E, Device> const& p, place_in_chain const& where,
                                  raw& value, Saved& keep) {
  value = layer.template train<X>(p.at(where), value, keep);
}
template <class X, class L, class E, class Device>
[[gnu::noinline]] void eval_step(L const& layer, pass<E, Device> const& p, place_in_chain const& where,
                                 raw& value) {
  value = layer.template eval<X>(p.at(where), value);
}
template <class X, class L, class E, class Device, class Saved>
[[gnu::noinline]] void back_step(L const& layer, pass_back<E, Device> const& p, place_in_chain const& where,
                                 Saved& keep, raw& value, bool want_input) {
  value = layer.template backward<X>(p.at(where), keep, value, want_input);
}

template <class... Layers>
class chain {
  using indices = std::make_integer_sequence<int, sizeof...(Layers)>;

 public:
  static constexpr int count = sizeof...(Layers);
  static constexpr int span = (0 + ... + Layers::span);
  static constexpr index_t parameters = (index_t{0} + ... + Layers::parameters);
  static constexpr index_t buffers = (index_t{0} + ... + Layers::buffers);
  static constexpr bool contains_layers = true;
  static constexpr int draws = (0 + ... + Layers::draws);
  using form = chain_form<indices, Layers...>;
  using formation = typename form::formation;
  using input = typename form::input;
  using output_axis = typename form::output_axis;
  using shared = typename form::shared;
  static constexpr bool reads_ids = form::reads_ids;

  template <int I>
  using layer = typename form::template layer_at<I>::type;

  explicit constexpr chain(Layers... each) : layers_{{each}...} {}

  pack<Layers...> const& all() const noexcept { return layers_; }

  /// Calls visit(layer, parameters before it, buffers before it, layers before it) for each layer.
  template <class Visit>
  void each_layer(Visit&& visit) const {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (visit(at<I>(layers_), form::parameter_offset[I], form::buffer_offset[I], form::span_offset[I]), ...);
    }(indices{});
  }

  /// The same with the types of the layers.
  template <class Visit>
  static constexpr void each_layer_type(Visit visit) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (visit(type_tag<Layers>{}, form::parameter_offset[I], form::buffer_offset[I], form::span_offset[I]),
       ...);
    }(indices{});
  }

  /// Tensor type that layer I reads when the chain reads X.
  template <int I, class X>
  struct flow {
    using type = typename output_of<layer<I - 1>, typename flow<I - 1, X>::type>::type;
  };
  template <class X>
  struct flow<0, X> {
    using type = X;
  };
  template <int I, class X>
  using input_of = typename flow<I, X>::type;
  template <class X>
  using output = input_of<count, X>;

 private:
  template <class X, class Indices>
  struct kept;
  template <class X, int... I>
  struct kept<X, std::integer_sequence<int, I...>> {
    using type = pack<typename Layers::template saved<input_of<I, X>>...>;
  };

 public:
  template <class X>
  using saved = typename kept<X, indices>::type;

  /// The first refusal among the layers, or accepted.
  template <class Mode, class X>
  static constexpr auto verdict() {
    return []<int... I>(std::integer_sequence<int, I...>) {
      return first_refusal<decltype(Layers::template verdict<Mode, input_of<I, X>>())...>();
    }(indices{});
  }

  template <class X, class E, class Device>
  raw_for<output<X>> train(pass<E, Device> const& p, raw const& x, saved<X>& keep) const {
    raw value = x;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (train_step<named_for<layer<I>, input_of<I, X>>>(kernel_of(at<I>(layers_)), p, here<I>, value,
                                                       at<I>(keep)),
       ...);
    }(all_but_last{});
    return at<last>(layers_).template train<input_of<last, X>>(p.at(here<last>), value, at<last>(keep));
  }
  template <class X, class E, class Device>
  raw_for<output<X>> eval(pass<E, Device> const& p, raw const& x) const {
    raw value = x;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (eval_step<named_for<layer<I>, input_of<I, X>>>(kernel_of(at<I>(layers_)), p, here<I>, value), ...);
    }(all_but_last{});
    return at<last>(layers_).template eval<input_of<last, X>>(p.at(here<last>), value);
  }
  /// Way back through the layers; returns the gradient of the input, if wanted.
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, saved<X>& keep, raw_for<output<X>> const& gradient,
               bool want_input) const {
    auto value = at<last>(layers_).template backward<input_of<last, X>>(p.at(here<last>), at<last>(keep),
                                                                        gradient, count > 1 || want_input);
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (back_step<named_for<layer<last - 1 - I>, input_of<last - 1 - I, X>>>(
           kernel_of(at<last - 1 - I>(layers_)), p, here<last - 1 - I>, at<last - 1 - I>(keep), value,
           I < last - 1 || want_input),
       ...);
    }(all_but_last{});
    return value;
  }

 private:
  static constexpr int last = count - 1;
  using all_but_last = std::make_integer_sequence<int, last>;

  template <int I>
  static constexpr place_in_chain here{form::parameter_offset[I], form::buffer_offset[I],
                                       form::draw_offset[I]};

  pack<Layers...> layers_;
};

template <class... Layers>
inline constexpr bool ends_chain<chain<Layers...>> =
    ends_chain<typename chain<Layers...>::template layer<static_cast<int>(sizeof...(Layers)) - 1>>;

}  // namespace wellformed::nn
