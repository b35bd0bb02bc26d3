// SPDX-License-Identifier: Apache-2.0
// Softmax on a GPU: each row is read once and written once.
#include <wellformed/backend/softmax.hpp>

#include "row_schedule.cuh"
#include "softmax_row.cuh"

namespace wellformed::backend {

namespace {

template <class Op>
void run(cuda where, char const* name, Op const& rows, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  row_run(context_of(where), name, rows, outer, n, inner).start();
}

}  // namespace

template <class T>
void softmax(cuda where, T* y, T const* x, index_t outer, index_t n, index_t inner) {
  run(where, "softmax", softmax_rows<T, false>{{{x}, y}}, outer, n, inner);
}

template <class T>
void log_softmax(cuda where, T* y, T const* x, index_t outer, index_t n, index_t inner) {
  run(where, "log_softmax", softmax_rows<T, true>{{{x}, y}}, outer, n, inner);
}

template <class T>
void softmax_backward(cuda where, T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner) {
  run(where, "softmax_backward", softmax_backward_rows<T, false>{{{y, gy}, gx}}, outer, n, inner);
}

template <class T>
void log_softmax_backward(cuda where, T* gx, T const* y, T const* gy, index_t outer, index_t n,
                          index_t inner) {
  run(where, "log_softmax_backward", softmax_backward_rows<T, true>{{{y, gy}, gx}}, outer, n, inner);
}

#define WF_FOR(T)                                                                             \
  template void softmax<T>(cuda, T*, T const*, index_t, index_t, index_t);                    \
  template void log_softmax<T>(cuda, T*, T const*, index_t, index_t, index_t);                \
  template void softmax_backward<T>(cuda, T*, T const*, T const*, index_t, index_t, index_t); \
  template void log_softmax_backward<T>(cuda, T*, T const*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
