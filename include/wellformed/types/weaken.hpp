// SPDX-License-Identifier: Apache-2.0
// What is left of a meaning when the values of a row no longer stand together: slicing, merging or moving the
// class axis takes "sums to one" away.
#pragma once

#include <wellformed/types/domain.hpp>
#include <wellformed/types/find_axis.hpp>

namespace wellformed {

/// The meaning without what it said about the values of a row together.
template <class M>
struct weaken_impl {
  using type = M;
};
template <>
struct weaken_impl<simplex> {
  using type = unit_interval;
};
template <>
struct weaken_impl<log_prob> {
  using type = unspecified;
};
template <class S>
struct weaken_impl<class_probs<S>> {
  using type = unit_interval;
};
template <class S>
struct weaken_impl<one_hot<S>> {
  using type = unit_interval;
};
template <class S>
struct weaken_impl<multi_hot<S>> {
  using type = unit_interval;
};
template <index_t D>
struct weaken_impl<regression<D>> {
  using type = real;
};
template <class D>
struct weaken_impl<narrowed<D>> {
  using type = narrowed<typename weaken_impl<D>::type>;
};
template <class M>
using weakened = typename weaken_impl<M>::type;

/// Meaning after elements moved from axes From to axes To: kept if each row still stands along the same axis.
template <class M, class From, class To>
constexpr bool keeps_rows() {
  if constexpr (std::is_same_v<weakened<M>, M>) {
    return true;
  } else if constexpr (From::rank == 0 || To::rank == 0) {
    return false;
  } else {
    using before = axis_list::at<static_cast<std::size_t>(axis_list::joint_axis<From>), From>;
    using after = axis_list::at<static_cast<std::size_t>(axis_list::joint_axis<To>), To>;
    return std::is_same_v<before, after>;
  }
}
template <class M, class From, class To>
using moved_meaning = std::conditional_t<keeps_rows<M, From, To>(), M, weakened<M>>;

}  // namespace wellformed
