// SPDX-License-Identifier: Apache-2.0
// What raw values must be to become a tensor of some meaning, without types: checked and reported in
// src/data.
#pragma once

#include <limits>
#include <type_traits>

#include <wellformed/data/findings.hpp>
#include <wellformed/tensor/tensor.hpp>

namespace wellformed::data {

/// How the values of a tensor are bounded.
enum class constraint { ids, finite, interval, simplex, log_simplex, one_hot, zero_or_one, plus_minus_one };

struct requirement {
  constraint kind = constraint::finite;
  double low = 0;   ///< allowed range of ids (inclusive) or of an interval
  double high = 0;  ///< may be infinite
  bool has_ignore = false;
  index_t ignored = 0;
  bool has_reserved = false;
  index_t reserved = 0;
  char const* const* names = nullptr;          ///< of the classes, `high + 1` of them, or null
  bool scaled = false;                         ///< values are divided by `high`: pixels
  double holds_least = -__builtin_huge_val();  ///< range of the element type that stores them
  double holds_most = __builtin_huge_val();
  bool holds_fractions = true;
};

/// Raw numbers of any arithmetic type.
struct raw_values {
  enum class type { f32, f64, i8, u8, i16, u16, i32, u32, i64, u64, boolean };
  type element;
  void const* from;
  index_t count;

  double at(index_t i) const;
};

template <class R>
constexpr raw_values::type raw_type() {
  using enum raw_values::type;
  if constexpr (std::is_same_v<R, bool>)
    return boolean;
  else if constexpr (std::is_floating_point_v<R>)
    return sizeof(R) == 4 ? f32 : f64;
  else if constexpr (sizeof(R) == 1)
    return std::is_signed_v<R> ? i8 : u8;
  else if constexpr (sizeof(R) == 2)
    return std::is_signed_v<R> ? i16 : u16;
  else if constexpr (sizeof(R) == 4)
    return std::is_signed_v<R> ? i32 : u32;
  else
    return std::is_signed_v<R> ? i64 : u64;
}

/// How far a row of probabilities may be from a sum of one: single precision with a few hundred classes.
inline constexpr double row_tolerance = 1e-4;

/// What is checked: its values, its place, its name. Rows count from 0; those of a file are named by line and
/// column.
struct subject {
  raw_values raw;
  index_t const* extents = nullptr;
  int rank = 0;
  int axis = 0;  ///< along which rows of probabilities and one-hot labels run
  char const* where = "tensor";
  index_t const* lines = nullptr;  ///< of the rows, or null
  index_t first_column = 1;        ///< in the file
};

/// Adds WF801 to WF809 and WF812: every offender counted, the first ones shown, a histogram and hints.
void check_values(requirement const& rule, subject const& what, findings& into);

template <class S>
constexpr requirement ids_of() {
  requirement rule{constraint::ids, 0, static_cast<double>(class_count<S> - 1)};
  if constexpr (requires { S::reserved; }) {
    rule.has_reserved = true;
    rule.reserved = static_cast<index_t>(S::reserved);
  }
  if constexpr (NamedLabelSet<S>) rule.names = names_of<S>();
  return rule;
}

template <class M>
constexpr requirement requirement_of() {
  constexpr double infinity = __builtin_huge_val();
  constexpr auto kind = kind_of<M>;
  constexpr auto domain = domain_of<M>;
  if constexpr (kind == label_kind::class_index) {
    auto rule = ids_of<typename M::set>();
    if constexpr (has_ignore<M>) {
      rule.has_ignore = true;
      rule.ignored = M::ignored::id;
    }
    return rule;
  } else if constexpr (kind == label_kind::token_id) {
    return ids_of<typename M::set>();
  } else if constexpr (kind == label_kind::position) {
    return
        []<index_t N>(position<N>*) { return requirement{constraint::ids, 0, double(N - 1)}; }((M*)nullptr);
  } else if constexpr (kind == label_kind::index_into) {
    return {constraint::ids, 0, static_cast<double>(M::target::max - 1)};
  } else if constexpr (kind == label_kind::binary || kind == label_kind::multi_hot) {
    return {constraint::zero_or_one, 0, 1};
  } else if constexpr (kind == label_kind::one_hot) {
    return {constraint::one_hot, 0, 1};
  } else if constexpr (kind == label_kind::class_probs || domain == domain_kind::simplex) {
    return {constraint::simplex, 0, 1};
  } else if constexpr (kind == label_kind::signed_label) {
    return {constraint::plus_minus_one, -1, 1};
  } else if constexpr (domain == domain_kind::log_prob) {
    return {constraint::log_simplex, -infinity, 0};
  } else if constexpr (domain == domain_kind::unit_interval) {
    return {constraint::interval, 0, 1};
  } else if constexpr (domain == domain_kind::signed_unit) {
    return {constraint::interval, -1, 1};
  } else if constexpr (domain == domain_kind::nonnegative) {
    return {constraint::interval, 0, infinity};
  } else if constexpr (domain == domain_kind::boolean) {
    return {constraint::zero_or_one, 0, 1};
  } else {
    return {constraint::finite, -infinity, infinity};
  }
}

/// The rule with the range of the element type that will store the values.
template <Element E>
constexpr requirement stored_in(requirement rule) {
  if constexpr (std::is_same_v<E, half>) {
    rule.holds_most = 65504;
    rule.holds_least = -65504;
  } else if constexpr (std::is_same_v<E, float> || std::is_same_v<E, bfloat16>) {
    rule.holds_most = std::is_same_v<E, float> ? 0x1.fffffep127 : 0x1.fep127;
    rule.holds_least = -rule.holds_most;
  } else if constexpr (!std::is_same_v<E, double>) {
    rule.holds_most = static_cast<double>(std::numeric_limits<E>::max());
    rule.holds_least = static_cast<double>(std::numeric_limits<E>::min());
    rule.holds_fractions = false;
  }
  return rule;
}

/// True if every id that the rule allows is a number of element type E.
template <Element E>
constexpr bool holds_ids(requirement const& rule) {
  if constexpr (IndexElement<E>) {
    using limits = std::numeric_limits<E>;
    auto const fits = [](double id) {
      return id >= static_cast<double>(limits::min()) && id <= static_cast<double>(limits::max());
    };
    return fits(rule.high) && (!rule.has_ignore || fits(static_cast<double>(rule.ignored)));
  } else {
    return false;
  }
}

/// The axis along which rows of T run: its class axis, or the last one.
template <class T>
inline constexpr int row_axis =
    axis_list::class_axis<typename T::axes_type> >= 0 ? axis_list::class_axis<typename T::axes_type>
                                                      : T::rank - 1;

}  // namespace wellformed::data
