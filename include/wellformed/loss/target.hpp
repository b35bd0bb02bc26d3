// SPDX-License-Identifier: Apache-2.0
// What a loss reads from its second argument: labels, and the mask of the rows that count if the batch was padded.
#pragma once

#include <wellformed/expr/map.hpp>

namespace wellformed {

/// The labels of a target, as a type. A value is its own labels.
template <class T>
struct target_traits {
  static constexpr bool is_target = Value<T>;
  static constexpr bool is_padded = false;
  using value = T;
};

template <class T>
concept LossTarget = target_traits<std::remove_cvref_t<T>>::is_target;

template <class T>
using labels_of = typename target_traits<std::remove_cvref_t<T>>::value;

/// Tensor type of the labels.
template <class T>
using label_tensor = tensor_of<labels_of<T>>;

}  // namespace wellformed
