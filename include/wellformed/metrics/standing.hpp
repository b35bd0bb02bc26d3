// SPDX-License-Identifier: Apache-2.0
// How the true class of one row stands among its scores. Ties go to the lower class id, everywhere in this
// folder.
#pragma once

#include <wellformed/core/number.hpp>
#include <wellformed/core/offence.hpp>

namespace wellformed::metrics {

struct standing {
  index_t predicted = 0;  ///< class of the greatest score; the lowest id among equals
  index_t rank = 0;       ///< classes before the true one: greater score, or equal score and lower id
  double score = 0;       ///< of the predicted class; of binary labels, of the one column
};

/// Computes the standing of class `truth` among `classes` scores that lie `step` elements apart.
/// Throws WF520 with `row` if a score is NaN; WF246 if `truth` is no class.
template <ComputingElement E>
standing standing_of(E const* scores, index_t classes, index_t step, index_t truth, index_t row);

/// Whether a one-column score says positive: strictly above `threshold`. Throws WF520 if it is NaN.
template <ComputingElement E>
bool is_positive(E score, double threshold, index_t row);

/// Throws WF246.
[[noreturn]] void raise_no_class(index_t id, index_t classes, index_t row);

/// Throws what a GPU noted of a row: WF246 or WF520.
[[noreturn]] void raise_noted(offence const& noted, index_t row);

}  // namespace wellformed::metrics
