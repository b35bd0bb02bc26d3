// SPDX-License-Identifier: Apache-2.0
// What raw values must be to become a tensor of some meaning, without types: checked and reported in src/data.
#pragma once

#include <type_traits>

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
  char const* const* names = nullptr;  ///< of the classes, `high + 1` of them, or null
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
  if constexpr (std::is_same_v<R, bool>) return boolean;
  else if constexpr (std::is_floating_point_v<R>) return sizeof(R) == 4 ? f32 : f64;
  else if constexpr (sizeof(R) == 1) return std::is_signed_v<R> ? i8 : u8;
  else if constexpr (sizeof(R) == 2) return std::is_signed_v<R> ? i16 : u16;
  else if constexpr (sizeof(R) == 4) return std::is_signed_v<R> ? i32 : u32;
  else return std::is_signed_v<R> ? i64 : u64;
}

/// Rows of the check: simplex and one-hot rows run along the class axis, or the last one.
struct layout {
  index_t outer = 1, n = 1, inner = 1;
};

/// Where rows stand in a file: their lines, and the column of their first field, from 1. Else rows count from 0.
struct file_position {
  index_t const* lines = nullptr;
  index_t first_column = 1;
};

/// Throws WF801 to WF808 with every offender counted, the first ones shown, a histogram and a hint.
/// `where` names the tensor, file or column.
void check_values(requirement const& rule, raw_values const& raw, layout const& rows, char const* where,
                  file_position const& position = {});

template <class S>
constexpr requirement ids_of() {
  requirement rule{constraint::ids, 0, static_cast<double>(S::size - 1)};
  if constexpr (requires { S::reserved; }) {
    rule.has_reserved = true;
    rule.reserved = static_cast<index_t>(S::reserved);
  }
  if constexpr (NamedLabelSet<S>) rule.names = S::names;
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
    return []<index_t N>(position<N>*) { return requirement{constraint::ids, 0, double(N - 1)}; }((M*)nullptr);
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
  } else if constexpr (domain == domain_kind::nonnegative) {
    return {constraint::interval, 0, infinity};
  } else if constexpr (domain == domain_kind::boolean) {
    return {constraint::zero_or_one, 0, 1};
  } else {
    return {constraint::finite, -infinity, infinity};
  }
}

/// Layout of T's rows under the given extents.
template <class T>
layout layout_of(typename T::extents_type const& extents) {
  constexpr int at = axis_list::class_axis<typename T::axes_type>;
  constexpr int axis = at >= 0 ? at : T::rank - 1;
  layout rows;
  for (int i = 0; i < T::rank; ++i) {
    auto const e = extents[static_cast<std::size_t>(i)];
    (i < axis ? rows.outer : i == axis ? rows.n : rows.inner) *= e;
  }
  return rows;
}

}  // namespace wellformed::data
