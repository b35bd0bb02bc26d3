// SPDX-License-Identifier: Apache-2.0
// Sums of errors of quantities; variances of parts join as Chan, Golub, LeVeque (1979) say.
#include <wellformed/metrics/regression_errors.hpp>

#include <cmath>

#include <wellformed/core/bits.hpp>

namespace wellformed::metrics {

namespace {

[[noreturn]] void raise_no_number(char const* why) {
  message text(247);
  text << "regression_errors: " << why;
  text.raise();
}

}  // namespace

void error_sums::count(double predicted, double truth, index_t number) {
  if (!is_finite(predicted) || !is_finite(truth)) {
    message text(520);
    text << "regression_errors: number " << number << " of the batch is predicted as " << predicted
         << " and labelled " << truth << ", and an error of these is none; look for the step after which the "
         << "model gives it, or pass labels through refine";
    text.raise();
  }
  double const off = predicted - truth;
  ++count_;
  squares_ += off * off;
  absolutes_ += std::abs(off);
  double const from = truth - mean_;
  mean_ += from / static_cast<double>(count_);
  spread_ += from * (truth - mean_);
}

void error_sums::add(error_sums const& other) {
  if (other.count_ == 0) return;
  auto const own = static_cast<double>(count_), theirs = static_cast<double>(other.count_);
  double const apart = other.mean_ - mean_;
  spread_ += other.spread_ + apart * apart * own * theirs / (own + theirs);
  mean_ += apart * theirs / (own + theirs);
  squares_ += other.squares_;
  absolutes_ += other.absolutes_;
  count_ += other.count_;
}

double error_sums::mse() const {
  if (count_ == 0) raise_no_number("no number counted; give it rows that are not padding");
  return squares_ / static_cast<double>(count_);
}
double error_sums::rmse() const { return std::sqrt(mse()); }
double error_sums::mae() const {
  if (count_ == 0) raise_no_number("no number counted; give it rows that are not padding");
  return absolutes_ / static_cast<double>(count_);
}
double error_sums::r2() const {
  mse();
  if (!(spread_ > 0)) raise_no_number("all labels are equal, so there is no variance to explain; use rmse");
  return 1.0 - squares_ / spread_;
}

}  // namespace wellformed::metrics
