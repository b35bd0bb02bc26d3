// SPDX-License-Identifier: Apache-2.0
// Labels of a padded batch: they come with the mask that says which rows are real, and cannot be had without
// it.
#pragma once

#include <wellformed/tensor/tensor.hpp>

namespace wellformed {

template <Tensor Y>
struct padded {
  using element = typename Y::element;
  using meaning = typename Y::meaning;
  using axes_type = typename Y::axes_type;
  using device = typename Y::device;
  using labels_type = Y;
  using mask_type = tensor<bool, boolean, axes<axis_list::at<0, axes_type>>, device>;
  static constexpr bool tracked = false;

  Y labels;
  mask_type mask;  ///< (batch): true for rows of the data set, false for padding
};

template <Tensor Y, class Mask>
padded(Y, Mask) -> padded<Y>;

/// The source of batches whose last rows may be padding: Source's rows, and others that must not count.
template <class Source>
struct padded_rows;

template <class Axes>
inline constexpr bool has_padding = false;
template <class Source, index_t Min, index_t Max, class... A>
inline constexpr bool has_padding<axes<batch<padded_rows<Source>, Min, Max>, A...>> = true;

template <class T>
inline constexpr bool is_padded = false;
template <class Y>
inline constexpr bool is_padded<padded<Y>> = true;

}  // namespace wellformed
