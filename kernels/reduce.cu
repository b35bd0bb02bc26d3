// SPDX-License-Identifier: Apache-2.0
// Reductions on a GPU: the same numbers give the same result, whatever the order of threads.
#include <wellformed/backend/reduce.hpp>
#include <wellformed/core/bits.hpp>

#include "reduction.cuh"
#include "row_pass.cuh"

namespace wellformed::backend {

namespace {

struct nothing {};

template <class T, class Result>
struct added {
  using element = T;
  using state = double;
  using context = nothing;
  T const* x;
  Result* y;
  __device__ context begin(index_t) const { return {}; }
  static __device__ state none() { return 0; }
  static __device__ void take(state& s, T v, index_t, context) { s += static_cast<double>(v); }
  static __device__ state join(state a, state b) { return a + b; }
  __device__ void finish(index_t row, state s) const { y[row] = static_cast<Result>(s); }
};

template <class T>
struct squares : added<T, double> {
  static __device__ void take(double& s, T v, index_t, nothing) {
    s += static_cast<double>(v) * static_cast<double>(v);
  }
};

/// The greatest value and where it is; NaN is greater than all, and of equals the first counts.
template <class T>
struct greatest {
  using element = T;
  struct state {
    index_t at;
    T value, spare;
  };
  using context = nothing;
  T const* x;
  T* y;
  index_t* at;
  __device__ context begin(index_t) const { return {}; }
  static __device__ state none() { return {INT64_MAX, -infinity<T>, T(0)}; }
  static __device__ bool exceeds(T a, T b) { return a > b ? true : is_nan(a) && !is_nan(b); }
  static __device__ bool equals(T a, T b) { return a == b ? true : is_nan(a) && is_nan(b); }
  static __device__ void take(state& s, T v, index_t c, context) {
    if (exceeds(v, s.value) || (equals(v, s.value) && c < s.at)) s = {c, v, T(0)};
  }
  static __device__ state join(state a, state const& b) {
    take(a, b.value, b.at, {});
    return a;
  }
  __device__ void finish(index_t row, state const& s) const {
    if (y != nullptr) y[row] = s.value;
    if (at != nullptr) at[row] = s.at;
  }
};

template <class T>
struct greater_count {
  using element = T;
  using state = index_t;
  using context = T;
  T const* x;
  T const* value;
  index_t* y;
  __device__ context begin(index_t row) const { return value[row]; }
  static __device__ state none() { return 0; }
  static __device__ void take(state& s, T v, index_t, context limit) { s += v > limit ? 1 : 0; }
  static __device__ state join(state a, state b) { return a + b; }
  __device__ void finish(index_t row, state s) const { y[row] = s; }
};

template <class T, bool InfinityToo>
struct first_bad {
  using element = T;
  using state = index_t;
  using context = nothing;
  T const* x;
  index_t* at;
  __device__ context begin(index_t) const { return {}; }
  static __device__ state none() { return INT64_MAX; }
  static __device__ void take(state& s, T v, index_t c, context) {
    if ((InfinityToo ? !is_finite(v) : is_nan(v)) && c < s) s = c;
  }
  static __device__ state join(state a, state b) { return a < b ? a : b; }
  __device__ void finish(index_t, state s) const { *at = s == INT64_MAX ? -1 : s; }
};

template <class T>
struct repeated {
  using element = T;
  static constexpr bool has_input = false;
  T const* in;
  T* out;
  T const* from;
  T scale;
  __device__ T value(T, index_t row) const { return scale * from[row]; }
};

}  // namespace

template <class T>
void sum(cuda where, T* y, T const* x, index_t outer, index_t n, index_t inner) {
  reduce_rows(context_of(where), "sum", added<T, T>{x, y}, outer, n, inner);
}

template <class T>
void max(cuda where, T* y, index_t* at, T const* x, index_t outer, index_t n, index_t inner) {
  if (n == 0) return;
  reduce_rows(context_of(where), "max", greatest<T>{x, y, at}, outer, n, inner);
}

template <class T>
void spread(cuda where, T* gx, T const* gy, T scale, index_t outer, index_t n, index_t inner) {
  pass_rows(context_of(where), "spread", repeated<T>{nullptr, gx, gy, scale}, outer, n, inner);
}

template <class T>
void count_greater(cuda where, index_t* y, T const* x, T const* value, index_t outer, index_t n,
                   index_t inner) {
  reduce_rows(context_of(where), "count_greater", greater_count<T>{x, value, y}, outer, n, inner);
}

template <class T>
void first_non_finite(cuda where, T const* x, index_t count, index_t* at) {
  reduce_rows(context_of(where), "first_non_finite", first_bad<T, true>{x, at}, 1, count, 1);
}

template <class T>
void first_nan(cuda where, T const* x, index_t count, index_t* at) {
  reduce_rows(context_of(where), "first_nan", first_bad<T, false>{x, at}, 1, count, 1);
}

template <class T>
void squared_norm(cuda where, T const* x, index_t count, double* total) {
  reduce_rows(context_of(where), "squared_norm", squares<T>{{x, total}}, 1, count, 1);
}

#define WF_FOR(T)                                                                                \
  template void sum<T>(cuda, T*, T const*, index_t, index_t, index_t);                           \
  template void max<T>(cuda, T*, index_t*, T const*, index_t, index_t, index_t);                 \
  template void spread<T>(cuda, T*, T const*, T, index_t, index_t, index_t);                     \
  template void count_greater<T>(cuda, index_t*, T const*, T const*, index_t, index_t, index_t); \
  template void first_non_finite<T>(cuda, T const*, index_t, index_t*);                          \
  template void first_nan<T>(cuda, T const*, index_t, index_t*);                                 \
  template void squared_norm<T>(cuda, T const*, index_t, double*);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
