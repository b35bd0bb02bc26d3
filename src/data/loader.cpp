// SPDX-License-Identifier: Apache-2.0
// Checks of loaders that only the data set can decide, and serial numbers of batches.
#include <wellformed/data/zip.hpp>

#include <atomic>

namespace wellformed::data {

std::uint64_t next_batch_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void refuse_rows(index_t first, index_t other) {
  (message(821) << "table: one column has " << first << " rows, another " << other
                << "; give columns of the same rows")
      .raise();
}

void check_rows(index_t rows, std::vector<index_t> const& which) {
  for (index_t const row : which) {
    if (row >= 0 && row < rows) continue;
    (message(849) << "subset: there is no row " << row << " in a table of " << rows
                  << " rows, which count from 0")
        .raise();
  }
}

void check_batches(index_t rows, index_t n, index_t batches, index_t least) {
  if (rows == 0) {
    (message(824)
     << "loader: the data set has no row; look at the file that it was read from, or at the split "
        "or filter that left none")
        .raise();
  }
  if (batches == 0) {
    (message(824) << "loader: " << rows << " rows and batches of " << n
                  << " leave no batch under this policy; use a smaller batch_size or keep")
        .raise();
  }
  if (least <= 1 || tail_fits(rows, n, least)) return;
  auto const sizes = sizes_without_tail(rows, n, least);
  message text(828);
  text << "loader: " << rows << " rows and batches of " << n << " leave a last batch of " << tail_of(rows, n)
       << ", and keep_at_least<" << least << "> promises more; use batch_size<";
  if (sizes.below != 0) text << sizes.below << ">";
  if (sizes.below != 0 && sizes.above != 0) text << " or batch_size<";
  if (sizes.above != 0) text << sizes.above << ">";
  text << ", or drop_if_below<" << least << ">";
  text.raise();
}

void refuse_stale_iterator() {
  (message(825)
   << "loader: another epoch was begun while this loop runs; make a second loader for the inner loop")
      .raise();
}

void check_position(loader_position const& saved, loader_position const& own, index_t batches) {
  loader_position order = saved;
  order.epoch = own.epoch;
  order.batch = own.batch;
  if (order == own && saved.batch >= 0 && saved.batch < batches) return;
  auto const write = [](message& text, loader_position const& at) {
    text << at.rows << " rows, batches of " << at.batch_size << ", ";
    if (at.shuffled)
      text << "shuffle{" << static_cast<unsigned long long>(at.seed) << "}";
    else
      text << "no shuffle";
  };
  message text(848);
  text << "resume: the position is batch " << saved.batch << " of ";
  write(text, saved);
  text << "; this loader has ";
  write(text, own);
  text << " and " << batches << " batches; make it of the same rows, batch_size and seed";
  text.raise();
}

void refuse_other_order() {
  (message(829)
   << "zip: the loaders go through their rows in different orders, so row r of one is not row r of the "
      "other; give them the same shuffle{seed}, or none, and begin the same number of epochs of each, "
      "resumed at one position")
      .raise();
}

void check_in_step(index_t batches, index_t first_batches, index_t last_rows, index_t first_last_rows,
                   int which) {
  if (batches == first_batches && last_rows == first_last_rows) return;
  (message(826) << "zip: loader " << which << " yields " << batches << " batches, the last of " << last_rows
                << " rows; loader 0 yields " << first_batches << ", the last of " << first_last_rows
                << "; cut both data sets to one length, or use drop with data sets of as many batches")
      .raise();
}

}  // namespace wellformed::data
