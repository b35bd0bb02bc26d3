// SPDX-License-Identifier: Apache-2.0
// Walks over rows from the greatest score down, equal scores as one group.
#include <wellformed/metrics/ranking.hpp>

#include <algorithm>

namespace wellformed::metrics {

namespace {

[[noreturn]] void raise_one_kind(char const* metric, char const* missing) {
  message text(247);
  text << metric << ": there is no " << missing << " row, so nothing can be ranked; add rows of both kinds";
  text.raise();
}

struct group {
  double positive = 0, negative = 0;
};

/// Counts of each group of equal scores, from the greatest.
std::vector<group> groups_of(std::vector<scored>& rows) {
  std::sort(rows.begin(), rows.end(), [](scored const& a, scored const& b) { return a.score > b.score; });
  std::vector<group> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].score != rows[i - 1].score) groups.emplace_back();
    ++(rows[i].positive ? groups.back().positive : groups.back().negative);
  }
  return groups;
}

}  // namespace

double auroc(std::vector<scored> rows) {
  double positive = 0, negative = 0, pairs = 0;
  for (auto const& each : groups_of(rows)) {
    pairs += each.negative * (positive + each.positive / 2);
    positive += each.positive;
    negative += each.negative;
  }
  if (positive == 0) raise_one_kind("auroc", "positive");
  if (negative == 0) raise_one_kind("auroc", "negative");
  return pairs / (positive * negative);
}

double average_precision(std::vector<scored> rows) {
  double positive = 0, all = 0, sum = 0;
  for (auto const& each : groups_of(rows)) {
    positive += each.positive;
    all += each.positive + each.negative;
    sum += each.positive * positive / all;
  }
  if (positive == 0) raise_one_kind("average_precision", "positive");
  return sum / positive;
}

}  // namespace wellformed::metrics
