// SPDX-License-Identifier: Apache-2.0
// The checks behind refine, and the words of its errors: what offends, where, how often, and the usual cause.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <wellformed/core/bits.hpp>
#include <wellformed/data/refine.hpp>

namespace wellformed::data {

double raw_values::at(index_t i) const {
  auto const read = [&]<class R>(R const*) { return static_cast<double>(static_cast<R const*>(from)[i]); };
  using enum type;
  switch (element) {
    case f32: return read(static_cast<float*>(nullptr));
    case f64: return read(static_cast<double*>(nullptr));
    case i8: return read(static_cast<std::int8_t*>(nullptr));
    case u8: return read(static_cast<std::uint8_t*>(nullptr));
    case i16: return read(static_cast<std::int16_t*>(nullptr));
    case u16: return read(static_cast<std::uint16_t*>(nullptr));
    case i32: return read(static_cast<std::int32_t*>(nullptr));
    case u32: return read(static_cast<std::uint32_t*>(nullptr));
    case i64: return read(static_cast<std::int64_t*>(nullptr));
    case u64: return read(static_cast<std::uint64_t*>(nullptr));
    case boolean: return read(static_cast<bool*>(nullptr));
  }
  return 0;
}

void check_count(index_t got, index_t wanted, char const* where) {
  if (got == wanted) return;
  (message(807) << where << ": " << got << " values for " << wanted << " elements; check the extents").raise();
}

namespace {

constexpr int shown = 5;
constexpr double row_tolerance = 1e-4;  // how far a row of probabilities in f32 may be from one

/// Value by value: what was found, how often, and where it was first seen.
struct survey {
  std::map<double, index_t> bad;
  std::vector<std::pair<index_t, double>> first;
  index_t count = 0;
  index_t not_finite = 0;
  index_t fractional = 0;
  double least = HUGE_VAL;
  double greatest = -HUGE_VAL;
  bool only_extremes = true;  ///< every value is 0 or 255
  bool only_signs = true;     ///< every value is -1 or +1

  void see(double v) {
    if (is_finite(v)) {
      least = std::min(least, v);
      greatest = std::max(greatest, v);
    }
    only_extremes = only_extremes && (v == 0 || v == 255);
    only_signs = only_signs && (v == -1 || v == 1);
  }
  void offend(index_t at, double v) {
    ++count;
    if (!is_finite(v)) ++not_finite;
    else if (v != std::floor(v)) ++fractional;
    if (bad.size() < 4096 || bad.count(v) != 0) ++bad[is_nan(v) ? HUGE_VAL : v];
    if (first.size() < shown) first.emplace_back(at, v);
  }
};

void write_value(message& text, double v) {
  if (is_nan(v)) text << "nan";
  else if (!is_finite(v)) text << (std::signbit(v) ? "-inf" : "inf");
  else if (v == std::floor(v) && std::abs(v) < 9e15) text << static_cast<long long>(v);
  else text << v;
}

/// Row and column of value `at`, or line and column in its file.
void write_place(message& text, index_t at, index_t row_length, file_position const& position) {
  index_t const row = at / row_length, column = at % row_length;
  if (position.lines != nullptr) {
    text << "line " << position.lines[row] << " column " << position.first_column + column;
  } else {
    text << "row " << row;
    if (row_length > 1) text << " column " << column;
  }
}

void write_offenders(message& text, survey const& seen, index_t total, index_t row_length,
                     file_position const& position) {
  text << "; " << seen.count << " of " << total << (seen.count == 1 ? " values offends:" : " values offend:");
  for (auto const& [at, v] : seen.first) {
    text << (at == seen.first.front().first ? " " : ", ");
    write_place(text, at, row_length, position);
    text << " is ";
    write_value(text, v);
  }
  if (seen.count > static_cast<index_t>(seen.first.size())) text << ", ...";
  std::vector<std::pair<double, index_t>> often(seen.bad.begin(), seen.bad.end());
  std::sort(often.begin(), often.end(), [](auto const& a, auto const& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (often.size() < 2 && seen.count < 2) return;
  text << "; histogram of offenders:";
  for (std::size_t i = 0; i < often.size() && i < 8; ++i) {
    text << (i == 0 ? " " : ", ");
    if (often[i].first == HUGE_VAL) text << "nan";
    else write_value(text, often[i].first);
    text << " x" << often[i].second;
  }
  if (often.size() > 8) text << ", and " << often.size() - 8 << " other values";
}

void write_id_hint(message& text, survey const& seen, requirement const& rule) {
  double const classes = rule.high + 1;
  if (seen.not_finite != 0) {
    text << "; hint: a field is missing or not a number; drop or repair these rows";
  } else if (seen.fractional != 0) {
    text << "; hint: fractional values are no class ids; a probability is class_probs<S>, a target is regression<D>, "
            "an interpolated mask must be resized by nearest neighbour";
  } else if (seen.only_signs) {
    text << "; hint: values -1 and +1: declare signed_label, or map -1 to 0";
  } else if (seen.only_extremes && seen.greatest == 255) {
    text << "; hint: values 0 and 255: a mask image; divide by 255, or declare ignore<255> if 255 means void";
  } else if (seen.least == 1 && seen.greatest == classes && seen.bad.size() == 1) {
    text << "; hint: min 1, max " << static_cast<index_t>(classes) << ": looks 1-based; subtract 1";
  } else if (seen.bad.size() == 1 && seen.bad.begin()->first < 0) {
    text << "; hint: " << static_cast<index_t>(seen.bad.begin()->first) << " looks like a sentinel; declare ignore<"
         << static_cast<index_t>(seen.bad.begin()->first) << ">";
  } else if (seen.bad.size() == 1 && seen.bad.begin()->first == 255) {
    text << "; hint: 255 often means void; declare ignore<255>";
  } else if (seen.bad.size() == 1 && seen.bad.begin()->first == classes) {
    text << "; hint: " << static_cast<index_t>(classes)
         << " is one too many: an id shifted by one, a background class not counted, or an unknown item that got the "
            "size of the table";
  } else if (std::abs(seen.greatest) > 1e9 || std::abs(seen.least) > 1e9) {
    text << "; hint: such a value is corrupt data; check how the file is read (element type, byte order)";
  } else {
    text << "; hint: raw ids of another label set? map them by name, or give the set more classes";
  }
}

void check_ids(requirement const& rule, raw_values const& raw, char const* where, file_position const& position) {
  survey seen;
  bool reserved_only = true;
  for (index_t i = 0; i < raw.count; ++i) {
    double const v = raw.at(i);
    if (rule.has_ignore && v == static_cast<double>(rule.ignored)) continue;
    seen.see(v);
    bool const reserved = rule.has_reserved && v == static_cast<double>(rule.reserved);
    if (is_finite(v) && v == std::floor(v) && v >= rule.low && v <= rule.high && !reserved) continue;
    reserved_only = reserved_only && reserved;
    seen.offend(i, v);
  }
  if (seen.count == 0) return;
  message text(reserved_only ? 808 : seen.not_finite != 0 ? 803 : seen.fractional != 0 ? 802 : 801);
  text << where << ": " << (reserved_only ? "reserved id" : "not an id") << "; allowed are 0 to "
       << static_cast<index_t>(rule.high);
  if (rule.names != nullptr) {
    text << " (" << rule.names[0] << " to " << rule.names[static_cast<std::size_t>(rule.high)] << ")";
  }
  if (rule.has_reserved) text << " without the reserved " << rule.reserved;
  if (rule.has_ignore) text << ", and the ignored " << rule.ignored;
  write_offenders(text, seen, raw.count, 1, position);
  if (reserved_only) text << "; hint: the absence of an object is an empty list, not the reserved id";
  else write_id_hint(text, seen, rule);
  text.raise();
}

void write_interval_hint(message& text, survey const& seen, requirement const& rule) {
  if (seen.not_finite != 0) text << "; hint: NaN or infinity was made before; find the first such row upstream";
  else if (rule.kind == constraint::zero_or_one && seen.only_extremes) text << "; hint: a mask image; divide by 255";
  else if (rule.kind == constraint::zero_or_one && seen.only_signs) {
    text << "; hint: values -1 and +1: declare signed_label, or map -1 to 0";
  } else if (rule.kind == constraint::plus_minus_one && seen.least == 0) {
    text << "; hint: values 0 and 1: declare binary<S>";
  } else if (rule.high == 1 && seen.least >= 0 && seen.greatest <= 100 && seen.greatest > 2) {
    text << "; hint: percentages? divide by 100";
  } else if (rule.high == 1 && seen.least >= 0 && seen.greatest <= 255 && seen.greatest > 100) {
    text << "; hint: 8-bit pixels? declare pixels<N>, or divide by 255";
  } else if (rule.high == 1) {
    text << "; hint: these look like logits or real numbers; apply sigmoid or softmax, or declare real";
  } else if (is_finite(rule.high)) {
    text << "; hint: declare the true maximum, as in pixels<N, Max>; values outside it are corrupt";
  } else {
    text << "; hint: declare real if negative values are meant";
  }
}

bool allowed(requirement const& rule, double v) {
  switch (rule.kind) {
    case constraint::zero_or_one:
    case constraint::one_hot: return v == 0 || v == 1;
    case constraint::plus_minus_one: return v == -1 || v == 1;
    case constraint::log_simplex: return !is_nan(v) && v <= row_tolerance;
    case constraint::finite: return is_finite(v);
    default: return is_finite(v) && v >= rule.low && v <= rule.high;
  }
}

void check_each(requirement const& rule, raw_values const& raw, index_t row_length, char const* where,
                file_position const& position) {
  survey seen;
  for (index_t i = 0; i < raw.count; ++i) {
    double const v = raw.at(i);
    seen.see(v);
    if (!allowed(rule, v)) seen.offend(i, v);
  }
  if (seen.count == 0) return;
  message text(seen.not_finite != 0 ? 803 : 804);
  text << where << ": values out of range; allowed are ";
  if (rule.kind == constraint::finite) text << "finite numbers";
  else if (rule.kind == constraint::plus_minus_one) text << "-1 and 1";
  else if (rule.kind == constraint::zero_or_one || rule.kind == constraint::one_hot) text << "0 and 1";
  else if (rule.kind == constraint::log_simplex) text << "logarithms of probabilities, not above 0";
  else if (is_finite(rule.high)) text << rule.low << " to " << rule.high;
  else text << "numbers not below " << rule.low;
  write_offenders(text, seen, raw.count, row_length, position);
  write_interval_hint(text, seen, rule);
  text.raise();
}

/// Rows of probabilities sum to one; rows of one-hot labels hold a single one.
void check_rows(requirement const& rule, raw_values const& raw, layout const& rows, char const* where,
                file_position const& position) {
  std::vector<std::pair<index_t, double>> first;
  index_t count = 0;
  for (index_t o = 0; o < rows.outer; ++o) {
    for (index_t i = 0; i < rows.inner; ++i) {
      double total = 0;
      for (index_t c = 0; c < rows.n; ++c) {
        double const v = raw.at((o * rows.n + c) * rows.inner + i);
        total += rule.kind == constraint::log_simplex ? std::exp(v) : v;
      }
      double const tolerance = rule.kind == constraint::one_hot ? 0 : row_tolerance;
      if (std::abs(total - 1) <= tolerance) continue;
      ++count;
      if (first.size() < shown) first.emplace_back(o * rows.inner + i, total);
    }
  }
  if (count == 0) return;
  message text(rule.kind == constraint::one_hot ? 806 : 805);
  text << where << ": " << count << " of " << rows.outer * rows.inner << " rows do not sum to one:";
  for (auto const& [row, total] : first) {
    text << (row == first.front().first ? " " : ", ") << (position.lines != nullptr ? "line " : "row ")
         << (position.lines != nullptr ? position.lines[row] : row) << " sums to " << total;
  }
  if (count > static_cast<index_t>(first.size())) text << ", ...";
  if (rule.kind == constraint::one_hot) text << "; hint: several ones are multi_hot<S>; a row of zeros has no class";
  else text << "; hint: logits? apply softmax; counts? divide each row by its sum";
  text.raise();
}

}  // namespace

void check_values(requirement const& rule, raw_values const& raw, layout const& rows, char const* where,
                  file_position const& position) {
  if (rule.kind == constraint::ids) return check_ids(rule, raw, where, position);
  check_each(rule, raw, rows.n * rows.inner, where, position);
  if (rule.kind == constraint::simplex || rule.kind == constraint::log_simplex || rule.kind == constraint::one_hot) {
    check_rows(rule, raw, rows, where, position);
  }
}

}  // namespace wellformed::data
