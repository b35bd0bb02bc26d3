// SPDX-License-Identifier: Apache-2.0
// Norm and finiteness of a flat gradient: one pass, and a second that finds the offender where there is one.
#include <wellformed/backend/scan.hpp>

#include <algorithm>
#include <cmath>

#include <wellformed/core/bits.hpp>
#include "../level/functions.hpp"

namespace wellformed::backend {

namespace {

// The norm when squares leave the range of double: elements first divided by the greatest.
template <class E>
double scaled_norm(E const* gradient, index_t count, double divisor) {
  double greatest = 0;
  for (index_t i = 0; i < count; ++i)
    greatest = std::max(greatest, std::abs(static_cast<double>(gradient[i])));
  if (greatest == 0) return 0;
  double sum = 0;
  for (index_t i = 0; i < count; ++i) {
    double const part = static_cast<double>(gradient[i]) / greatest;
    sum += part * part;
  }
  return std::sqrt(sum) * (greatest / divisor);
}

}  // namespace

template <class T>
gradient_scan scan_gradient(host, T const* gradient, index_t count, double divisor) {
  // A divisor of 1 and more leaves a finite number finite.
  double total = 0;
  bool const are_finite = divisor >= 1 && level<T>().rows->add_squares(&total, gradient, count);
  if (!are_finite) {
    total = 0;
    for (index_t i = 0; i < count; ++i) {
      double const mean = static_cast<double>(gradient[i]) / divisor;
      if (!is_finite(static_cast<T>(mean))) return {0, i, static_cast<double>(static_cast<T>(mean))};
      total += static_cast<double>(gradient[i]) * static_cast<double>(gradient[i]);
    }
  }
  bool const in_range = is_finite(total) && total > 1e-290;
  return {in_range ? std::sqrt(total) / divisor : scaled_norm(gradient, count, divisor), -1, 0};
}

template gradient_scan scan_gradient(host, float const*, index_t, double);
template gradient_scan scan_gradient(host, double const*, index_t, double);

}  // namespace wellformed::backend
