// SPDX-License-Identifier: Apache-2.0
// Value domains: where the values of a tensor lie, and how operations move them. Words of
// torch.distributions.constraints.
#pragma once

#include <type_traits>

#include <wellformed/types/label.hpp>

namespace wellformed {

struct real {};           ///< any finite number
struct logits {};         ///< unnormalised log-odds or log-weights
struct log_prob {};       ///< logarithm of a simplex
struct simplex {};        ///< in [0, 1], sums to one along the class axis, or the last axis if there is none
struct unit_interval {};  ///< in [0, 1]
struct signed_unit {};    ///< in [-1, 1], as tanh gives; a real number in all else
struct nonnegative {};    ///< in [0, inf)
struct half_line {};      ///< on one side of some number: non-negative values, scaled or shifted by a number
struct boolean {};        ///< false or true
struct keep_mask {};      ///< true: the element stays
struct drop_mask {};      ///< true: the element is masked out
struct unspecified {};    ///< bounded once, then computed with: layers take it, losses refuse it

/// The domains as enumerators, for the loss table. `label`: the tensor holds labels.
enum class domain_kind {
  real,
  logits,
  log_prob,
  simplex,
  unit_interval,
  signed_unit,
  nonnegative,
  half_line,
  boolean,
  unspecified,
  narrowed,
  label,
  count_
};

/// A probability or its logarithm that went through a narrower element type: it may have become 0 or 1.
template <class Domain>
struct narrowed {
  using domain = Domain;
};

template <class M>
inline constexpr domain_kind domain_of = domain_kind::label;
template <>
inline constexpr domain_kind domain_of<real> = domain_kind::real;
template <>
inline constexpr domain_kind domain_of<logits> = domain_kind::logits;
template <>
inline constexpr domain_kind domain_of<log_prob> = domain_kind::log_prob;
template <>
inline constexpr domain_kind domain_of<simplex> = domain_kind::simplex;
template <>
inline constexpr domain_kind domain_of<unit_interval> = domain_kind::unit_interval;
template <>
inline constexpr domain_kind domain_of<signed_unit> = domain_kind::signed_unit;
template <>
inline constexpr domain_kind domain_of<nonnegative> = domain_kind::nonnegative;
template <>
inline constexpr domain_kind domain_of<half_line> = domain_kind::half_line;
template <>
inline constexpr domain_kind domain_of<boolean> = domain_kind::boolean;
template <>
inline constexpr domain_kind domain_of<keep_mask> = domain_kind::boolean;
template <>
inline constexpr domain_kind domain_of<drop_mask> = domain_kind::boolean;
template <>
inline constexpr domain_kind domain_of<unspecified> = domain_kind::unspecified;
template <class D>
inline constexpr domain_kind domain_of<narrowed<D>> = domain_kind::narrowed;

/// A meaning is a domain or a label kind.
template <class M>
concept Meaning = domain_of<M> != domain_kind::label || kind_of<M> != label_kind::none;

/// What a value of meaning M is when it is only a number: one-hot, binary and probability labels have a
/// domain.
template <class M>
struct as_domain {
  using type = M;
};
template <class S>
struct as_domain<class_probs<S>> {
  using type = simplex;
};
template <class S>
struct as_domain<one_hot<S>> {
  using type = simplex;
};
template <class S>
struct as_domain<multi_hot<S>> {
  using type = unit_interval;
};
template <class S>
struct as_domain<binary<S>> {
  using type = unit_interval;
};
template <>
struct as_domain<signed_label> {
  using type = real;
};
template <index_t D>
struct as_domain<regression<D>> {
  using type = real;
};
template <class M>
using as_domain_t = typename as_domain<M>::type;

/// Domains on which free arithmetic is harmless: its result is a real number and nothing was promised.
template <class D>
inline constexpr bool is_free =
    std::is_same_v<D, real> || std::is_same_v<D, logits> || std::is_same_v<D, nonnegative> ||
    std::is_same_v<D, half_line> || std::is_same_v<D, signed_unit>;

/// Result of an operation of one operand that has no rule of its own: real from free domains, else
/// unspecified.
template <class... D>
using arithmetic_result = std::conditional_t<(is_free<as_domain_t<D>> && ...), real, unspecified>;

}  // namespace wellformed
