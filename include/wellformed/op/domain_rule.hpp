// SPDX-License-Identifier: Apache-2.0
// How a unary operation moves the domain of its operand. Only these edges exist; everything else is
// arithmetic.
#pragma once

#include <wellformed/types/domain.hpp>

namespace wellformed::domain_rule {

/// Between 0 and 1, whatever else is known.
template <class D>
inline constexpr bool in_unit =
    std::is_same_v<as_domain_t<D>, unit_interval> || std::is_same_v<as_domain_t<D>, simplex>;

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

/// relu, abs, square: not below zero; what was in [0, 1] stays there, and stays bounded.
struct cut_at_zero {
  template <class From>
  using apply = std::conditional_t<in_unit<From>, unit_interval, nonnegative>;
};

/// 1 - x: [0, 1] onto itself.
struct reflected {
  template <class From>
  using apply = std::conditional_t<in_unit<From>, unit_interval, arithmetic_result<From>>;
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
  using apply =
      std::conditional_t<std::is_same_v<as_domain_t<From>, simplex>, log_prob, arithmetic_result<From>>;
};

}  // namespace wellformed::domain_rule
