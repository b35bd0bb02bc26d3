// SPDX-License-Identifier: Apache-2.0
// Standing of the true class in a row of scores. NaN is found by its bits, before any comparison could lose
// it.
#include <wellformed/metrics/standing.hpp>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/error.hpp>

namespace wellformed::metrics {

namespace {

[[noreturn]] void raise_nan(index_t row, index_t column) {
  message text(520);
  text << "metrics: the score of row " << row << ", column " << column
       << " is NaN and has no place in a ranking; look for the step after which the model gives NaN";
  text.raise();
}

}  // namespace

void raise_no_class(index_t id, index_t classes, index_t row) {
  message text(246);
  text << "metrics: the label of row " << row << " is " << id << ", the label set has classes 0 to "
       << classes - 1 << "; pass labels through refine, or declare the ignored id";
  text.raise();
}

void raise_noted(offence const& noted, index_t row) {
  if (noted.code == 520) raise_nan(row, noted.value);
  raise_no_class(noted.value, noted.limit, row);
}

template <ComputingElement E>
standing standing_of(E const* scores, index_t classes, index_t step, index_t truth, index_t row) {
  if (truth < 0 || truth >= classes) raise_no_class(truth, classes, row);
  standing result;
  E const own = scores[truth * step];
  E best = scores[0];
  for (index_t c = 0; c < classes; ++c) {
    E const score = scores[c * step];
    if (is_nan(score)) raise_nan(row, c);
    if (score > best) {
      best = score;
      result.predicted = c;
    }
    if (score > own || (score == own && c < truth)) ++result.rank;
  }
  result.score = static_cast<double>(best);
  return result;
}

template <ComputingElement E>
bool is_positive(E score, double threshold, index_t row) {
  if (is_nan(score)) raise_nan(row, 0);
  return static_cast<double>(score) > threshold;
}

template standing standing_of(float const*, index_t, index_t, index_t, index_t);
template standing standing_of(double const*, index_t, index_t, index_t, index_t);
template bool is_positive(float, double, index_t);
template bool is_positive(double, double, index_t);

}  // namespace wellformed::metrics
