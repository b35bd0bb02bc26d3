// SPDX-License-Identifier: Apache-2.0
// Element-wise losses on a GPU: values, slopes and their sum in one pass and one launch.
#include <wellformed/backend/elementwise_loss.hpp>

#include "../src/backend/element_loss.hpp"
#include "divisor.cuh"
#include "flat_sum.cuh"

namespace wellformed::backend {

namespace {

using flat_sum::threads;

// A rule is called with the index of an element, prediction and target.
template <class T>
struct logits_rule {
  __device__ auto operator()(index_t, T x, T t) const { return element_loss::bce_with_logits(x, t, T(1)); }
};

template <class T>
struct weighted_logits_rule {
  T const* positive_weight;
  divisor columns;
  __device__ auto operator()(index_t i, T x, T t) const {
    columns.divide(i);
    return element_loss::bce_with_logits(x, t, positive_weight[i]);
  }
};

template <class T>
struct probability_rule {
  __device__ auto operator()(index_t, T x, T t) const { return element_loss::bce(x, t); }
};

template <class T>
struct divergence_rule {
  bool targets_are_logs;
  __device__ auto operator()(index_t, T x, T t) const { return element_loss::kl_div(x, t, targets_are_logs); }
};

template <class T>
struct plain_rule {
  __device__ element_loss::value_and_slope<T> operator()(index_t, T x, T) const { return {x, T(1)}; }
};

template <class T>
struct square_rule {
  __device__ auto operator()(index_t, T x, T t) const { return element_loss::mse(x, t); }
};

template <class T>
struct distance_rule {
  __device__ auto operator()(index_t, T x, T t) const { return element_loss::l1(x, t); }
};

template <class T>
struct huber_rule {
  T delta;
  __device__ auto operator()(index_t, T x, T t) const { return element_loss::huber(x, t, delta); }
};

/// Buffers of a loss; `losses` and `gradient` may be null.
template <class T>
struct loss_buffers {
  T const* x;
  T const* targets;
  T* losses;
  T* gradient;
  loss_sum* sum;
  double* parts;
};

template <class T, class Rule>
struct loss_of_thread {
  loss_buffers<T> const& at;
  Rule const& rule;
  double total = 0;

  template <int W>
  struct pairs {
    elements<T, W> x, t;
  };
  template <int W>
  __device__ pairs<W> load(index_t i) const {
    return {backend::load<W>(at.x + i), backend::load<W>(at.targets + i)};
  }
  template <int W>
  __device__ void add(index_t i, pairs<W> const& held) {
    elements<T, W> values, slopes;
#pragma unroll
    for (int k = 0; k < W; ++k) {
      auto const [value, slope] = rule(i + k, held.x.at[k], held.t.at[k]);
      values.at[k] = value;
      slopes.at[k] = slope;
      total += static_cast<double>(value);
    }
    if (at.losses != nullptr) store<W>(at.losses + i, values);
    if (at.gradient != nullptr) store<W>(at.gradient + i, slopes);
  }
};

__device__ unsigned arrived;

template <int Width, class T, class Rule>
__global__ void __launch_bounds__(threads, flat_sum::per_multiprocessor)
    loss_kernel(loss_buffers<T> at, Rule rule, index_t count) {
  __shared__ double space[threads / 32];
  loss_of_thread<T, Rule> mine{at, rule};
  flat_sum::visit<Width, 2>(mine, count);
  double total = block_sum<threads>(mine.total, space);
  if (gridDim.x > 1) {
    if (threadIdx.x == 0) at.parts[blockIdx.x] = total;
    if (!is_last_block(&arrived, gridDim.x)) return;
    total = 0;
#pragma unroll 1
    for (unsigned b = threadIdx.x; b < gridDim.x; b += threads) total += __ldcg(at.parts + b);
    total = block_sum<threads>(total, space);
  }
  if (threadIdx.x == 0) *at.sum = {total, static_cast<double>(count), count, -1, 0};
}

template <class T, class Rule>
void run(char const* name, cuda where, loss_buffers<T> at, Rule const& rule, index_t count) {
  auto& on = context_of(where);
  bool const wide = are_aligned(at.x, at.targets, at.losses, at.gradient);
  auto const blocks = flat_sum::blocks(on, count, wide ? 2 * full_width<T> : 2);
  slab const parts = flat_sum::room<double>(on, blocks);
  at.parts = static_cast<double*>(parts.data());
  auto* const kernel = wide ? loss_kernel<full_width<T>, T, Rule> : loss_kernel<1, T, Rule>;
  launch(on, name, kernel, blocks, threads, 0, at, rule, count);
}

}  // namespace

template <class T>
void bce_with_logits(cuda where, T const* logits, T const* targets, index_t rows, index_t columns,
                     T const* positive_weight, T* losses, T* gradient, loss_sum* sum) {
  auto const name = "binary_cross_entropy_with_logits";
  loss_buffers<T> const at{logits, targets, losses, gradient, sum, nullptr};
  if (positive_weight == nullptr) return run<T>(name, where, at, logits_rule<T>{}, rows * columns);
  weighted_logits_rule<T> const rule{positive_weight, divisor(columns > 0 ? columns : 1)};
  run<T>(name, where, at, rule, rows * columns);
}

template <class T>
void bce(cuda where, T const* probabilities, T const* targets, index_t count, T* losses, T* gradient,
         loss_sum* sum) {
  run<T>("binary_cross_entropy", where, {probabilities, targets, losses, gradient, sum, nullptr},
         probability_rule<T>{}, count);
}

template <class T>
void kl_div(cuda where, T const* log_probs, T const* targets, bool targets_are_logs, index_t count, T* losses,
            T* gradient, loss_sum* sum) {
  run<T>("kl_div", where, {log_probs, targets, losses, gradient, sum, nullptr},
         divergence_rule<T>{targets_are_logs}, count);
}

template <class T>
void plain(cuda where, T const* x, index_t count, loss_sum* sum) {
  run<T>("the sum of a loss", where, {x, x, nullptr, nullptr, sum, nullptr}, plain_rule<T>{}, count);
}

template <class T>
void mse(cuda where, T const* x, T const* targets, index_t count, T* losses, T* gradient, loss_sum* sum) {
  run<T>("mse_loss", where, {x, targets, losses, gradient, sum, nullptr}, square_rule<T>{}, count);
}

template <class T>
void l1(cuda where, T const* x, T const* targets, index_t count, T* losses, T* gradient, loss_sum* sum) {
  run<T>("l1_loss", where, {x, targets, losses, gradient, sum, nullptr}, distance_rule<T>{}, count);
}

template <class T>
void huber(cuda where, T const* x, T const* targets, T delta, index_t count, T* losses, T* gradient,
           loss_sum* sum) {
  run<T>("huber_loss", where, {x, targets, losses, gradient, sum, nullptr}, huber_rule<T>{delta}, count);
}

#define WF_FOR(T)                                                                                         \
  template void bce_with_logits(cuda, T const*, T const*, index_t, index_t, T const*, T*, T*, loss_sum*); \
  template void bce(cuda, T const*, T const*, index_t, T*, T*, loss_sum*);                                \
  template void kl_div(cuda, T const*, T const*, bool, index_t, T*, T*, loss_sum*);                       \
  template void plain(cuda, T const*, index_t, loss_sum*);                                                \
  template void mse(cuda, T const*, T const*, index_t, T*, T*, loss_sum*);                                \
  template void l1(cuda, T const*, T const*, index_t, T*, T*, loss_sum*);                                 \
  template void huber(cuda, T const*, T const*, T, index_t, T*, T*, loss_sum*);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
