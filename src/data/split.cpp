// SPDX-License-Identifier: Apache-2.0
// Shuffling and cutting of row numbers; serial numbers of batches.
#include <atomic>
#include <cmath>

#include <wellformed/data/loader.hpp>
#include <wellformed/data/table.hpp>

namespace wellformed::data {

namespace {

/// Uniform in [0, bound), without bias: a draw above the last full multiple is drawn again.
index_t below(index_t bound, philox_stream const& numbers, std::uint64_t& next) {
  auto const n = static_cast<std::uint64_t>(bound);
  auto const limit = UINT64_MAX - UINT64_MAX % n;
  for (;;) {
    auto const high = std::uint64_t{numbers.word(next)} << 32;
    auto const drawn = high | numbers.word(next + 1);
    next += 2;
    if (drawn < limit) return static_cast<index_t>(drawn % n);
  }
}

}  // namespace

void shuffle_rows(std::vector<index_t>& order, philox_stream numbers) {
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<index_t>(i);
  std::uint64_t next = 0;
  for (std::size_t i = order.size(); i > 1; --i) {
    auto const j = static_cast<std::size_t>(below(static_cast<index_t>(i), numbers, next));
    std::swap(order[i - 1], order[j]);
  }
}

parts<std::vector<index_t>> split_rows(index_t rows, double fraction, seed s) {
  if (!(fraction > 0 && fraction < 1)) {
    (message(823) << "split: the fraction is " << fraction << "; give one between 0 and 1").raise();
  }
  auto const first = static_cast<index_t>(std::llround(fraction * static_cast<double>(rows)));
  if (first == 0 || first == rows) {
    (message(823) << "split: " << fraction << " of " << rows << " rows leaves an empty part; use more rows or another "
                  << "fraction")
        .raise();
  }
  std::vector<index_t> order(static_cast<std::size_t>(rows));
  shuffle_rows(order, {s.value, 0x73706c6974});
  auto const cut = order.begin() + first;
  return {{order.begin(), cut}, {cut, order.end()}};
}

std::uint64_t next_batch_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace wellformed::data
