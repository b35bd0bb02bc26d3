// SPDX-License-Identifier: Apache-2.0
// Passes that move elements and compute nothing: another shape on the same elements, permuted axes, a range
// of an axis, two tensors end to end. Their gradients move back.
#pragma once

#include <wellformed/backend/layout.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/expr/attach.hpp>
#include <wellformed/tensor/three_extents.hpp>

namespace wellformed {

/// Gradient of another shape: the old shape on the same elements.
template <class X>
struct reshape_pull {
  typename X::extents_type extents;
  std::uint64_t serial;
  template <class G>
  auto operator()(G const& g) const {
    return with_meaning<X, real>::unchecked(g.elements(), extents, serial);
  }
};

/// Gradient of a range: zero around it.
template <class X>
struct slice_pull {
  typename X::extents_type extents;
  std::uint64_t serial;
  three_extents parts;
  index_t from, count;
  template <class G>
  auto operator()(G const& g) const {
    constexpr auto width = static_cast<index_t>(sizeof(typename X::element));
    auto gx = with_meaning<X, real>::uninitialised(g.where(), extents, serial);
    backend::zero(gx.where(), gx.unchecked_data(), static_cast<std::size_t>(gx.size() * width));
    index_t const block = count * parts.inner * width;
    backend::copy_blocks(gx.where(), gx.unchecked_data() + from * parts.inner, parts.n * parts.inner * width,
                         g.address(), block, block, parts.outer);
    return gx;
  }
};

namespace layout_pass {

template <class Result, class X>
auto reshape(X&& x, typename Result::extents_type const& extents) {
  auto operand = eval(static_cast<X&&>(x));
  auto const& in = value_of(operand);
  auto y = Result::unchecked(in.elements(), extents, in.serial());
  reshape_pull<std::remove_cvref_t<decltype(in)>> pull{in.extents(), in.serial()};
  return attach(std::move(operand), std::move(y), pull);
}

/// `from[i]` is the axis of x that becomes axis i.
template <class Result, std::size_t Rank, class X>
Result permute(X const& x, std::array<int, Rank> const& from) {
  std::array<index_t, Rank> stride{}, extents{}, steps{};
  index_t step = 1;
  for (std::size_t i = Rank; i-- > 0;) {
    stride[i] = step;
    step *= x.extents()[i];
  }
  for (std::size_t i = 0; i < Rank; ++i) {
    extents[i] = x.extents()[static_cast<std::size_t>(from[i])];
    steps[i] = stride[static_cast<std::size_t>(from[i])];
  }
  auto y = Result::uninitialised(x.where(), extents, x.serial());
  backend::permute(y.where(), y.unchecked_data(), x.address(), sizeof(typename Result::element),
                   static_cast<int>(Rank), extents.data(), steps.data());
  return y;
}

template <class Result, class X>
Result slice(X const& x, three_extents const& parts, typename Result::extents_type const& extents,
             index_t from, index_t count, std::uint64_t serial) {
  constexpr auto width = static_cast<index_t>(sizeof(typename X::element));
  auto y = Result::uninitialised(x.where(), extents, serial);
  index_t const block = count * parts.inner * width;
  backend::copy_blocks(y.where(), y.unchecked_data(), block, x.address() + from * parts.inner,
                       parts.n * parts.inner * width, block, parts.outer);
  return y;
}

/// a, then b, along axis number `at`; their other extents are equal.
template <class Result, class A, class B>
Result concat(A const& a, B const& b, std::size_t at) {
  auto extents = a.extents();
  auto others = b.extents();
  others[at] = extents[at];
  check_same_extents(extents, others, "concat");
  extents[at] += b.extents()[at];
  constexpr auto width = static_cast<index_t>(sizeof(typename Result::element));
  auto y = Result::uninitialised(a.where(), extents, join_serials(a.serial(), b.serial(), "concat"));
  auto const parts = around(a.extents(), static_cast<int>(at));
  index_t const of_a = parts.n * parts.inner, of_b = b.extents()[at] * parts.inner, row = of_a + of_b;
  backend::copy_blocks(y.where(), y.unchecked_data(), row * width, a.address(), of_a * width, of_a * width,
                       parts.outer);
  backend::copy_blocks(y.where(), y.unchecked_data() + of_a, row * width, b.address(), of_b * width,
                       of_b * width, parts.outer);
  return y;
}

}  // namespace layout_pass

/// Gradient of permuted axes: the inverse permutation.
template <class X>
struct permute_pull {
  std::array<int, static_cast<std::size_t>(X::axes_type::rank)> back;
  template <class G>
  auto operator()(G const& g) const {
    return layout_pass::permute<with_meaning<X, real>>(g, back);
  }
};

/// Gradients of two operands end to end: the two ranges.
template <class A, class B>
struct concat_pull {
  typename A::extents_type a;
  typename B::extents_type b;
  std::uint64_t serial_a, serial_b;
  int axis;
  template <class G>
  auto first(G const& g) const {
    return layout_pass::slice<with_meaning<A, real>>(g, around(g.extents(), axis), a, 0, around(a, axis).n,
                                                     serial_a);
  }
  template <class G>
  auto second(G const& g) const {
    return layout_pass::slice<with_meaning<B, real>>(g, around(g.extents(), axis), b, around(a, axis).n,
                                                     around(b, axis).n, serial_b);
  }
};

}  // namespace wellformed
