// SPDX-License-Identifier: Apache-2.0
// Softmax and its logarithm, each row three sweeps: maximum, sum, result.
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
    T total = 0;
    for (index_t c = 0; c < n; ++c) total += y[first + c * inner] = math::exp(x[first + c * inner] - most);
    T const scale = T(1) / total;
    for (index_t c = 0; c < n; ++c) y[first + c * inner] *= scale;
  });
}

template <class T>
void log_softmax(T* y, T const* x, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  for_each_row(outer, n, inner, [=](index_t first) {
    T const most = row_max(x + first, n, inner);
    T total = 0;
    for (index_t c = 0; c < n; ++c) total += math::exp(x[first + c * inner] - most);
    T const log_total = math::log(total);
    for (index_t c = 0; c < n; ++c) y[first + c * inner] = x[first + c * inner] - most - log_total;
  });
}

template <class T>
void softmax_backward(T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner) {
  for_each_row(outer, n, inner, [=](index_t first) {
    T dot = 0;
    for (index_t c = 0; c < n; ++c) dot += gy[first + c * inner] * y[first + c * inner];
    for (index_t c = 0; c < n; ++c) gx[first + c * inner] = y[first + c * inner] * (gy[first + c * inner] - dot);
  });
}

template <class T>
void log_softmax_backward(T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner) {
  for_each_row(outer, n, inner, [=](index_t first) {
    T total = 0;
    for (index_t c = 0; c < n; ++c) total += gy[first + c * inner];
    for (index_t c = 0; c < n; ++c) {
      gx[first + c * inner] = gy[first + c * inner] - math::exp(y[first + c * inner]) * total;
    }
  });
}

#define WF_FOR(T)                                                                            \
  template void softmax<T>(T*, T const*, index_t, index_t, index_t);                         \
  template void log_softmax<T>(T*, T const*, index_t, index_t, index_t);                     \
  template void softmax_backward<T>(T*, T const*, T const*, index_t, index_t, index_t);      \
  template void log_softmax_backward<T>(T*, T const*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend::host
