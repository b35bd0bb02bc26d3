// SPDX-License-Identifier: Apache-2.0
// The escape hatches: a program states a domain that no operation has established. Few, loud and greppable.
#pragma once

#include <wellformed/op/check.hpp>

namespace wellformed {

/// An element as it is: only the meaning of the expression changes.
struct assumed_function {
  static constexpr char const* name = "assume";
  template <class T>
  WF_HD T value(T x) const {
    return x;
  }
  template <int, class T>
  WF_HD T slope(T, T) const {
    return T(1);
  }
};

namespace op_check {

template <class M, class X>
auto assume(X&& x) {
  if constexpr (is_tensor<std::remove_cvref_t<X>>) {
    return x.template as<M>();
  } else {
    return build_map<assumed_function, M>({}, static_cast<X&&>(x));
  }
}

}  // namespace op_check

/// States that x holds logits. Gradient: unchanged. Refuses: WF702 a tracked value by name, WF204 ids, WF502
/// half.
template <Value X>
auto assume_logits(X&& x) {
  using verdict = decltype(op_check::numbers<X&&>());
  if constexpr (verdict::ok) {
    return op_check::assume<logits>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<with_meaning<tensor_of<X>, logits>, X>();
  }
}

/// States that the rows of x are probabilities that sum to one. Nothing is checked.
template <Value X>
auto assume_simplex(X&& x) {
  using verdict = decltype(op_check::numbers<X&&>());
  if constexpr (verdict::ok) {
    return op_check::assume<simplex>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<with_meaning<tensor_of<X>, simplex>, X>();
  }
}

}  // namespace wellformed
