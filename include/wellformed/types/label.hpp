// SPDX-License-Identifier: Apache-2.0
// Label kinds: how a tensor says which class a row has. Ids are categories: they have no arithmetic.
#pragma once

#include <type_traits>

#include <wellformed/types/axis.hpp>

namespace wellformed {

/// No id is left out.
struct ignore_none {};

/// Rows with this id take no part in a loss or a metric. It may be a sentinel outside of the set (-1, 255).
template <index_t Id>
struct ignore {
  static constexpr index_t id = Id;
};

/// One class id a row, in [0, class_count<S>), or the ignored id.
template <LabelSet S, class Ignore = ignore_none>
struct class_index {
  using set = S;
  using ignored = Ignore;
};

/// A probability for each class, summing to one along classes<S>.
template <LabelSet S>
struct class_probs {
  using set = S;
};

/// A single one along classes<S>, zero elsewhere.
template <LabelSet S>
struct one_hot {
  using set = S;
};

/// Zero or one for each class, any number of ones.
template <LabelSet S>
struct multi_hot {
  using set = S;
};

/// Zero or one a row: one for the positive member of a set of two; WF203 for more, where a tensor or a head
/// of it is formed.
template <LabelSet S>
struct binary {
  using set = S;
};

/// -1 or +1 a row.
struct signed_label {};

/// D real targets a row.
template <index_t D>
struct regression {};

/// An id of vocabulary V, in [0, class_count<V>).
template <LabelSet V>
struct token_id {
  using set = V;
};

/// A position in a sequence of at most N.
template <index_t N>
struct position {};

/// An index into axis A.
template <class A>
struct index_into {
  using target = A;
};

template <LabelSet S>
struct axis_named<binary<S>> {
  using type = positive<S>;
};

/// The kinds as enumerators, for the loss table. `none`: the tensor is no label.
enum class label_kind {
  none,
  class_index,
  class_probs,
  one_hot,
  multi_hot,
  binary,
  signed_label,
  regression,
  token_id,
  position,
  index_into,
  count_
};

template <class M>
inline constexpr label_kind kind_of = label_kind::none;
template <class S, class I>
inline constexpr label_kind kind_of<class_index<S, I>> = label_kind::class_index;
template <class S>
inline constexpr label_kind kind_of<class_probs<S>> = label_kind::class_probs;
template <class S>
inline constexpr label_kind kind_of<one_hot<S>> = label_kind::one_hot;
template <class S>
inline constexpr label_kind kind_of<multi_hot<S>> = label_kind::multi_hot;
template <class S>
inline constexpr label_kind kind_of<binary<S>> = label_kind::binary;
template <>
inline constexpr label_kind kind_of<signed_label> = label_kind::signed_label;
template <index_t D>
inline constexpr label_kind kind_of<regression<D>> = label_kind::regression;
template <class V>
inline constexpr label_kind kind_of<token_id<V>> = label_kind::token_id;
template <index_t N>
inline constexpr label_kind kind_of<position<N>> = label_kind::position;
template <class A>
inline constexpr label_kind kind_of<index_into<A>> = label_kind::index_into;

/// Kinds whose numbers are names: no arithmetic, no interpolation, no average.
template <class M>
inline constexpr bool is_categorical =
    kind_of<M> == label_kind::class_index || kind_of<M> == label_kind::token_id ||
    kind_of<M> == label_kind::position || kind_of<M> == label_kind::index_into;

/// What is wrong with a meaning by itself: a binary label of a set that has not two members, or its names.
template <class M>
constexpr auto meaning_verdict() {
  if constexpr (requires { requires LabelSet<typename M::set>; }) {
    using S = typename M::set;
    if constexpr (kind_of<M> == label_kind::binary && class_count<S> != 2) {
      return refuse::refused<refuse::wf203, refuse::got<S>, refuse::got_extent<class_count<S>>>{};
    } else {
      return names_verdict<S>();
    }
  } else {
    return refuse::accepted{};
  }
}

template <class M>
inline constexpr bool has_ignore = false;
template <class S, index_t Id>
inline constexpr bool has_ignore<class_index<S, ignore<Id>>> = true;

}  // namespace wellformed
