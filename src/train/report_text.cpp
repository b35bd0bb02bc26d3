// SPDX-License-Identifier: Apache-2.0
// Lays out the confusion matrix.
#include "train/report_text.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "train/history.hpp"

namespace wellformed::train {

namespace {

constexpr index_t widest_table = 32;
constexpr std::size_t worst_in_table = 20;

// Width in code points: names may be UTF-8.
std::size_t width_of(std::string const& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string set_right(std::string const& text, std::size_t width) {
  auto const own = width_of(text);
  return own >= width ? text : std::string(width - own, ' ') + text;
}

std::string recall_text(report_figures const& figures, index_t truth) {
  auto const rows = rows_of(figures, truth);
  if (rows == 0) return "no row";
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f",
                static_cast<double>(count_of(figures, truth, truth)) / static_cast<double>(rows));
  return text;
}

std::string matrix_text(report_figures const& figures, std::size_t first) {
  std::vector<std::size_t> widths;
  std::string text = set_right("", first);
  for (index_t c = 0; c < figures.classes; ++c) {
    auto const name = class_name(figures, c);
    auto width = width_of(name);
    for (index_t t = 0; t < figures.classes; ++t) {
      width = std::max(width, std::to_string(count_of(figures, t, c)).size());
    }
    widths.push_back(width + 2);
    text += set_right(name, widths.back());
  }
  text += "   recall\n";
  for (index_t t = 0; t < figures.classes; ++t) {
    text += set_right(class_name(figures, t), first);
    for (index_t c = 0; c < figures.classes; ++c) {
      auto const n = count_of(figures, t, c);
      text += set_right(n == 0 ? "." : std::to_string(n), widths[static_cast<std::size_t>(c)]);
    }
    text += set_right(recall_text(figures, t), 9) + "\n";
  }
  return text;
}

std::string worst_text(report_figures const& figures, std::size_t first) {
  std::vector<index_t> order;
  for (index_t t = 0; t < figures.classes; ++t) {
    if (rows_of(figures, t) > 0) order.push_back(t);
  }
  auto const recall = [&](index_t t) {
    return static_cast<double>(count_of(figures, t, t)) / static_cast<double>(rows_of(figures, t));
  };
  std::stable_sort(order.begin(), order.end(), [&](index_t a, index_t b) { return recall(a) < recall(b); });
  if (order.size() > worst_in_table) order.resize(worst_in_table);
  std::string text = set_right("", first) + "   recall  rows\n";
  for (auto const t : order) {
    text += set_right(class_name(figures, t), first) + set_right(recall_text(figures, t), 9) +
            set_right(std::to_string(rows_of(figures, t)), 6) + "\n";
  }
  return text;
}

}  // namespace

std::string report_text(report_figures const& figures) {
  std::size_t first = 2;
  for (index_t t = 0; t < figures.classes; ++t) first = std::max(first, width_of(class_name(figures, t)) + 2);
  bool const small = figures.classes <= widest_table;
  std::string text = small ? "confusion matrix (a row is the true class, a column what was predicted)\n"
                           : "classes with the lowest recall\n";
  text += small ? matrix_text(figures, first) : worst_text(figures, first);
  char line[96];
  std::snprintf(line, sizeof(line), "test accuracy %.3f (%lld of %lld rows)\n", figures.accuracy.value(),
                static_cast<long long>(figures.accuracy.hits), static_cast<long long>(figures.accuracy.rows));
  return text + line;
}

}  // namespace wellformed::train
