// SPDX-License-Identifier: Apache-2.0
// Cross entropy over all rows: from the options of a call to the operation that kernels run.
#pragma once

#include "categorical_row.cuh"
#include "row_schedule.cuh"

namespace wellformed::backend {

template <class E, bool Soft>
categorical_rows<E, Soft> rows_of(context& on, E const* logits, categorical<computed_t<E>> const& o,
                                  computed_t<E>* losses, E* gradient, loss_sum* sum) {
  using T = computed_t<E>;
  auto const classes = static_cast<T>(o.classes == 0 ? 1 : o.classes);
  return {{logits},
          gradient,
          {},
          nullptr,
          o.weights,
          o.mask,
          losses,
          T(1) - o.label_smoothing,
          o.label_smoothing / classes,
          o.has_ignore,
          o.ignored,
          o.classes,
          {sum, nullptr, on.word(), kernel_name::cross_entropy, o.classes}};
}

template <class E, class Label>
void by_index(cuda where, E const* logits, Label const* labels, categorical<computed_t<E>> const& o,
              computed_t<E>* losses, E* gradient, loss_sum* sum) {
  auto& on = context_of(where);
  auto const with = [&](auto rows) {
    rows.labels = label_column(labels);
    row_run(on, "cross_entropy", rows, o.outer, o.classes, o.inner).start();
  };
  if (o.label_smoothing == 0) {
    with(rows_of<E, false>(on, logits, o, losses, gradient, sum));
  } else {
    with(rows_of<E, true>(on, logits, o, losses, gradient, sum));
  }
}

}  // namespace wellformed::backend
