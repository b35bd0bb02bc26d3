// SPDX-License-Identifier: Apache-2.0
// What a layer is: a small value that describes itself and computes; the numbers live in the model's arena.
//
//   static constexpr index_t parameters, buffers;   how many numbers it owns
//   static constexpr int draws;                     random streams that a training pass uses
//   static constexpr int span;                      how many layers PyTorch counts it as
//   using input, output_axis;                       last axis it reads and makes; void: any, and the same
//   using shared;                                   blocks that it shares under a tag (nn/tied.hpp)
//   parameter_table(), buffer_table();              names, counts, first values, in the order of the numbers
//   template <class X> using output;                what it makes of a typed<E, M, Axes>, also a wrong one
//   template <class X> using saved;                 what a training pass keeps for the way back
//   template <class Mode, class X> verdict();       whether it takes X
//   template <class X, class E, class Device> raw train(pass<E, Device> const&, raw const&, saved<X>&) const;
//   template <class X, class E, class Device> raw eval(pass<E, Device> const&, raw const&) const;
//   template <class X, class E, class Device> raw backward(pass_back<E, Device> const&, saved<X>&, raw
//   const&, bool) const;
//
// backward adds to the gradient of its parameters, never writes to the gradient that it is given, and returns
// the gradient of its input, or nothing if that is not wanted. A layer that computes on extents alone has
// `kernel()`: what computes, of a type without names, so that many layers share their code. Layers that
// contain others have `contains_layers` and `each_layer(visit)`.
#pragma once

#include <array>
#include <type_traits>

#include <wellformed/expr/map.hpp>
#include <wellformed/nn/pack.hpp>
#include <wellformed/nn/raw.hpp>
#include <wellformed/refuse/rule.hpp>

namespace wellformed::nn {

struct train_mode {};
struct eval_mode {};

/// A block of shared numbers: which, and how many. Tables of them end with a null key.
struct block_place {
  void const* key;
  index_t count;
};

/// Numbers that several layers share (nn/shared.hpp); the gradient is null on the way forward.
template <class E>
struct shared_numbers {
  block_place const* table = nullptr;
  E const* parameters = nullptr;
  E* gradient = nullptr;
};

/// What stands before a layer in the one that contains it.
struct place_in_chain {
  index_t parameters = 0;
  index_t buffers = 0;
  int draws = 0;
};

/// What a layer may read (and, for pending statistics, write) on the way forward.
template <class E, class Device = host>
struct pass {
  [[no_unique_address]] Device where{};  ///< the device of all elements
  E const* parameters = nullptr;
  E const* buffers = nullptr;
  E* decay =
      nullptr;  ///< buffers become decay * buffer + shift when a step commits; a layer composes onto both
  E* shift = nullptr;
  shared_numbers<E> shared{};
  std::uint64_t seed = 0;
  std::uint64_t draw = 0;                     ///< number of the first random stream of this layer
  std::uint64_t const* first_draw = nullptr;  ///< of a recorded pass: `draw` counts from what lies there

  pass at(place_in_chain const& place) const {
    return {where,
            parameters + place.parameters,
            buffers + place.buffers,
            decay == nullptr ? nullptr : decay + place.buffers,
            shift == nullptr ? nullptr : shift + place.buffers,
            shared,
            seed,
            draw + static_cast<std::uint64_t>(place.draws),
            first_draw};
  }
};

/// What a layer reads and adds to on the way back.
template <class E, class Device = host>
struct pass_back {
  [[no_unique_address]] Device where{};
  E const* parameters = nullptr;
  E* gradient = nullptr;
  shared_numbers<E> shared{};
  std::uint64_t seed = 0;
  std::uint64_t draw = 0;
  std::uint64_t const* first_draw = nullptr;

  pass_back at(place_in_chain const& place) const {
    return {where,
            parameters + place.parameters,
            gradient + place.parameters,
            shared,
            seed,
            draw + static_cast<std::uint64_t>(place.draws),
            first_draw};
  }
};

/// One named group of a layer's parameters or buffers, in the order in which they lie.
struct parameter_info {
  enum class start {
    uniform_fan_in,
    normal,
    ones,
    zeros
  };  ///< U(-1/sqrt(fan_in), 1/sqrt(fan_in)) as in PyTorch
  char const* name;
  index_t count;
  start begin;
  index_t fan_in = 1;
  int rank = 1;
  std::array<index_t, 2> extents{};  ///< if there are two
};

/// Throws WF521 unless `value` lies in [least, most] and is finite. Layers check their numbers when they are
/// made.
void check_number(char const* layer, char const* name, double value, double least, double most);

/// Base of layers that own nothing.
struct stateless {
  static constexpr index_t parameters = 0;
  static constexpr index_t buffers = 0;
  static constexpr int draws = 0;
  static constexpr int span = 1;
  static constexpr std::array<parameter_info, 0> parameter_table() { return {}; }
  static constexpr std::array<parameter_info, 0> buffer_table() { return {}; }
  using input = void;
  using output_axis = void;
  using shared = type_list<>;
};

/// Stands for an argument that is no layer and was refused: nothing more is said of a model that holds it.
struct refused_layer : stateless {
  using formation = refuse::already_reported;
  template <class X>
  using output = X;
  template <class X>
  using saved = raw;
  template <class Mode, class X>
  static constexpr auto verdict() {
    return refuse::already_reported{};
  }
};

/// What says how many numbers it owns and how many layers it counts as.
template <class L>
inline constexpr bool is_layer = requires {
  L::parameters;
  L::span;
};

/// The last axis that a layer makes, if it depends on the whole input.
struct any_axis {};

/// Nothing kept.
struct nothing {};

/// What computes for a layer: its kernel if it has one, else itself; and the X that this computes with.
template <class L>
inline constexpr bool has_kernel = requires(L const& layer) { layer.kernel(); };
template <class L>
constexpr decltype(auto) kernel_of(L const& layer) {
  if constexpr (has_kernel<L>) {
    return layer.kernel();
  } else {
    return (layer);
  }
}
template <class L, class X>
using named_for = std::conditional_t<has_kernel<L>, void, X>;

/// Whether a layer reads ids, as an embedding does.
template <class Layer>
inline constexpr bool reads_ids = requires { requires Layer::reads_ids; };

/// False for a layer that was refused when it was formed.
template <class Layer>
inline constexpr bool is_well_formed = true;
template <class Layer>
  requires requires { typename Layer::formation; }
inline constexpr bool is_well_formed<Layer> = Layer::formation::ok;

}  // namespace wellformed::nn
