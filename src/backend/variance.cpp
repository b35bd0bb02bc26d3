// SPDX-License-Identifier: Apache-2.0
// Variance in two passes: the differences from the mean are small, so their squares do not cancel.
#include <wellformed/backend/variance.hpp>

namespace wellformed::backend {

namespace {

template <class T>
double mean_of(T const* x, index_t n, index_t step) {
  double total = 0;
  for (index_t c = 0; c < n; ++c) total += static_cast<double>(x[c * step]);
  return total / static_cast<double>(n);
}

}  // namespace

template <class T>
void variance(host, T* y, T const* x, double divisor, index_t outer, index_t n, index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; ++i) {
      T const* row = x + o * n * inner + i;
      double const mean = mean_of(row, n, inner);
      double total = 0;
      for (index_t c = 0; c < n; ++c) {
        double const d = static_cast<double>(row[c * inner]) - mean;
        total += d * d;
      }
      y[o * inner + i] = static_cast<T>(total / divisor);
    }
  }
}

template <class T>
void variance_backward(host, T* gx, T const* x, T const* gy, double divisor, index_t outer, index_t n,
                       index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; ++i) {
      index_t const first = o * n * inner + i;
      double const mean = mean_of(x + first, n, inner);
      double const scale = 2.0 / divisor * static_cast<double>(gy[o * inner + i]);
      for (index_t c = 0; c < n; ++c) {
        index_t const at = first + c * inner;
        gx[at] = static_cast<T>(scale * (static_cast<double>(x[at]) - mean));
      }
    }
  }
}

#define WF_FOR(T)                                                                   \
  template void variance<T>(host, T*, T const*, double, index_t, index_t, index_t); \
  template void variance_backward<T>(host, T*, T const*, T const*, double, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
