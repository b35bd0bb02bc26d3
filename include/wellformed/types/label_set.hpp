// SPDX-License-Identifier: Apache-2.0
// Label sets: which classes there are, under which names. A set is its type: two sets of ten differ.
#pragma once

#include <concepts>

#include <wellformed/core/config.hpp>

namespace wellformed {

/// Base of a label set: `struct digit : label_set<10> { static constexpr char const* names[10] = {"0", ...};
/// };` Optional members: `names`; `background` (the id of the class that is no object); `reserved` (an id
/// that data must not contain); `positive` (the positive member of a set of two, 1 if not given).
template <index_t N>
struct label_set {
  static_assert(N >= 1,
                "[WF201] label_set<N>: a label set has at least one member; give the number of classes");
  static constexpr index_t size = N;
  using label_set_base = label_set;
};

template <class S>
concept LabelSet =
    requires { typename S::label_set_base; } && std::derived_from<S, typename S::label_set_base>;

template <class S>
concept NamedLabelSet = LabelSet<S> && requires { S::names[0]; };

/// True if no two of some names are equal.
constexpr bool are_distinct(char const* const* names, index_t count) {
  for (index_t i = 0; i < count; ++i) {
    for (index_t k = 0; k < i; ++k) {
      index_t at = 0;
      while (names[i][at] != 0 && names[i][at] == names[k][at]) ++at;
      if (names[i][at] == names[k][at]) return false;
    }
  }
  return true;
}

/// The names of a set, checked: S::size of them.
template <NamedLabelSet S>
constexpr char const* const* names_of() {
  constexpr bool one_each = sizeof(S::names) / sizeof(S::names[0]) == static_cast<std::size_t>(S::size);
  static_assert(one_each, "[WF202] label_set: `names` and the set differ in length; give one name per class");
  if constexpr (one_each && S::size <= 1000) {
    constexpr bool distinct = are_distinct(S::names, S::size);
    static_assert(distinct, "[WF216] label_set: two classes have one name; give each its own");
  }
  return S::names;
}

/// The name of member `id`, or nullptr if the set has no names.
template <LabelSet S>
constexpr char const* name_of(index_t id) {
  if constexpr (NamedLabelSet<S>) {
    return id >= 0 && id < S::size ? names_of<S>()[id] : nullptr;
  } else {
    return nullptr;
  }
}

/// The positive member of a set of two.
template <LabelSet S>
constexpr index_t positive_of() {
  if constexpr (requires { S::positive; }) {
    return static_cast<index_t>(S::positive);
  } else {
    return 1;
  }
}

}  // namespace wellformed
