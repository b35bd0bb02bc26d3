// SPDX-License-Identifier: Apache-2.0
// Shuffling and cutting of row numbers.
#include <wellformed/data/split.hpp>

#include <cmath>
#include <map>

namespace wellformed::data {

namespace {

constexpr std::uint64_t split_stream =
    0x73706c6974;  // "split": apart from the streams of epochs and of weights

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

void check_fraction(double fraction) {
  if (fraction > 0 && fraction < 1) return;
  (message(823) << "split: the fraction is " << fraction << "; give one between 0 and 1").raise();
}

void check_parts(parts<std::vector<index_t>> const& found, double fraction) {
  if (!found.train.empty() && !found.test.empty()) return;
  (message(823) << "split: " << fraction << " of " << found.train.size() + found.test.size()
                << " rows leaves an empty part; use more rows or another fraction")
      .raise();
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
  check_fraction(fraction);
  std::vector<index_t> order(static_cast<std::size_t>(rows));
  shuffle_rows(order, {s.value, split_stream});
  auto const cut = order.begin() + std::llround(fraction * static_cast<double>(rows));
  parts<std::vector<index_t>> found{{order.begin(), cut}, {cut, order.end()}};
  check_parts(found, fraction);
  return found;
}

parts<std::vector<index_t>> split_rows_by_class(index_t const* ids, index_t rows, double fraction, seed s) {
  check_fraction(fraction);
  std::vector<index_t> order(static_cast<std::size_t>(rows));
  shuffle_rows(order, {s.value, split_stream});
  std::map<index_t, index_t> sizes, left;  // by class; `left` is what training still takes
  for (index_t r = 0; r < rows; ++r) ++sizes[ids[r]];
  for (auto const& [id, size] : sizes) {
    if (size < 2) {
      (message(827) << "stratified_split: class " << id
                    << " has one row and cannot be in both parts; use more rows, "
                    << "leave the class out, or split")
          .raise();
    }
    auto const wanted = static_cast<index_t>(std::llround(fraction * static_cast<double>(size)));
    left[id] = wanted < 1 ? 1 : wanted > size - 1 ? size - 1 : wanted;
  }
  parts<std::vector<index_t>> found;
  for (auto const r : order) (left[ids[r]]-- > 0 ? found.train : found.test).push_back(r);
  check_parts(found, fraction);
  return found;
}

}  // namespace wellformed::data
