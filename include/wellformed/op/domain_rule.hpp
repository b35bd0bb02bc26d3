// SPDX-License-Identifier: Apache-2.0
// How a unary operation moves the domain of its operand. Only these edges exist; everything else is arithmetic.
#pragma once

#include <wellformed/types/domain.hpp>

namespace wellformed::domain_rule {

/// Lands in D whatever comes in.
template <class D>
struct into {
  template <class From>
  using apply = D;
};

/// No rule of its own.
struct arithmetic {
  template <class From>
  using apply = arithmetic_result<From>;
};

/// exp: log_prob -> simplex; free -> nonnegative.
struct exponential {
  template <class From>
  using apply = std::conditional_t<std::is_same_v<From, log_prob>, simplex,
                                   std::conditional_t<is_free<From>, nonnegative, unspecified>>;
};

/// log: simplex -> log_prob.
struct logarithm {
  template <class From>
  using apply = std::conditional_t<std::is_same_v<as_domain_t<From>, simplex>, log_prob, arithmetic_result<From>>;
};

}  // namespace wellformed::domain_rule
