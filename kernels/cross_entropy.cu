// SPDX-License-Identifier: Apache-2.0
// Cross entropy on a GPU: one kernel reads each row of logits once and writes loss and gradient; the sum of
// the losses is finished by the block that finishes last.
#include "categorical_run.cuh"

namespace wellformed::backend {

template <class T, class Label>
void cross_entropy_index(cuda where, T const* logits, Label const* labels, categorical<T> const& o, T* losses,
                         T* gradient, loss_sum* sum) {
  by_index(where, logits, labels, o, losses, gradient, sum);
}

template <class T>
void cross_entropy_probs(cuda where, T const* logits, T const* targets, categorical<T> const& o, T* losses,
                         T* gradient, loss_sum* sum) {
  auto& on = context_of(where);
  auto rows = rows_of<T, true>(on, logits, o, losses, gradient, sum);
  rows.targets = targets;
  row_run(on, "cross_entropy", rows, o.classes == 0 ? 0 : o.outer, o.classes, o.inner).start();
}

#define WF_FOR_LABEL(T, L) \
  template void cross_entropy_index<T, L>(cuda, T const*, L const*, categorical<T> const&, T*, T*, loss_sum*);
#define WF_FOR(T)               \
  WF_FOR_LABEL(T, std::uint8_t) \
  WF_FOR_LABEL(T, std::int32_t) \
  WF_FOR_LABEL(T, std::int64_t) \
  template void cross_entropy_probs<T>(cuda, T const*, T const*, categorical<T> const&, T*, T*, loss_sum*);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR
#undef WF_FOR_LABEL

}  // namespace wellformed::backend
