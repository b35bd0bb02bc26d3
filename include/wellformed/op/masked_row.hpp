// SPDX-License-Identifier: Apache-2.0
// A softmax right over masked scores knows the mask: a row of which nothing is left is an error, not a
// uniform distribution over what was masked.
#pragma once

#include <wellformed/op/masked_fill.hpp>
#include <wellformed/tensor/three_extents.hpp>

namespace wellformed::op_check {

/// Throws WF531 for the first row along axis number `axis` that the mask covers.
template <class Mask>
void check_mask(Mask const& masked, three_extents const& parts) {
  if (parts.n == 0) return;
  for (index_t o = 0; o < parts.outer; ++o) {
    for (index_t i = 0; i < parts.inner; ++i) {
      index_t k = 0;
      while (k < parts.n && masked.value((o * parts.n + k) * parts.inner + i)) ++k;
      if (k < parts.n) continue;
      (message(531)
       << "softmax: row " << o * parts.inner + i << " of " << parts.outer * parts.inner
       << " is masked everywhere, and would become uniform over what was masked; keep one element "
          "of each row, or leave empty sequences out")
          .raise();
    }
  }
}

/// The mask of a lowered masked_fill is its second operand.
template <std::size_t... I, class Scores, class Mask, class Fill>
auto const& mask_of(
    backend::applied<masked_fill_function, std::index_sequence<I...>, Scores, Mask, Fill> const& filled) {
  return filled.operands.backend::template slot<1, Mask>::held;
}

/// Nothing is known of the masks of other operands.
template <class X>
void check_masked_rows(X const&, int) {}
template <class M, class Axes, class... Args>
void check_masked_rows(map_expression<masked_fill_function, M, Axes, host, Args...> const& x, int axis) {
  check_mask(mask_of(lowering::lower(x)), around(x.extents(), axis));
}

}  // namespace wellformed::op_check
