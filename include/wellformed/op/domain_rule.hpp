// SPDX-License-Identifier: Apache-2.0
// How an operation of one operand moves its domain. Only these edges exist; everything else is arithmetic.
#pragma once

#include <wellformed/types/domain.hpp>

namespace wellformed::domain_rule {

template <class M, class D>
inline constexpr bool is = std::is_same_v<as_domain_t<M>, D>;

/// Between 0 and 1, whatever else is known.
template <class D>
inline constexpr bool in_unit = is<D, unit_interval> || is<D, simplex>;

/// Not below zero.
template <class D>
inline constexpr bool from_zero = in_unit<D> || is<D, nonnegative>;

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

/// relu, abs, square, sqrt: not below zero; what was in [0, 1] stays there, and stays bounded.
struct cut_at_zero {
  template <class From>
  using apply = std::conditional_t<in_unit<From>, unit_interval, nonnegative>;
};

/// tanh: into [-1, 1], and zero at zero.
struct squashed {
  template <class From>
  using apply =
      std::conditional_t<from_zero<From>, unit_interval,
                         std::conditional_t<is<From, half_line>, half_line,
                                            std::conditional_t<is_free<From>, signed_unit, unspecified>>>;
};

/// log1p, leaky_relu: increasing, and zero at zero.
struct keeps_sign {
  template <class From>
  using apply =
      std::conditional_t<is<From, nonnegative>, nonnegative,
                         std::conditional_t<is<From, half_line>, half_line, arithmetic_result<From>>>;
};

/// silu, gelu: bounded below, as relu is.
struct bounded_below {
  template <class From>
  using apply = std::conditional_t<is<From, nonnegative>, nonnegative,
                                   std::conditional_t<is_free<From>, half_line, arithmetic_result<From>>>;
};

/// 1 / x.
struct inverted {
  template <class From>
  using apply =
      std::conditional_t<from_zero<From>, nonnegative,
                         std::conditional_t<is<From, half_line>, half_line, arithmetic_result<From>>>;
};

/// 1 - x: [0, 1] onto itself.
struct reflected {
  template <class From>
  using apply = std::conditional_t<
      in_unit<From>, unit_interval,
      std::conditional_t<is<From, nonnegative> || is<From, half_line>, half_line, arithmetic_result<From>>>;
};

/// exp: log_prob -> simplex; else not below zero.
struct exponential {
  template <class From>
  using apply = std::conditional_t<
      is<From, log_prob>, simplex,
      std::conditional_t<domain_of<From> == domain_kind::narrowed, unspecified, nonnegative>>;
};

/// log: simplex -> log_prob.
struct logarithm {
  template <class From>
  using apply = std::conditional_t<is<From, simplex>, log_prob, arithmetic_result<From>>;
};

/// A sum of what is not below zero is not; of values on a half line, it lies on one.
template <class M>
using summed = std::conditional_t<from_zero<M>, nonnegative,
                                  std::conditional_t<is<M, half_line>, half_line, arithmetic_result<M>>>;

}  // namespace wellformed::domain_rule
