// SPDX-License-Identifier: Apache-2.0
// Node kind `reduce`: the passes over one axis, and how their gradients go back. What may be reduced, and
// what it then means, is decided in op/reduce.hpp.
#pragma once

#include <wellformed/backend/gather.hpp>
#include <wellformed/backend/reduce.hpp>
#include <wellformed/backend/variance.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/expr/attach.hpp>
#include <wellformed/tensor/three_extents.hpp>

namespace wellformed {

/// Gradient of sum and mean: the result's, repeated.
template <class X>
struct spread_pull {
  typename X::extents_type extents;
  std::uint64_t serial;
  three_extents parts;
  typename X::element scale;
  template <class G>
  auto operator()(G const& g) const {
    auto gx = with_meaning<X, real>::uninitialised(g.where(), extents, serial);
    backend::spread(gx.where(), gx.unchecked_data(), g.address(), scale, parts.outer, parts.n, parts.inner);
    return gx;
  }
};

/// Gradient of max: all of it to the first greatest element.
template <class X>
struct place_pull {
  typename X::extents_type extents;
  std::uint64_t serial;
  three_extents parts;
  slab at;
  template <class G>
  auto operator()(G const& g) const {
    auto gx = with_meaning<X, real>::uninitialised(g.where(), extents, serial);
    backend::zero(gx.where(), gx.unchecked_data(),
                  static_cast<std::size_t>(gx.size()) * sizeof(typename X::element));
    backend::place(gx.where(), gx.unchecked_data(), g.address(), static_cast<index_t const*>(at.data()),
                   parts.outer, parts.n, parts.inner);
    return gx;
  }
};

template <class X>
struct variance_pull {
  X x;
  three_extents parts;
  double divisor;
  template <class G>
  auto operator()(G const& g) const {
    auto gx = with_meaning<X, real>::uninitialised(g.where(), x.extents(), x.serial());
    backend::variance_backward(gx.where(), gx.unchecked_data(), x.address(), g.address(), divisor,
                               parts.outer, parts.n, parts.inner);
    return gx;
  }
};

namespace reduction_pass {

/// An uninitialised tensor with axis I of x gone. Without its batch axis a value belongs to no batch.
template <class M, int I, class E, class X>
auto room(X const& x) {
  using result = tensor<E, M, axis_list::without_at<typename X::axes_type, I>, typename X::device>;
  bool const batched = !std::is_void_v<axis_list::batch_of<typename result::axes_type>>;
  return result::uninitialised(x.where(), extents_without<I>(x.extents()), batched ? x.serial() : 0);
}

/// sum, and mean if Mean.
template <bool Mean, class M, int I, class X>
auto sum_over(X&& x) {
  auto operand = eval(static_cast<X&&>(x));
  auto const& in = value_of(operand);
  using input = std::remove_cvref_t<decltype(in)>;
  using E = typename input::element;
  auto const parts = around(in.extents(), I);
  auto y = room<M, I, E>(in);
  backend::sum(y.where(), y.unchecked_data(), in.address(), parts.outer, parts.n, parts.inner);
  E const scale = Mean ? E(1) / static_cast<E>(parts.n) : E(1);
  if constexpr (Mean) {
    backend::divide(y.where(), y.unchecked_data(), static_cast<E>(parts.n), y.size());
  }
  spread_pull<input> pull{in.extents(), in.serial(), parts, scale};
  return attach(std::move(operand), std::move(y), pull);
}

template <class M, int I, class X>
auto max_over(X&& x) {
  auto operand = eval(static_cast<X&&>(x));
  auto const& in = value_of(operand);
  using input = std::remove_cvref_t<decltype(in)>;
  auto const parts = around(in.extents(), I);
  auto y = room<M, I, typename input::element>(in);
  slab at;
  if constexpr (tracks<decltype(operand)>) {
    at = slab(static_cast<std::size_t>(y.size()) * sizeof(index_t), y.where().memory());
  }
  backend::max(y.where(), y.unchecked_data(), at ? static_cast<index_t*>(at.data()) : nullptr, in.address(),
               parts.outer, parts.n, parts.inner);
  place_pull<input> pull{in.extents(), in.serial(), parts, std::move(at)};
  return attach(std::move(operand), std::move(y), std::move(pull));
}

template <class M, int I, class X>
auto variance_over(X&& x, index_t less) {
  auto operand = eval(static_cast<X&&>(x));
  auto const& in = value_of(operand);
  using input = std::remove_cvref_t<decltype(in)>;
  auto const parts = around(in.extents(), I);
  auto const divisor = static_cast<double>(parts.n - less);
  auto y = room<M, I, typename input::element>(in);
  backend::variance(y.where(), y.unchecked_data(), in.address(), divisor, parts.outer, parts.n, parts.inner);
  variance_pull<input> pull{in, parts, divisor};
  return attach(std::move(operand), std::move(y), std::move(pull));
}

/// All axes at once, outermost first.
template <bool Mean, class M, class X>
auto total(X&& x) {
  auto operand = eval(static_cast<X&&>(x));
  auto const& in = value_of(operand);
  using input = std::remove_cvref_t<decltype(in)>;
  using E = typename input::element;
  auto y = tensor<E, M, axes<>, typename input::device>::uninitialised(in.where(), {});
  three_extents const parts{1, in.size(), 1};
  backend::sum(y.where(), y.unchecked_data(), in.address(), parts.outer, parts.n, parts.inner);
  E const scale = Mean ? E(1) / static_cast<E>(parts.n) : E(1);
  if constexpr (Mean) backend::divide(y.where(), y.unchecked_data(), static_cast<E>(parts.n), 1);
  spread_pull<input> pull{in.extents(), in.serial(), parts, scale};
  return attach(std::move(operand), std::move(y), pull);
}

}  // namespace reduction_pass
}  // namespace wellformed
