// SPDX-License-Identifier: Apache-2.0
// Norm and finiteness of a flat gradient, in blocks, so that the common case has no branch inside.
#include <wellformed/backend/scan.hpp>

#include <algorithm>
#include <cmath>

#include <wellformed/core/bits.hpp>

namespace wellformed::backend {

namespace {

constexpr index_t block = 512;

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
  double total = 0;
  for (index_t begin = 0; begin < count; begin += block) {
    index_t const end = std::min(count, begin + block);
    bool all = true;
    double sums[8] = {};
    for (index_t i = begin; i < end; ++i) {
      double const mean = static_cast<double>(gradient[i]) / divisor;
      all &= is_finite(gradient[i]) && is_finite(static_cast<T>(mean));
      sums[(i - begin) % 8] += mean * mean;
    }
    if (!all) {
      for (index_t i = begin; i < end; ++i) {
        auto const mean = static_cast<T>(static_cast<double>(gradient[i]) / divisor);
        if (!is_finite(mean)) return {0, i, static_cast<double>(mean)};
      }
    }
    for (double const s : sums) total += s;
  }
  bool const in_range = is_finite(total) && total > 1e-290;
  return {in_range ? std::sqrt(total) : scaled_norm(gradient, count, divisor), -1, 0};
}

template gradient_scan scan_gradient(host, float const*, index_t, double);
template gradient_scan scan_gradient(host, double const*, index_t, double);

}  // namespace wellformed::backend
