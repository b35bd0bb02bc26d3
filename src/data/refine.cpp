// SPDX-License-Identifier: Apache-2.0
// The checks behind refine: whole arrays are scanned, and everything that offends is reported at once.
#include <wellformed/data/refine.hpp>

#include <cmath>
#include <string>

#include <wellformed/core/bits.hpp>

#include "survey.hpp"

namespace wellformed::data {

void findings::raise_if_any() const {
  if (all_.empty()) return;
  if (all_.size() == 1) throw all_.front();
  std::string text = all_.front().what();
  text.erase(0, text.find("] ") + 2);  // the message writes the code again
  message together(all_.front().code());
  together << text.c_str();
  for (std::size_t i = 1; i < all_.size(); ++i) together << "\n" << all_[i].what();
  together.raise();
}

double raw_values::at(index_t i) const {
  auto const read = [&]<class R>(R const*) { return static_cast<double>(static_cast<R const*>(from)[i]); };
  using enum type;
  switch (element) {
    case f32:
      return read(static_cast<float*>(nullptr));
    case f64:
      return read(static_cast<double*>(nullptr));
    case i8:
      return read(static_cast<std::int8_t*>(nullptr));
    case u8:
      return read(static_cast<std::uint8_t*>(nullptr));
    case i16:
      return read(static_cast<std::int16_t*>(nullptr));
    case u16:
      return read(static_cast<std::uint16_t*>(nullptr));
    case i32:
      return read(static_cast<std::int32_t*>(nullptr));
    case u32:
      return read(static_cast<std::uint32_t*>(nullptr));
    case i64:
      return read(static_cast<std::int64_t*>(nullptr));
    case u64:
      return read(static_cast<std::uint64_t*>(nullptr));
    case boolean:
      return read(static_cast<bool*>(nullptr));
  }
  return 0;
}

void check_count(index_t got, index_t wanted, char const* where) {
  if (got == wanted) return;
  (message(807) << where << ": " << got << " values for " << wanted << " elements; check the extents")
      .raise();
}

namespace {

void write_found(message& text, survey const& seen) {
  if (!seen.any_finite) return;
  text << ", found ";
  write_value(text, seen.least);
  text << " to ";
  write_value(text, seen.greatest);
}

void write_allowed_ids(message& text, requirement const& rule) {
  text << "; allowed are 0 to " << static_cast<index_t>(rule.high);
  if (rule.names != nullptr) {
    text << " (" << rule.names[0] << " to " << rule.names[static_cast<std::size_t>(rule.high)] << ")";
  }
  if (rule.has_reserved) text << " without the reserved " << rule.reserved;
  if (rule.has_ignore) text << ", and the ignored " << rule.ignored;
}

void check_ids(requirement const& rule, subject const& what, findings& into) {
  survey seen;
  for (index_t i = 0; i < what.raw.count; ++i) {
    double const v = what.raw.at(i);
    if (rule.has_ignore && v == static_cast<double>(rule.ignored)) continue;
    seen.see(v);
    bool const reserved = rule.has_reserved && v == static_cast<double>(rule.reserved);
    if (is_finite(v) && v == std::floor(v) && v >= rule.low && v <= rule.high && !reserved) continue;
    if (reserved) ++seen.reserved;
    seen.offend(i, v);
  }
  if (seen.count == 0) return;
  bool const reserved_only = seen.reserved == seen.count;
  message text(reserved_only ? 808 : seen.not_finite() != 0 ? 803 : seen.fractions != 0 ? 802 : 801);
  text << what.where << ": " << (reserved_only ? "reserved id" : "not an id");
  write_allowed_ids(text, rule);
  write_found(text, seen);
  write_offenders(text, seen, what);
  write_id_hints(text, seen, rule);
  into.add(text);
}

bool allowed(requirement const& rule, double v) {
  switch (rule.kind) {
    case constraint::zero_or_one:
    case constraint::one_hot:
      return v == 0 || v == 1;
    case constraint::plus_minus_one:
      return v == -1 || v == 1;
    case constraint::log_simplex:
      return !is_nan(v) && v <= row_tolerance;
    case constraint::finite:
      return is_finite(v);
    default:
      return is_finite(v) && v >= rule.low && v <= rule.high;
  }
}

bool is_stored(requirement const& rule, double v) {
  if (!is_finite(v)) return rule.holds_fractions;
  return v >= rule.holds_least && v <= rule.holds_most && (rule.holds_fractions || v == std::floor(v));
}

void write_allowed_values(message& text, requirement const& rule) {
  text << ": values out of range; allowed are ";
  if (rule.kind == constraint::finite)
    text << "finite numbers";
  else if (rule.kind == constraint::plus_minus_one)
    text << "-1 and 1";
  else if (rule.kind == constraint::zero_or_one || rule.kind == constraint::one_hot)
    text << "0 and 1";
  else if (rule.kind == constraint::log_simplex)
    text << "logarithms of probabilities, not above 0";
  else if (is_finite(rule.high))
    text << rule.low << " to " << rule.high;
  else
    text << "numbers not below " << rule.low;
}

/// Pixels that are divided twice are dark, not wrong: found by their fractions.
void check_scaled(survey const& seen, subject const& what, requirement const& rule, findings& into) {
  if (!rule.scaled || rule.high <= 1 || !seen.any_fraction || seen.least < 0 || seen.greatest > 1) return;
  into.add(message(809) << what.where << ": pixels from 0 to " << rule.high
                        << " are declared, but all values are "
                        << "fractions from " << seen.least << " to " << seen.greatest
                        << "; hint: they were scaled already; declare pixels<N, 1>");
}

void check_each(requirement const& rule, subject const& what, findings& into) {
  survey seen, unstored;
  for (index_t i = 0; i < what.raw.count; ++i) {
    double const v = what.raw.at(i);
    seen.see(v);
    if (!allowed(rule, v))
      seen.offend(i, v);
    else if (!is_stored(rule, v))
      unstored.offend(i, v);
  }
  if (seen.count != 0) {
    message text(seen.not_finite() != 0 ? 803 : 804);
    text << what.where;
    write_allowed_values(text, rule);
    write_found(text, seen);
    write_offenders(text, seen, what);
    write_value_hints(text, seen, rule);
    into.add(text);
  } else {
    check_scaled(seen, what, rule, into);
  }
  if (unstored.count != 0) {
    message text(812);
    text << what.where << ": the element type cannot hold these values; it holds "
         << (rule.holds_fractions ? "" : "whole numbers from ") << rule.holds_least << " to "
         << rule.holds_most;
    write_offenders(text, unstored, what);
    text << "; hint: use a wider element type, or scale the data";
    into.add(text);
  }
}

/// Sums of rows of probabilities, or counts of ones.
struct row_sums {
  std::vector<std::pair<index_t, double>> first;  ///< position of the first value of the row, and its sum
  index_t count = 0;
  index_t rows = 0;
  bool all_whole = true;
  bool all_near = true;
};

row_sums add_rows(requirement const& rule, subject const& what) {
  row_sums found;
  index_t inner = 1, total = 1;
  for (int i = 0; i < what.rank; ++i) {
    total *= what.extents[i];
    if (i > what.axis) inner *= what.extents[i];
  }
  index_t const n = what.extents[what.axis];
  double const tolerance = rule.kind == constraint::one_hot ? 0 : row_tolerance;
  found.rows = n == 0 ? 0 : total / n;
  for (index_t row = 0; row < found.rows; ++row) {
    index_t const start = row / inner * n * inner + row % inner;
    double sum = 0;
    bool good = true;
    for (index_t c = 0; c < n && good; ++c) {
      double const v = what.raw.at(start + c * inner);
      good = allowed(rule, v);
      sum += rule.kind == constraint::log_simplex ? std::exp(v) : v;
    }
    if (!good || std::abs(sum - 1) <= tolerance) continue;
    ++found.count;
    found.all_whole = found.all_whole && sum == std::floor(sum);
    found.all_near = found.all_near && std::abs(sum - 1) < 0.02;
    if (found.first.size() < offenders_shown) found.first.emplace_back(start, sum);
  }
  return found;
}

/// "row 3", "line 7" or, of a row inside of an image, its first element.
void write_row(message& text, subject const& what, index_t start) {
  if (what.rank > 2) return write_place(text, what, start);
  index_t const row = what.rank == 2 ? start / what.extents[1] : 0;
  if (what.lines != nullptr)
    text << "line " << what.lines[row];
  else
    text << "row " << row;
}

void check_rows(requirement const& rule, subject const& what, findings& into) {
  auto const found = add_rows(rule, what);
  if (found.count == 0) return;
  bool const ones = rule.kind == constraint::one_hot;
  message text(ones ? 806 : 805);
  text << what.where << ": " << found.count << " of " << found.rows
       << (ones ? " rows do not hold a single one:" : " rows do not sum to one");
  if (!ones) text << " within " << row_tolerance << ":";
  for (std::size_t i = 0; i < found.first.size(); ++i) {
    text << (i == 0 ? " " : ", ");
    write_row(text, what, found.first[i].first);
    text << " sums to " << found.first[i].second;
  }
  if (found.count > static_cast<index_t>(found.first.size())) text << ", ...";
  if (ones)
    text << "; hint: several ones are multi_hot<S>; a row of zeros has no class";
  else if (found.all_near)
    text << "; hint: rounded to few digits? divide each row by its sum";
  else if (found.all_whole)
    text << "; hint: counts or several labels? divide each row by its sum, or declare multi_hot<S>";
  else
    text << "; hint: logits? apply softmax along the class axis; weights? divide each row by its sum";
  into.add(text);
}

}  // namespace

void check_values(requirement const& rule, subject const& what, findings& into) {
  if (rule.kind == constraint::ids) return check_ids(rule, what, into);
  check_each(rule, what, into);
  bool const has_rows = rule.kind == constraint::simplex || rule.kind == constraint::log_simplex ||
                        rule.kind == constraint::one_hot;
  if (has_rows && what.rank > 0) check_rows(rule, what, into);
}

}  // namespace wellformed::data
