// SPDX-License-Identifier: Apache-2.0
// Reductions in a fixed order: the same numbers give the same result, run after run.
#include <wellformed/backend/reduce.hpp>
#include <wellformed/core/bits.hpp>

namespace wellformed::backend {

template <class T>
void sum(host, T* y, T const* x, index_t outer, index_t n, index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; ++i) {
      double total = 0;
      for (index_t c = 0; c < n; ++c) total += static_cast<double>(x[(o * n + c) * inner + i]);
      y[o * inner + i] = static_cast<T>(total);
    }
  }
}

template <class T>
void max(host, T* y, index_t* at, T const* x, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; ++i) {
      T const* row = x + o * n * inner + i;
      index_t best = 0;
      for (index_t c = 1; c < n && !is_nan(row[best * inner]); ++c) {
        if (row[c * inner] > row[best * inner] || is_nan(row[c * inner])) best = c;
      }
      if (y != nullptr) y[o * inner + i] = row[best * inner];
      if (at != nullptr) at[o * inner + i] = best;
    }
  }
}

template <class T>
void spread(host, T* gx, T const* gy, T scale, index_t outer, index_t n, index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t c = 0; c < n; ++c) {
      for (index_t i = 0; i < inner; ++i) gx[(o * n + c) * inner + i] = scale * gy[o * inner + i];
    }
  }
}

template <class T>
void count_greater(host, index_t* y, T const* x, T const* value, index_t outer, index_t n, index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; ++i) {
      index_t count = 0;
      for (index_t c = 0; c < n; ++c) count += x[(o * n + c) * inner + i] > value[o * inner + i] ? 1 : 0;
      y[o * inner + i] = count;
    }
  }
}

template <class T>
index_t first_non_finite(host, T const* x, index_t count) {
  for (index_t i = 0; i < count; ++i) {
    if (!is_finite(x[i])) return i;
  }
  return -1;
}

template <class T>
index_t first_nan(host, T const* x, index_t count) {
  for (index_t i = 0; i < count; ++i) {
    if (is_nan(x[i])) return i;
  }
  return -1;
}

template <class T>
double squared_norm(host, T const* x, index_t count) {
  double total = 0;
  for (index_t i = 0; i < count; ++i) total += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return total;
}

#define WF_FOR(T)                                                                                \
  template void sum<T>(host, T*, T const*, index_t, index_t, index_t);                           \
  template void max<T>(host, T*, index_t*, T const*, index_t, index_t, index_t);                 \
  template void spread<T>(host, T*, T const*, T, index_t, index_t, index_t);                     \
  template void count_greater<T>(host, index_t*, T const*, T const*, index_t, index_t, index_t); \
  template index_t first_non_finite<T>(host, T const*, index_t);                                 \
  template index_t first_nan<T>(host, T const*, index_t);                                        \
  template double squared_norm<T>(host, T const*, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
