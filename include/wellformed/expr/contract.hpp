// SPDX-License-Identifier: Apache-2.0
// Node kind `contract`: the matrix product over the last axis of a and the first of b, and both its
// gradients.
#pragma once

#include <wellformed/backend/contract.hpp>
#include <wellformed/expr/attach.hpp>

namespace wellformed {

/// Gradients of c = a b: g b^T and a^T g.
template <class A, class B>
struct contract_pull {
  A a;
  B b;
  index_t m, n, k;
  template <class G>
  auto first(G const& g) const {
    auto ga = with_meaning<A, real>::uninitialised(a.where(), a.extents(), a.serial());
    backend::matmul(ga.where(), ga.unchecked_data(), g.address(), b.address(), m, k, n, false, true,
                    typename A::element(0));
    return ga;
  }
  template <class G>
  auto second(G const& g) const {
    auto gb = with_meaning<B, real>::uninitialised(b.where(), b.extents(), b.serial());
    backend::matmul(gb.where(), gb.unchecked_data(), a.address(), g.address(), k, n, m, true, false,
                    typename A::element(0));
    return gb;
  }
};

/// The product of evaluated operands, as a tensor of axes To and meaning M.
template <class M, class To, class A, class B>
auto contract(A&& a, B&& b) {
  using TA = tensor_of<A>;
  using TB = tensor_of<B>;
  TA const& left = value_of(a);
  TB const& right = value_of(b);
  constexpr auto last = static_cast<std::size_t>(TA::rank) - 1;
  index_t const k = left.extents()[last];
  if (k != right.extents()[0]) {
    (message(402) << "matmul: the contracted axis has " << k << " elements on the left and "
                  << right.extents()[0] << " on the right; use two tensors of one batch")
        .raise();
  }
  extents_of<To> extents{};
  std::size_t at = 0;
  for (std::size_t i = 0; i < last; ++i) extents[at++] = left.extents()[i];
  for (std::size_t i = 1; i < right.extents().size(); ++i) extents[at++] = right.extents()[i];
  auto const serial = join_serials(left.serial(), right.serial(), "matmul");
  bool const batched = !std::is_void_v<axis_list::batch_of<To>>;
  using result = tensor<typename TA::element, M, To, typename TA::device>;
  auto y = result::uninitialised(left.where(), extents, batched ? serial : 0);
  index_t const m = k == 0 ? product(extents) : left.size() / k, n = k == 0 ? 1 : right.size() / k;
  backend::matmul(y.where(), y.unchecked_data(), left.address(), right.address(), m, n, k, false, false,
                  typename TA::element(0));
  contract_pull<TA, TB> pull{left, right, m, n, k};
  return attach(std::forward<A>(a), std::forward<B>(b), std::move(y), std::move(pull));
}

}  // namespace wellformed
