// SPDX-License-Identifier: Apache-2.0
// Negative log-likelihood on a GPU: a thread a row picks one number. And the rows of a gradient times what
// comes back for each of them.
#include "categorical_run.cuh"
#include "row_pass.cuh"

namespace wellformed::backend {

namespace {

constexpr int threads = 256;

/// The gradient is zero already, but for the picked elements.
template <class T>
__global__ void __launch_bounds__(threads) pick(categorical_rows<T, false> op, index_t rows, divisor inner) {
  loss_part all;
  for (index_t row = index_t{blockIdx.x} * threads + threadIdx.x; row < rows;
       row += index_t{gridDim.x} * threads) {
    auto const t = op.target_of(op.ask(row, true), row, true, all);
    double loss = 0;
    if (t.counted) {
      index_t within = row;
      index_t const outer = inner.divide(within);
      index_t const at = (outer * op.classes + t.label) * inner.value() + within;
      loss = -static_cast<double>(t.weight) * static_cast<double>(op.in[0][at]);
      if (op.out != nullptr) op.out[at] = -t.weight;
      all.add(loss, static_cast<double>(t.weight));
    }
    if (op.losses != nullptr) op.losses[row] = static_cast<T>(loss);
  }
  finish_loss<threads>(all, op.labels, op.result);
}

template <class T>
struct scaled_rows {
  using element = T;
  static constexpr bool has_input = true;
  T const* in;
  T* out;
  T const* factor;
  __device__ T value(T x, index_t row) const { return x * factor[row]; }
};

}  // namespace

template <class T, class Label>
void nll(cuda where, T const* log_probs, Label const* labels, categorical<T> const& o, T* losses, T* gradient,
         loss_sum* sum) {
  auto& on = context_of(where);
  index_t const rows = o.outer * o.inner;
  auto op = rows_of<T, false>(on, log_probs, o, losses, gradient, sum);
  op.labels = label_column(labels);
  op.result.kernel = kernel_name::nll_loss;
  auto const bytes = static_cast<std::size_t>(rows * o.classes) * sizeof(T);
  if (gradient != nullptr && bytes != 0) check(cudaMemsetAsync(gradient, 0, bytes, on.stream()), "nll_loss");
  unsigned const blocks = blocks_to_fill<pick<T>>(on, rows, threads, threads);
  slab const room = op.room(on, blocks);
  launch(on, "nll_loss", pick<T>, blocks, threads, 0, op, rows, divisor(o.inner == 0 ? 1 : o.inner));
}

template <class T>
void scale_rows(cuda where, T* gradient, T const* factor, index_t outer, index_t classes, index_t inner) {
  pass_rows(context_of(where), "scale_rows", scaled_rows<T>{gradient, gradient, factor}, outer, classes,
            inner);
}

#define WF_FOR_LABEL(T, L) \
  template void nll<T, L>(cuda, T const*, L const*, categorical<T> const&, T*, T*, loss_sum*);
#define WF_FOR(T)               \
  WF_FOR_LABEL(T, std::uint8_t) \
  WF_FOR_LABEL(T, std::int32_t) \
  WF_FOR_LABEL(T, std::int64_t) \
  template void scale_rows<T>(cuda, T*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR
#undef WF_FOR_LABEL

}  // namespace wellformed::backend
