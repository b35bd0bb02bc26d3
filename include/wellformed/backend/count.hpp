// SPDX-License-Identifier: Apache-2.0
// Counts of pairs of class ids: the confusion matrix of a batch, without its names.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// counts (classes, classes), of (truth, predicted), += the rows. Rows of a mask with false, and of the
/// ignored id, do not count. For Label std::uint8_t, std::int32_t, std::int64_t. Throws WF820 for a truth and
/// WF214 for a prediction that is no class, and counts no row.
template <class Label>
void confusion_counts(host, index_t* counts, index_t const* predicted, Label const* truth, index_t rows,
                      index_t classes, bool has_ignore, index_t ignored, bool const* mask);
/// The same on a GPU, in its stream; an offending row alone is left out and goes to the error record.
template <class Label>
void confusion_counts(cuda where, index_t* counts, index_t const* predicted, Label const* truth, index_t rows,
                      index_t classes, bool has_ignore, index_t ignored, bool const* mask);

}  // namespace wellformed::backend
