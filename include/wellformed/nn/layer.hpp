// SPDX-License-Identifier: Apache-2.0
// What a layer is. A layer is a small value that describes itself and computes; the numbers live in the model's arena.
//
//   static constexpr index_t parameters, buffers;      how many numbers it owns
//   static constexpr int draws;                         random streams a training pass uses
//   using input, output_axis;                           last axis it reads and makes, or void: any, and the same
//   template <class X> using output = ...;              tensor type it makes of tensor type X
//   template <class X> using saved = ...;               what a training pass keeps for the way back
//   template <class Mode, class X> static constexpr auto verdict();
//   template <class E, class X> output<X> train(pass<E> const&, X const&, saved<X>&) const;
//   template <class E, class X> output<X> eval(pass<E> const&, X const&) const;
//   template <class E, class X, class G> auto backward(pass_back<E> const&, saved<X>&, G&&, bool want_input) const;
//
// An element-wise layer has only `functor` and `f()`; neighbours of this kind run in one pass.
#pragma once

#include <array>
#include <type_traits>

#include <wellformed/expr/map.hpp>
#include <wellformed/refuse/rule.hpp>

namespace wellformed::nn {

struct train_mode {};
struct eval_mode {};

/// What a layer may read (and, for pending statistics, write) on the way forward.
template <class E>
struct pass {
  E const* parameters = nullptr;
  E const* buffers = nullptr;
  E* decay = nullptr;  ///< buffers become decay * buffer + shift when a step commits
  E* shift = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t draw = 0;  ///< number of the first random stream of this layer

  pass at(index_t parameter, index_t buffer, index_t stream) const {
    return {parameters + parameter, buffers + buffer, decay == nullptr ? nullptr : decay + buffer,
            shift == nullptr ? nullptr : shift + buffer, seed, draw + static_cast<std::uint64_t>(stream)};
  }
};

/// What a layer reads and adds to on the way back.
template <class E>
struct pass_back {
  E const* parameters = nullptr;
  E* gradient = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t draw = 0;

  pass_back at(index_t parameter, index_t stream) const {
    return {parameters + parameter, gradient + parameter, seed, draw + static_cast<std::uint64_t>(stream)};
  }
};

/// One named group of a layer's parameters or buffers, in the order in which they lie.
struct parameter_info {
  enum class start { uniform_fan_in, ones, zeros };  ///< U(-1/sqrt(fan_in), 1/sqrt(fan_in)) as in PyTorch
  char const* name;
  index_t count;
  start begin;
  index_t fan_in = 1;
};

template <class L>
concept ElementWiseLayer = requires { typename L::functor; };

/// Number of rows of an input: the product of all extents but the last.
template <class X>
index_t rows_before_last(X const& x) {
  constexpr auto rank = static_cast<std::size_t>(X::axes_type::rank);
  index_t rows = 1;
  for (std::size_t i = 0; i + 1 < rank; ++i) rows *= x.extents()[i];
  return rows;
}

/// Base of layers that own nothing.
struct stateless {
  static constexpr index_t parameters = 0;
  static constexpr index_t buffers = 0;
  static constexpr int draws = 0;
  static constexpr std::array<parameter_info, 0> parameter_table() { return {}; }
  using input = void;
  using output_axis = void;
};

/// Nothing kept.
struct nothing {};

}  // namespace wellformed::nn
