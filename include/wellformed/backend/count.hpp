// SPDX-License-Identifier: Apache-2.0
// How the true classes stand among scores, counted on a GPU: what metrics of class ids are made of. The host
// counts in metrics/for_each_row.hpp.
#pragma once

#include <wellformed/core/offence.hpp>
#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// Which rows count: not those with the ignored id, nor those of a mask with false, whose elements stand for
/// `repeat` rows each.
struct counted_places {
  bool has_ignore = false;
  index_t ignored = 0;
  bool const* mask = nullptr;
  index_t repeat = 1;
};

/// Counts in the memory of a GPU, of all calls since clear_standings.
struct standing_counts {
  void* memory;     ///< of bytes()
  index_t ranks;    ///< places for ranks 0, 1, ...; the last takes what is greater too
  index_t classes;  ///< of the matrix of (truth, predicted); 0: there is none

  static constexpr std::size_t head = 64;  ///< bytes of the lowest offence
  index_t numbers() const { return ranks + classes * classes; }
  std::size_t bytes() const { return head + static_cast<std::size_t>(numbers()) * sizeof(index_t); }
};

void clear_standings(cuda where, standing_counts const& counts);

/// Adds the rows of scores (outer, classes, inner) with labels (outer, inner): rank is the number of greater
/// scores, and of equal ones with a lower class. `first` is the number of the first row among those of all
/// calls. A label that is no class (246) or a score that is NaN (520, the value is its column) is noted, and
/// its row left out; the lowest row stays noted. For E float, double; Label std::uint8_t, std::int32_t,
/// std::int64_t.
template <class E, class Label>
void count_standings(cuda where, standing_counts const& counts, E const* scores, Label const* truth,
                     index_t outer, index_t classes, index_t inner, counted_places const& places,
                     index_t first);

/// The same for one score a row, which says class `positive` of two if it is above `threshold`; labels are 1
/// for that class, else 0. Label bool, float and double too.
template <class E, class Label>
void count_answers(cuda where, standing_counts const& counts, E const* scores, Label const* truth,
                   index_t rows, double threshold, index_t positive, counted_places const& places,
                   index_t first);

/// Waits, and writes ranks and matrix to `numbers` in the host's memory. Returns the lowest offence, whose
/// code is 0 if there is none. Throws what the kernels before noted.
offence read_standings(cuda where, standing_counts const& counts, index_t* numbers);

}  // namespace wellformed::backend
