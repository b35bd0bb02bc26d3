// SPDX-License-Identifier: Apache-2.0
// The confusion matrix of a page: hits blue, mistakes orange, the darker the more of a class's rows.
#include <algorithm>
#include <cmath>

#include "train/chart.hpp"
#include "train/number_text.hpp"
#include "train/page.hpp"

namespace wellformed::train {

namespace {

constexpr index_t largest_matrix = 32;
constexpr std::size_t worst_shown = 20, long_name = 4;

double share_of(index_t part, index_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

std::string cell(report_figures const& f, index_t truth, index_t predicted, index_t rows) {
  auto const n = count_of(f, truth, predicted);
  if (n == 0) return "<td class=\"none\">\xC2\xB7</td>";
  // A mistake of few rows must still be seen, so mistakes are drawn by the root of their share.
  bool const hit = truth == predicted;
  double const share = share_of(n, rows), depth = hit ? share : std::sqrt(share);
  auto const words = std::to_string(n) + " of " + std::to_string(rows) + ' ' + class_name(f, truth) +
                     " taken for " + class_name(f, predicted);
  return std::string("<td class=\"") + (depth > 0.55 ? "deep" : "light") + "\" title=\"" + escaped(words) +
         "\" style=\"background:rgb(var(" + (hit ? "--hit" : "--miss") + ")/" + fixed_text(depth, 2) +
         ")\">" + std::to_string(n) + "</td>";
}

std::string share_cell(index_t part, index_t all, bool bar) {
  if (all == 0) return "<td class=\"share\">no row</td>";
  auto const share = share_of(part, all);
  std::string html = "<td class=\"share\">" + fixed_text(share, 3);
  if (bar) html += "<span class=\"bar\"><i style=\"width:" + fixed_text(100 * share, 1) + "%\"></i></span>";
  return html + "</td>";
}

std::string whole_matrix(report_figures const& f) {
  bool tall = false;
  for (index_t p = 0; p < f.classes; ++p)
    tall = tall || (f.classes > 6 && class_name(f, p).size() > long_name);
  std::string html = "<thead><tr><th>true class</th>";
  for (index_t p = 0; p < f.classes; ++p) {
    auto const name = escaped(class_name(f, p));
    html += "<th>" + (tall ? "<span class=\"tall\">" + name + "</span>" : name) + "</th>";
  }
  html += "<th>recall</th></tr></thead>\n<tbody>\n";
  for (index_t t = 0; t < f.classes; ++t) {
    auto const rows = rows_of(f, t);
    html += "<tr><th>" + escaped(class_name(f, t)) + "</th>";
    for (index_t p = 0; p < f.classes; ++p) html += cell(f, t, p, rows);
    html += share_cell(count_of(f, t, t), rows, true) + "</tr>\n";
  }
  html += "</tbody>\n<tfoot><tr><th>precision</th>";
  for (index_t p = 0; p < f.classes; ++p) {
    auto const taken = rows_taken_for(f, p);
    html += "<td>" + (taken == 0 ? "-" : fixed_text(share_of(count_of(f, p, p), taken), 2)) + "</td>";
  }
  return html + "<td></td></tr></tfoot>\n";
}

std::string worst_classes(report_figures const& f) {
  std::vector<index_t> order;
  for (index_t t = 0; t < f.classes; ++t) {
    if (rows_of(f, t) > 0) order.push_back(t);
  }
  auto const recall = [&](index_t t) { return share_of(count_of(f, t, t), rows_of(f, t)); };
  std::stable_sort(order.begin(), order.end(), [&](index_t a, index_t b) { return recall(a) < recall(b); });
  if (order.size() > worst_shown) order.resize(worst_shown);
  std::string html = "<thead><tr><th>true class</th><th>rows</th><th>recall</th></tr></thead>\n<tbody>\n";
  for (auto const t : order) {
    html += "<tr><th>" + escaped(class_name(f, t)) + "</th><td>" + std::to_string(rows_of(f, t)) + "</td>" +
            share_cell(count_of(f, t, t), rows_of(f, t), true) + "</tr>\n";
  }
  return html + "</tbody>\n";
}

}  // namespace

std::string matrix_html(report_figures const& f) {
  bool const small = f.classes <= largest_matrix;
  std::string html = small ? "<h2>Confusion matrix</h2>\n<p>A row is the true class, a column what was "
                             "predicted; mistakes are orange.</p>\n"
                           : "<h2>Classes with the lowest recall</h2>\n";
  html += "<div class=\"scroll\"><table class=\"matrix\">\n";
  return html + (small ? whole_matrix(f) : worst_classes(f)) + "</table></div>\n";
}

}  // namespace wellformed::train
