// SPDX-License-Identifier: Apache-2.0
// Variance on a GPU in two passes, as on the CPU: the mean of each row, then what is left of it.
#include <wellformed/backend/variance.hpp>

#include "reduction.cuh"
#include "row_pass.cuh"

namespace wellformed::backend {

namespace {

struct nothing {};

template <class T>
struct mean_of_row {
  using element = T;
  using state = double;
  using context = nothing;
  T const* x;
  double* mean;
  double n;
  __device__ context begin(index_t) const { return {}; }
  static __device__ state none() { return 0; }
  static __device__ void take(state& s, T v, index_t, context) { s += static_cast<double>(v); }
  static __device__ state join(state a, state b) { return a + b; }
  __device__ void finish(index_t row, state s) const { mean[row] = s / n; }
};

template <class T>
struct variance_of_row {
  using element = T;
  using state = double;
  using context = double;
  T const* x;
  double const* mean;
  T* y;
  double divisor;
  __device__ context begin(index_t row) const { return mean[row]; }
  static __device__ state none() { return 0; }
  static __device__ void take(state& s, T v, index_t, context mean) {
    double const d = static_cast<double>(v) - mean;
    s += d * d;
  }
  static __device__ state join(state a, state b) { return a + b; }
  __device__ void finish(index_t row, state s) const { y[row] = static_cast<T>(s / divisor); }
};

template <class T>
struct slope_of_row {
  using element = T;
  static constexpr bool has_input = true;
  T const* in;
  T* out;
  double const* mean;
  T const* gy;
  double factor;
  __device__ T value(T x, index_t row) const {
    return static_cast<T>(factor * static_cast<double>(gy[row]) * (static_cast<double>(x) - mean[row]));
  }
};

template <class T>
slab means(context& on, T const* x, index_t outer, index_t n, index_t inner) {
  slab memory(static_cast<std::size_t>(outer * inner) * sizeof(double), &on.memory());
  mean_of_row<T> const op{x, static_cast<double*>(memory.data()), static_cast<double>(n)};
  reduce_rows(on, "variance", op, outer, n, inner);
  return memory;
}

}  // namespace

template <class T>
void variance(cuda where, T* y, T const* x, double divisor, index_t outer, index_t n, index_t inner) {
  auto& on = context_of(where);
  slab const mean = means(on, x, outer, n, inner);
  variance_of_row<T> const op{x, static_cast<double const*>(mean.data()), y, divisor};
  reduce_rows(on, "variance", op, outer, n, inner);
}

template <class T>
void variance_backward(cuda where, T* gx, T const* x, T const* gy, double divisor, index_t outer, index_t n,
                       index_t inner) {
  auto& on = context_of(where);
  slab const mean = means(on, x, outer, n, inner);
  slope_of_row<T> const op{x, gx, static_cast<double const*>(mean.data()), gy, 2.0 / divisor};
  pass_rows(on, "variance", op, outer, n, inner);
}

#define WF_FOR(T)                                                                   \
  template void variance<T>(cuda, T*, T const*, double, index_t, index_t, index_t); \
  template void variance_backward<T>(cuda, T*, T const*, T const*, double, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
