// SPDX-License-Identifier: Apache-2.0
// Node kind `gather`: rows by index; on the way back each gradient is added to the row it came from.
#pragma once

#include <wellformed/backend/gather.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/core/offence.hpp>
#include <wellformed/expr/attach.hpp>
#include <wellformed/tensor/three_extents.hpp>

namespace wellformed {

template <class X, class Index>
struct gather_pull {
  typename X::extents_type extents;
  std::uint64_t serial;
  three_extents parts;
  Index at;
  template <class G>
  auto operator()(G const& g) const {
    auto gx = with_meaning<X, real>::uninitialised(g.where(), extents, serial);
    backend::zero(gx.where(), gx.unchecked_data(),
                  static_cast<std::size_t>(gx.size()) * sizeof(typename X::element));
    backend::gather_backward(gx.where(), gx.unchecked_data(), g.address(), at.address(), parts.outer, parts.n,
                             at.size(), parts.inner);
    return gx;
  }
};

/// Rows of the evaluated operand along axis I, as a Result of these extents.
/// Throws WF214 for an index outside of the axis, which its type excludes where the axis is static.
template <class Result, int I, class X, class Index>
auto gather_rows(X&& x, Index const& at, typename Result::extents_type const& extents, std::uint64_t serial) {
  using input = tensor_of<X>;
  input const& in = value_of(x);
  auto const parts = around(in.extents(), I);
  if constexpr (std::is_same_v<typename input::device, host>) {  // a GPU checks as it reads
    index_t const outside = backend::first_outside(host{}, at.data(), at.size(), parts.n);
    if (outside >= 0) {
      raise_offence({214, "gather", outside, static_cast<index_t>(at.data()[outside]), parts.n});
    }
  }
  auto y = Result::uninitialised(in.where(), extents, serial);
  constexpr auto width = static_cast<index_t>(sizeof(typename input::element));
  backend::gather(y.where(), y.unchecked_data(), in.address(), at.address(), parts.outer, parts.n, at.size(),
                  parts.inner * width);
  gather_pull<input, Index> pull{in.extents(), in.serial(), parts, at};
  return attach(std::forward<X>(x), std::move(y), std::move(pull));
}

}  // namespace wellformed
