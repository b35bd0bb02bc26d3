// SPDX-License-Identifier: Apache-2.0
// relabel: class ids of one label set as those of another, by name or by a table that the compiler checks.
#pragma once

#include <limits>

#include <wellformed/op/check.hpp>

namespace wellformed {

/// Each class becomes its namesake in the new set.
struct by_name {};

/// relabel was not told how the classes correspond.
struct unsaid {};

namespace relabelling {

constexpr bool same_word(char const* a, char const* b) {
  while (*a != 0 && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

/// New id of each class, or -1. A table type has `static constexpr index_t to[class_count<S>]`.
template <class S, class New, class How>
struct map_of {
  static constexpr bool complete =
      sizeof(How::to) / sizeof(How::to[0]) == static_cast<std::size_t>(class_count<S>);
  static constexpr index_t at(index_t id) { return How::to[id]; }
};
template <class S, class New>
struct map_of<S, New, by_name> {
  static constexpr bool complete = NamedLabelSet<S> && NamedLabelSet<New>;
  static constexpr index_t at(index_t id) {
    for (index_t i = 0; i < New::size; ++i) {
      if (same_word(name_of<S>(id), name_of<New>(i))) return i;
    }
    return -1;
  }
};

template <class S, class New, class How>
constexpr bool is_total() {
  using map = map_of<S, New, How>;
  if constexpr (!map::complete) {
    return false;
  } else {
    for (index_t id = 0; id < class_count<S>; ++id) {
      if (map::at(id) < 0 || map::at(id) >= New::size) return false;
    }
    return true;
  }
}

/// The ids as an array that lies ready at run time.
template <class S, class New, class How>
inline constexpr auto table = [] {
  std::array<index_t, static_cast<std::size_t>(class_count<S>)> result{};
  for (index_t id = 0; id < class_count<S>; ++id)
    result[static_cast<std::size_t>(id)] = map_of<S, New, How>::at(id);
  return result;
}();

template <class M>
struct parts {
  using set = void;
  using ignored = ignore_none;
  static constexpr index_t ignored_id = -1;
};
template <class S, class I>
struct parts<class_index<S, I>> {
  using set = S;
  using ignored = I;
  static constexpr index_t ignored_id = -1;
};
template <class S, index_t Id>
struct parts<class_index<S, ignore<Id>>> {
  using set = S;
  using ignored = ignore<Id>;
  static constexpr index_t ignored_id = Id;
};

template <class New, class Y, class How>
constexpr auto verdict() {
  using refuse::got, refuse::required, refuse::refused;
  using M = op_check::meaning<Y>;
  using S = typename parts<M>::set;
  constexpr index_t ignored = parts<M>::ignored_id;
  if constexpr (std::is_void_v<S>) {
    return refused<refuse::wf210, got<M>>{};
  } else if constexpr (std::is_same_v<How, unsaid>) {
    return refused<refuse::wf207, got<S>, required<New>>{};
  } else if constexpr (!is_total<S, New, How>()) {
    using rule = std::conditional_t<std::is_same_v<How, by_name>, refuse::wf208, refuse::wf209>;
    return refused<rule, got<S>, required<New>>{};
  } else if constexpr (has_ignore<M> && ignored >= 0 && ignored < New::size) {
    return refused<refuse::wf213, got<M>, required<New>>{};
  } else if constexpr (New::size - 1 >
                       static_cast<index_t>(std::numeric_limits<op_check::element<Y>>::max())) {
    return refused<refuse::wf506, got<op_check::element<Y>>, required<New>>{};
  } else {
    return refuse::accepted{};
  }
}

}  // namespace relabelling

/// Computes: the class ids of y as those of set New: relabel<coarse>(y, table{}), relabel<other_order>(y,
/// by_name{}). An ignored id stays. Throws WF212 for an id outside of the old set. Refuses: WF207 no map
/// given, WF208 a class without namesake, WF209 a wrong table, WF210 other labels, WF213 an ignored id that
/// is a class of the new set, WF506 ids that the element type cannot hold.
template <LabelSet New, class How = unsaid, Value Y>
auto relabel(Y&& y, How = {}) {
  using verdict = decltype(relabelling::verdict<New, Y&&, How>());
  using old = relabelling::parts<op_check::meaning<Y>>;
  using E = op_check::element<Y>;
  using result = tensor<E, class_index<New, typename old::ignored>, op_check::axes_of<Y>>;
  if constexpr (verdict::ok) {
    constexpr auto const& to = relabelling::table<typename old::set, New, How>;
    auto const ids = eval(static_cast<Y&&>(y));
    auto out = result::uninitialised(ids.extents(), ids.serial());
    for (index_t i = 0; i < ids.size(); ++i) {
      auto const id = static_cast<index_t>(ids.data()[i]);
      bool const ignored = has_ignore<op_check::meaning<Y>> && id == old::ignored_id;
      if (!ignored && (id < 0 || id >= old::set::size)) {
        (message(212) << "relabel: id " << id << " at row " << i << ", the set has classes 0 to "
                      << old::set::size - 1)
            .raise();
      }
      out.unchecked_data()[i] = ignored ? ids.data()[i] : static_cast<E>(to[static_cast<std::size_t>(id)]);
    }
    return out;
  } else {
    verdict::report();
    return refuse::stand_in<result>();
  }
}

}  // namespace wellformed
