// SPDX-License-Identifier: Apache-2.0
// Softmax, pick and gradient in one kernel, over the middle axis of (outer, classes, inner).
#pragma once

#include <wellformed/core/number.hpp>
#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// Shape and options of a categorical loss.
template <class T>
struct categorical {
  index_t outer = 0;
  index_t classes = 0;
  index_t inner = 1;
  T const* weights = nullptr;  ///< one a class, or null: all 1
  T label_smoothing = 0;
  bool has_ignore = false;
  index_t ignored = 0;
  bool const* mask = nullptr;  ///< one a row, or null: rows with false do not count
};

/// What a loss adds up to, and the first label that is no class, if any.
struct loss_sum {
  double total = 0;   ///< of all counted rows
  double weight = 0;  ///< sum of the weights of the counted rows; their number without weights
  index_t rows = 0;   ///< counted rows
  index_t bad_row = -1;
  index_t bad_value = 0;
};

/// For Label std::uint8_t, std::int32_t, std::int64_t. labels, losses: (outer, inner). `losses` (one a row)
/// and `gradient` (of the sum by the logits) may be null. Stops at a label outside [0, classes) that is not
/// ignored. Computes: -w[t] ((1 - e) log p[t]) - e/C sum_c w[c] log p[c], as
/// torch.nn.functional.cross_entropy.
template <class T, class Label>
loss_sum cross_entropy_index(host, T const* logits, Label const* labels, categorical<T> const& o, T* losses,
                             T* gradient);
/// The same on a GPU, in its stream. Goes on behind a bad label, whose row adds nothing; the error record
/// names the lowest such row. `gradient` may be `logits`.
template <class T, class Label>
void cross_entropy_index(cuda where, T const* logits, Label const* labels, categorical<T> const& o, T* losses,
                         T* gradient, loss_sum* sum);
/// Logits stored in 16 bits, their gradient too; computed in float.
template <StorageElement E, class Label>
void cross_entropy_index(cuda where, E const* logits, Label const* labels, categorical<float> const& o,
                         float* losses, E* gradient, loss_sum* sum);

/// Targets are probabilities (outer, classes, inner). Computes: -sum_c w[c] q[c] log p[c] with smoothed q.
template <class T>
loss_sum cross_entropy_probs(host, T const* logits, T const* targets, categorical<T> const& o, T* losses,
                             T* gradient);
/// The same on a GPU, in its stream. `gradient` may be `logits`.
template <class T>
void cross_entropy_probs(cuda where, T const* logits, T const* targets, categorical<T> const& o, T* losses,
                         T* gradient, loss_sum* sum);

/// The logits are log-probabilities already. Computes: -w[t] log p[t]. Label smoothing is not used.
template <class T, class Label>
loss_sum nll(host, T const* log_probs, Label const* labels, categorical<T> const& o, T* losses, T* gradient);
/// The same on a GPU, in its stream; goes on behind a bad label as cross_entropy_index does.
template <class T, class Label>
void nll(cuda where, T const* log_probs, Label const* labels, categorical<T> const& o, T* losses, T* gradient,
         loss_sum* sum);

/// gradient (outer, classes, inner) *= factor (outer, inner), row by row.
template <class T>
void scale_rows(host, T* gradient, T const* factor, index_t outer, index_t classes, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void scale_rows(cuda where, T* gradient, T const* factor, index_t outer, index_t classes, index_t inner);

}  // namespace wellformed::backend
