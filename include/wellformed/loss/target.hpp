// SPDX-License-Identifier: Apache-2.0
// What a loss reads from its second argument: evaluated labels, and the mask of the rows that count if the
// batch was padded.
#pragma once

#include <wellformed/expr/map.hpp>
#include <wellformed/tensor/padded.hpp>

namespace wellformed::loss_run {

template <class L>
struct plain_target {
  L labels;
  static constexpr bool const* mask() { return nullptr; }
};
template <class Y>
struct masked_target {
  Y labels;
  typename padded<Y>::mask_type kept;
  bool const* mask() const { return kept.address(); }
};

template <Value T>
auto target(T const& labels) {
  return plain_target<tensor_of<T>>{eval(labels)};
}
template <class Y>
auto target(padded<Y> const& labels) {
  check_same_extents<1>({labels.labels.rows()}, {labels.mask.rows()}, "mask of a padded batch");
  join_serials(labels.labels.serial(), labels.mask.serial(), "mask of a padded batch");
  return masked_target<Y>{labels.labels, labels.mask};
}

}  // namespace wellformed::loss_run
