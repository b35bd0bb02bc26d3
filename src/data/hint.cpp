// SPDX-License-Identifier: Apache-2.0
// Hints: the usual causes of bad data, as far as the values show them. Each is one `if` and one sentence.
#include <cmath>

#include "survey.hpp"

namespace wellformed::data {

namespace {

constexpr char const* hint = "; hint: ";
constexpr double surely_corrupt = 1e9;

bool is_whole(double v) { return v == std::floor(v); }

/// Whole offenders of the usual size, by where they stand beside the allowed ids.
struct strays {
  index_t negative = 0;  ///< different negative values
  double a_negative = 0;
  bool void_255 = false;
  bool one_too_many = false;  ///< the number of classes itself
  index_t others = 0;
};

strays strays_of(survey const& seen, requirement const& rule) {
  strays found;
  for (auto const& [v, times] : seen.offenders) {
    if (!is_whole(v) || std::abs(v) > surely_corrupt) continue;
    if (rule.has_reserved && v == static_cast<double>(rule.reserved)) continue;
    if (v < 0) {
      ++found.negative;
      found.a_negative = v;
    } else if (v == rule.high + 1) {
      found.one_too_many = true;
    } else if (v == 255) {
      found.void_255 = true;
    } else {
      ++found.others;
    }
  }
  return found;
}

void write_sentinel_hints(message& text, strays const& found) {
  if (found.negative == 1) {
    auto const id = static_cast<index_t>(found.a_negative);
    text << hint << id << " looks like a sentinel; declare ignore<" << id << ">";
  } else if (found.negative > 1) {
    text << hint << "several negative values are no sentinel; check how the ids were made";
  }
  if (found.void_255) text << hint << "255 often means void; declare ignore<255>";
}

}  // namespace

void write_id_hints(message& text, survey const& seen, requirement const& rule) {
  auto const found = strays_of(seen, rule);
  auto const classes = static_cast<index_t>(rule.high) + 1;
  bool const corrupt = seen.greatest > surely_corrupt || seen.least < -surely_corrupt;
  if (seen.not_finite() != 0) text << hint << "a field is missing or not a number; drop or repair these rows";
  if (corrupt)
    text << hint << "such a value is corrupt data; check how the file is read (element type, byte order)";
  if (seen.fractions != 0) {
    text << hint
         << "fractional values are no class ids; a probability is class_probs<S>, a target is regression<D>, "
            "an interpolated mask must be resized by nearest neighbour";
  }
  if (seen.reserved != 0) {
    text << hint << "the absence of an object is an empty list, not the reserved id " << rule.reserved;
  }
  if (seen.only_signs) {
    text << hint << "values -1 and +1: declare signed_label, or map -1 to 0";
  } else if (seen.only_extremes && seen.greatest == 255) {
    text << hint << "values 0 and 255: a mask image; divide by 255, or declare ignore<255> if 255 means void";
  } else {
    write_sentinel_hints(text, found);
    if (found.others != 0) {
      text << hint
           << "raw ids of another label set? map them by name (named_class<S>), or give the set more classes";
    } else if (found.one_too_many && seen.least_id == 1) {
      text << hint << "min 1, max " << classes << ": looks 1-based; subtract 1";
    } else if (found.one_too_many && seen.least_id > 1) {
      text << hint << "the ids run from " << seen.least_id << " to " << classes << ", and the last one is "
           << classes - 1 << ": 1-based ids, or an item that the set does not count; subtract 1, or give the "
           << "set one more";
    } else if (found.one_too_many) {
      text << hint << classes
           << " is one too many: an id shifted by one, a background class not counted, or an unknown item "
              "that got the "
              "size of the table";
    }
  }
}

void write_value_hints(message& text, survey const& seen, requirement const& rule) {
  if (seen.not_finite() != 0) {
    text << hint << "NaN or infinity was made before; find the first such row upstream, drop or repair it";
  }
  bool const bits = rule.kind == constraint::zero_or_one || rule.kind == constraint::one_hot;
  bool const to_one = bits || (rule.high == 1 && rule.kind != constraint::plus_minus_one);
  if (seen.offenders.empty()) return;
  if (bits && seen.only_extremes) {
    text << hint << "a mask image; divide by 255";
  } else if (bits && seen.only_signs) {
    text << hint << "values -1 and +1: declare signed_label, or map -1 to 0";
  } else if (bits && seen.least >= 1 && seen.greatest == 2) {
    text << hint << "values 1 and 2: looks 1-based; subtract 1";
  } else if (bits && seen.fractions != 0 && seen.least >= 0 && seen.greatest <= 1) {
    text << hint << "probabilities are class_probs<S> or unit_interval, not hard labels";
  } else if (rule.kind == constraint::plus_minus_one && seen.least == 0) {
    text << hint << "values 0 and 1: declare binary<S>";
  } else if (to_one && seen.least >= 0 && seen.greatest <= 100 && seen.greatest > 2) {
    text << hint << "percentages? divide by 100";
  } else if (to_one && seen.least >= 0 && seen.greatest <= 255 && seen.greatest > 100) {
    text << hint << "8-bit pixels? declare pixels<N>, or divide by 255";
  } else if (to_one) {
    text << hint << "these look like logits or real numbers; apply sigmoid or softmax, or declare real";
  } else if (rule.kind == constraint::log_simplex) {
    text << hint << "probabilities or logits? take log of the first, log_softmax of the second";
  } else if (rule.scaled) {
    text << hint << "declare the true maximum, as in pixels<N, Max>; values outside it are corrupt";
  } else if (rule.kind == constraint::interval) {
    text << hint << "declare real if negative values are meant";
  }
}

}  // namespace wellformed::data
