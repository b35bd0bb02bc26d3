// SPDX-License-Identifier: Apache-2.0
// Softmax and its logarithm, each row three sweeps: maximum, sum, result. The distance to the maximum is
// stored before anything else is taken off: under -ffast-math `x - most - log_total` may become x - (most +
// log_total), and the logarithm is lost beside a maximum of 1e4.
#include <wellformed/backend/softmax.hpp>

#include <wellformed/core/math.hpp>

#include "row_tile.hpp"

namespace wellformed::backend {

namespace {

template <class T>
T greatest(T const* x, index_t n) {
  T most = x[0];
  for (index_t c = 1; c < n; ++c) most = x[c] > most ? x[c] : most;
  return most;
}

template <class T>
bool softmax_row(T* y, T const* x, index_t n) {
  T const most = greatest(x, n);
  double total = 0;
  for (index_t c = 0; c < n; ++c) {
    y[c] = math::exp(x[c] - most);
    total += static_cast<double>(y[c]);
  }
  auto const scale = static_cast<T>(1.0 / total);
  for (index_t c = 0; c < n; ++c) y[c] *= scale;
  return true;
}

template <class T>
bool log_softmax_row(T* y, T const* x, index_t n) {
  T const most = greatest(x, n);
  double total = 0;
  for (index_t c = 0; c < n; ++c) {
    T const distance = x[c] - most;
    y[c] = distance;
    total += static_cast<double>(math::exp(distance));
  }
  auto const log_total = static_cast<T>(math::log(total));
  for (index_t c = 0; c < n; ++c) y[c] -= log_total;
  return true;
}

template <class T>
bool softmax_backward_row(T* gx, T const* y, T const* gy, index_t n) {
  double total = 0;
  for (index_t c = 0; c < n; ++c) total += static_cast<double>(gy[c] * y[c]);
  auto const dot = static_cast<T>(total);
  for (index_t c = 0; c < n; ++c) gx[c] = y[c] * (gy[c] - dot);
  return true;
}

template <class T>
bool log_softmax_backward_row(T* gx, T const* y, T const* gy, index_t n) {
  double total = 0;
  for (index_t c = 0; c < n; ++c) total += static_cast<double>(gy[c]);
  auto const upstream = static_cast<T>(total);
  for (index_t c = 0; c < n; ++c) gx[c] = gy[c] - math::exp(y[c]) * upstream;
  return true;
}

}  // namespace

template <class T>
void softmax(host, T* y, T const* x, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  for_each_row<T>(outer, n, inner, x, nullptr, y,
                  [n](index_t, T const* in, T const*, T* out) { return softmax_row(out, in, n); });
}

template <class T>
void log_softmax(host, T* y, T const* x, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  for_each_row<T>(outer, n, inner, x, nullptr, y,
                  [n](index_t, T const* in, T const*, T* out) { return log_softmax_row(out, in, n); });
}

template <class T>
void softmax_backward(host, T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner) {
  for_each_row<T>(outer, n, inner, y, gy, gx, [n](index_t, T const* value, T const* upstream, T* out) {
    return softmax_backward_row(out, value, upstream, n);
  });
}

template <class T>
void log_softmax_backward(host, T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner) {
  for_each_row<T>(outer, n, inner, y, gy, gx, [n](index_t, T const* value, T const* upstream, T* out) {
    return log_softmax_backward_row(out, value, upstream, n);
  });
}

#define WF_FOR(T)                                                                             \
  template void softmax<T>(host, T*, T const*, index_t, index_t, index_t);                    \
  template void log_softmax<T>(host, T*, T const*, index_t, index_t, index_t);                \
  template void softmax_backward<T>(host, T*, T const*, T const*, index_t, index_t, index_t); \
  template void log_softmax_backward<T>(host, T*, T const*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
