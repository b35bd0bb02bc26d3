// SPDX-License-Identifier: Apache-2.0
// Tails: the rows that do not fill the last batch, and the batch sizes near by that leave no small one.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed {

/// Source of a loader whose data set has a number of rows that the type knows, so that a refusal can name it.
template <class Source, index_t Rows>
struct rows_of {
  static constexpr index_t rows = Rows;
};

/// Rows of the last batch that is not full; 0 if all are.
constexpr index_t tail_of(index_t rows, index_t n) { return rows % n; }

/// No tail, or one of at least `least` rows.
constexpr bool tail_fits(index_t rows, index_t n, index_t least) {
  return n >= least && rows >= least && (tail_of(rows, n) == 0 || tail_of(rows, n) >= least);
}

/// The nearest batch sizes below and above n with which no batch has fewer than `least` rows; 0 where there
/// is none.
struct nearest_sizes {
  index_t below = 0;
  index_t above = 0;
};
constexpr nearest_sizes sizes_without_tail(index_t rows, index_t n, index_t least) {
  nearest_sizes found;
  for (index_t m = n - 1; m >= least && m >= 1 && found.below == 0; --m) {
    if (tail_fits(rows, m, least)) found.below = m;
  }
  for (index_t m = n + 1; m <= rows && found.above == 0; ++m) {
    if (tail_fits(rows, m, least)) found.above = m;
  }
  return found;
}

}  // namespace wellformed
