// SPDX-License-Identifier: Apache-2.0
// Softmax and its logarithm, each row three sweeps: maximum, sum, result. The distance to the maximum is
// stored before anything else is taken off: under -ffast-math `x - most - log_total` may become x - (most +
// log_total), and the logarithm is lost beside a maximum of 1e4.
#include <wellformed/backend/softmax.hpp>

#include <wellformed/core/math.hpp>

#include "../level/functions.hpp"

#include "row_tile.hpp"

namespace wellformed::backend {

namespace {

template <class T>
bool softmax_row(T* y, T const* x, index_t n) {
  auto const& rows = *level<T>().rows;
  double const total = rows.exp_row(y, x, rows.greatest(x, n), n);
  rows.scale(y, static_cast<T>(1.0 / total), n);
  return true;
}

template <class T>
bool log_softmax_row(T* y, T const* x, index_t n) {
  auto const& rows = *level<T>().rows;
  double const total = rows.distance_row(y, x, rows.greatest(x, n), n);
  auto const log_total = static_cast<T>(math::log(total));
  for (index_t c = 0; c < n; ++c) y[c] -= log_total;
  return true;
}

template <class T>
bool softmax_backward_row(T* gx, T const* y, T const* gy, index_t n) {
  auto const& rows = *level<T>().rows;
  rows.softmax_slope(gx, y, gy, static_cast<T>(rows.dot(gy, y, n)), n);
  return true;
}

template <class T>
bool log_softmax_backward_row(T* gx, T const* y, T const* gy, index_t n) {
  auto const& rows = *level<T>().rows;
  rows.log_softmax_slope(gx, y, gy, static_cast<T>(rows.sum(gy, n)), n);
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
