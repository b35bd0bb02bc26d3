// SPDX-License-Identifier: Apache-2.0
// How an operation of two operands moves their domains. The sign of a run-time number is not known, so a
// non-negative tensor scaled or shifted by one lies on a half line, which losses on logits refuse: otherwise
// `1 / (1 + exp(-z))` would pass as logits.
#pragma once

#include <wellformed/expr/operand.hpp>
#include <wellformed/op/domain_rule.hpp>

namespace wellformed::domain_rule {

/// What arithmetic knows of an operand. `any`: nothing was promised. `unknown`: bounded once, then computed
/// with, or bounded in another way.
enum class range { any, from_zero, unit, one_sided, unknown, number };

template <class M>
inline constexpr range range_of = is<M, real> || is<M, logits> || is<M, signed_unit> ? range::any
                                  : is<M, nonnegative>                               ? range::from_zero
                                  : in_unit<M>                                       ? range::unit
                                  : is<M, half_line>                                 ? range::one_sided
                                                                                     : range::unknown;

template <class X>
inline constexpr range operand_range = range::number;
template <Value X>
inline constexpr range operand_range<X> = range_of<typename std::remove_cvref_t<X>::meaning>;

template <range>
struct domain_in {
  using type = unspecified;
};
template <>
struct domain_in<range::any> {
  using type = real;
};
template <>
struct domain_in<range::from_zero> {
  using type = nonnegative;
};
template <>
struct domain_in<range::unit> {
  using type = unit_interval;
};
template <>
struct domain_in<range::one_sided> {
  using type = half_line;
};

/// A tensor with a number of unknown sign.
constexpr range with_number(range a) {
  return a == range::from_zero ? range::one_sided : a == range::unit ? range::unknown : a;
}
constexpr bool has_number(range a, range b) { return a == range::number || b == range::number; }
constexpr range tensor_of_two(range a, range b) { return a == range::number ? b : a; }
constexpr bool one_is(range what, range a, range b) { return a == what || b == what; }
constexpr bool is_from_zero(range a) { return a == range::from_zero || a == range::unit; }

/// Two tensors, one of which is `any`, give `any`; one unknown, unknown; one on a half line, a half line;
/// else both are not below zero, and so is the result.
constexpr range joined_range(range a, range b) {
  if (one_is(range::any, a, b)) return range::any;
  if (one_is(range::unknown, a, b)) return range::unknown;
  return one_is(range::one_sided, a, b) ? range::one_sided : range::from_zero;
}

struct sum_of {
  static constexpr range of(range a, range b) {
    return has_number(a, b) ? with_number(tensor_of_two(a, b)) : joined_range(a, b);
  }
};

/// Of two tensors that were cut at a bound, the difference has any sign again.
struct difference_of {
  static constexpr range of(range a, range b) {
    if (has_number(a, b)) return with_number(tensor_of_two(a, b));
    bool const both_unit = a == range::unit && b == range::unit;
    return joined_range(a, b) == range::unknown || both_unit ? range::unknown : range::any;
  }
};

struct product_of {
  static constexpr range of(range a, range b) {
    return a == range::unit && b == range::unit ? range::unit : sum_of::of(a, b);
  }
};

struct quotient_of {
  static constexpr range of(range a, range b) { return sum_of::of(a, b); }
};

/// The greater one is not below zero if one of the two tensors is not, or one tensor with any number.
struct greater_of {
  static constexpr range of(range a, range b) {
    if (a == range::unit && b == range::unit) return range::unit;
    if (has_number(a, b)) return tensor_of_two(a, b) == range::unit ? range::unknown : tensor_of_two(a, b);
    return is_from_zero(a) || is_from_zero(b) ? range::from_zero : joined_range(a, b);
  }
};

struct lesser_of {
  static constexpr range of(range a, range b) {
    if (one_is(range::unit, a, b) && is_from_zero(a) && is_from_zero(b)) return range::unit;
    return sum_of::of(a, b);
  }
};

/// A power of what is not below zero is not, and no power of a number is; [0, 1] stays under such powers.
struct power_of {
  static constexpr range of(range a, range b) {
    if (a == range::unit && is_from_zero(b)) return range::unit;
    return a == range::number || is_from_zero(a) ? range::from_zero : a;
  }
};

/// Two tensors end to end.
struct union_of {
  static constexpr range of(range a, range b) {
    if (one_is(range::unknown, a, b) || (one_is(range::unit, a, b) && one_is(range::any, a, b))) {
      return range::unknown;
    }
    return a == range::unit && b == range::unit ? range::unit : joined_range(a, b);
  }
};

/// Products summed over an axis.
struct contraction_of {
  static constexpr range of(range a, range b) { return sum_of::of(a, b); }
};

/// The meaning of Rule applied to operands A and B, one of which may be a number.
template <class Rule, class A, class B>
using combined = typename domain_in<Rule::of(operand_range<A>, operand_range<B>)>::type;

}  // namespace wellformed::domain_rule
