// SPDX-License-Identifier: Apache-2.0
// Where offenders stand and how often each value occurs, in words.
#include "survey.hpp"

#include <algorithm>
#include <cmath>

#include <wellformed/core/bits.hpp>

namespace wellformed::data {

namespace {

constexpr std::size_t values_kept = 4096;
constexpr std::size_t values_shown = 8;

}  // namespace

void survey::see(double v) {
  only_extremes = only_extremes && (v == 0 || v == 255);
  only_signs = only_signs && (v == -1 || v == 1);
  if (!is_finite(v)) return;
  least = any_finite ? std::min(least, v) : v;
  greatest = any_finite ? std::max(greatest, v) : v;
  any_finite = true;
  if (v >= 0) least_id = std::min(least_id, v);
  any_fraction = any_fraction || v != std::floor(v);
}

void survey::offend(index_t at, double v) {
  ++count;
  if (first.size() < offenders_shown) first.emplace_back(at, v);
  if (is_nan(v)) {
    ++nan;
  } else if (!is_finite(v)) {
    ++infinite;
  } else {
    if (v != std::floor(v)) ++fractions;
    if (offenders.size() < values_kept || offenders.count(v) != 0)
      ++offenders[v];
    else
      more_values = true;
  }
}

void write_value(message& text, double v) {
  if (is_nan(v))
    text << "nan";
  else if (!is_finite(v))
    text << (std::signbit(v) ? "-inf" : "inf");
  else if (v == std::floor(v) && std::abs(v) < 9e15)
    text << static_cast<long long>(v);
  else
    text << v;
}

/// "row 3", "row 3 column 1", "element (3, 1, 5)"; "line 7 column 2" in a file.
void write_place(message& text, subject const& what, index_t at) {
  index_t width = 1;
  for (int i = 1; i < what.rank; ++i) width *= what.extents[i];
  index_t const row = at / width, column = at % width;
  if (what.lines != nullptr) {
    text << "line " << what.lines[row] << " column " << what.first_column + column;
  } else if (what.rank <= 2) {
    text << "row " << row;
    if (width > 1) text << " column " << column;
  } else {
    text << "element (";
    index_t rest = at, inner = width;
    for (int i = 0; i < what.rank; ++i) {
      text << (i == 0 ? "" : ", ") << rest / inner;
      rest %= inner;
      if (i + 1 < what.rank) inner /= what.extents[i + 1];
    }
    text << ")";
  }
}

void write_offenders(message& text, survey const& seen, subject const& what) {
  text << "; " << seen.count << " of " << what.raw.count
       << (seen.count == 1 ? " values offends:" : " values offend:");
  for (std::size_t i = 0; i < seen.first.size(); ++i) {
    text << (i == 0 ? " " : ", ");
    write_place(text, what, seen.first[i].first);
    text << " is ";
    write_value(text, seen.first[i].second);
  }
  if (seen.count > static_cast<index_t>(seen.first.size())) text << ", ...";
  if (seen.count < 2) return;

  std::vector<std::pair<double, index_t>> often(seen.offenders.begin(), seen.offenders.end());
  std::sort(often.begin(), often.end(), [](auto const& a, auto const& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  text << "; histogram of offenders:";
  char const* between = " ";
  if (seen.nan != 0) text << std::exchange(between, ", ") << "nan x" << seen.nan;
  if (seen.infinite != 0) text << std::exchange(between, ", ") << "infinite x" << seen.infinite;
  for (std::size_t i = 0; i < often.size() && i < values_shown; ++i) {
    text << std::exchange(between, ", ");
    write_value(text, often[i].first);
    text << " x" << often[i].second;
  }
  if (often.size() > values_shown) {
    text << ", and " << often.size() - values_shown << (seen.more_values ? " or more" : "")
         << " other values";
  }
}

}  // namespace wellformed::data
