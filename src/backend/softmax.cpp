// SPDX-License-Identifier: Apache-2.0
// Softmax and its logarithm, each row three sweeps: maximum, sum, result. The distance to the maximum is
// stored before anything else is taken off: under -ffast-math `x - most - log_total` may become x - (most +
// log_total), and the logarithm is lost beside a maximum of 1e4.
#include <wellformed/backend/softmax.hpp>
#include <wellformed/core/math.hpp>

namespace wellformed::backend::host {

namespace {

/// Calls row(first, step) for each row of n elements.
template <class Row>
void for_each_row(index_t outer, index_t n, index_t inner, Row row) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; ++i) row(o * n * inner + i);
  }
}

template <class T>
T row_max(T const* x, index_t n, index_t step) {
  T most = x[0];
  for (index_t c = 1; c < n; ++c) most = x[c * step] > most ? x[c * step] : most;
  return most;
}

}  // namespace

template <class T>
void softmax(T* y, T const* x, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  for_each_row(outer, n, inner, [=](index_t first) {
    T const most = row_max(x + first, n, inner);
    double total = 0;
    for (index_t c = 0; c < n; ++c) {
      T const e = math::exp(x[first + c * inner] - most);
      y[first + c * inner] = e;
      total += static_cast<double>(e);
    }
    auto const scale = static_cast<T>(1.0 / total);
    for (index_t c = 0; c < n; ++c) y[first + c * inner] *= scale;
  });
}

template <class T>
void log_softmax(T* y, T const* x, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  for_each_row(outer, n, inner, [=](index_t first) {
    T const most = row_max(x + first, n, inner);
    double total = 0;
    for (index_t c = 0; c < n; ++c) {
      T const distance = x[first + c * inner] - most;
      y[first + c * inner] = distance;
      total += static_cast<double>(math::exp(distance));
    }
    auto const log_total = static_cast<T>(math::log(total));
    for (index_t c = 0; c < n; ++c) y[first + c * inner] -= log_total;
  });
}

template <class T>
void softmax_backward(T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner) {
  for_each_row(outer, n, inner, [=](index_t first) {
    double products = 0;
    for (index_t c = 0; c < n; ++c)
      products += static_cast<double>(gy[first + c * inner] * y[first + c * inner]);
    auto const dot = static_cast<T>(products);
    for (index_t c = 0; c < n; ++c)
      gx[first + c * inner] = y[first + c * inner] * (gy[first + c * inner] - dot);
  });
}

template <class T>
void log_softmax_backward(T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner) {
  for_each_row(outer, n, inner, [=](index_t first) {
    double upstream = 0;
    for (index_t c = 0; c < n; ++c) upstream += static_cast<double>(gy[first + c * inner]);
    auto const total = static_cast<T>(upstream);
    for (index_t c = 0; c < n; ++c) {
      gx[first + c * inner] = gy[first + c * inner] - math::exp(y[first + c * inner]) * total;
    }
  });
}

#define WF_FOR(T)                                                                       \
  template void softmax<T>(T*, T const*, index_t, index_t, index_t);                    \
  template void log_softmax<T>(T*, T const*, index_t, index_t, index_t);                \
  template void softmax_backward<T>(T*, T const*, T const*, index_t, index_t, index_t); \
  template void log_softmax_backward<T>(T*, T const*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend::host
