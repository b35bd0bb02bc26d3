// SPDX-License-Identifier: Apache-2.0
// Label sets: which classes there are, under which names. A set is its type: two sets of ten differ.
#pragma once

#include <concepts>
#include <type_traits>

#include <wellformed/refuse/label.hpp>

namespace wellformed {

/// Base of a label set: `struct digit : label_set<10> { static constexpr char const* names[10] = {"0", ...};
/// };` Optional members: `names`; `background` (the id of the class that is no object); `reserved` (an id
/// that data must not contain); `positive` (the positive member of a set of two, 1 if not given).
template <index_t N>
struct label_set {
  using form =
      std::conditional_t<(N >= 1), refuse::accepted, refuse::refused<refuse::wf201, refuse::got_extent<N>>>;
  static_assert((form::report(), true));
  static constexpr index_t size = N;
  using label_set_base = label_set;
};

template <class S>
concept LabelSet =
    requires { typename S::label_set_base; } && std::derived_from<S, typename S::label_set_base>;

/// How many classes a set has. Not S::size: the set may be named so.
template <LabelSet S>
inline constexpr index_t class_count = S::label_set_base::size;

template <class S>
concept NamedLabelSet = LabelSet<S> && requires { S::names[0]; };

constexpr bool is_same_name(char const* a, char const* b) {
  while (*a != 0 && *a == *b) ++a, ++b;
  return *a == *b;
}

/// Chains of names with equal low bits of their hash: a compiler counts its steps, and thousands of names
/// leave none for comparing each with each.
template <index_t N>
struct name_chains {
  index_t first[1024] = {};
  index_t next[static_cast<std::size_t>(N)] = {};

  /// Adds name number `at`; false if it is there.
  constexpr bool add(char const* const* names, index_t at) {
    std::uint32_t hash = 2166136261u;
    for (char const* c = names[at]; *c != 0; ++c) hash = (hash ^ static_cast<unsigned char>(*c)) * 16777619u;
    index_t& begin = first[(hash ^ (hash >> 16)) % 1024];
    for (index_t other = begin; other != 0; other = next[other - 1]) {
      if (is_same_name(names[other - 1], names[at])) return false;
    }
    next[at] = begin;
    begin = at + 1;
    return true;
  }
};

/// True if no two of the names are equal.
template <index_t N>
constexpr bool are_distinct(char const* const* names) {
  name_chains<N> seen;
  for (index_t i = 0; i < N; ++i) {
    if (!seen.add(names, i)) return false;
  }
  return true;
}

template <NamedLabelSet S>
inline constexpr index_t name_count = sizeof(S::names) / sizeof(S::names[0]);

/// Whether the ids that a set names by role are ids of its classes.
template <LabelSet S>
constexpr bool are_members() {
  bool all = true;
  if constexpr (requires { S::positive; }) all = S::positive >= 0 && S::positive < class_count<S>;
  if constexpr (requires { S::background; })
    all = all && S::background >= 0 && S::background < class_count<S>;
  return all;
}

/// Whether a set is well-formed: WF218 its roles, and whether its names are class_count<S> different ones. Of
/// sets beyond 1000 only the number is checked.
template <LabelSet S>
constexpr auto names_verdict() {
  if constexpr (!are_members<S>()) {
    return refuse::refused<refuse::wf218, refuse::got<S>, refuse::required_extent<0, class_count<S> - 1>>{};
  } else if constexpr (!NamedLabelSet<S>) {
    return refuse::accepted{};
  } else if constexpr (name_count<S> != class_count<S>) {
    return refuse::refused<refuse::wf202, refuse::got_extent<name_count<S>>,
                           refuse::required_extent<class_count<S>>>{};
  } else if constexpr (class_count<S> > 1000) {
    return refuse::accepted{};
  } else if constexpr (!are_distinct<class_count<S>>(S::names)) {
    return refuse::refused<refuse::wf216, refuse::got<S>>{};
  } else {
    return refuse::accepted{};
  }
}

/// The names of a set, checked.
template <NamedLabelSet S>
constexpr char const* const* names_of() {
  decltype(names_verdict<S>())::report();
  return S::names;
}

/// The name of member `id`, or nullptr if the set has no names.
template <LabelSet S>
constexpr char const* name_of(index_t id) {
  using verdict = decltype(names_verdict<S>());
  if constexpr (!verdict::ok) {
    verdict::report();
    return "";
  } else if constexpr (NamedLabelSet<S>) {
    return id >= 0 && id < class_count<S> ? names_of<S>()[id] : nullptr;
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
