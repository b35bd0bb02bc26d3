// SPDX-License-Identifier: Apache-2.0
// Softmax and its logarithm of one row, forward and backward, against a group of threads and the parts of the
// row that they hold, as categorical_row.cuh.
#pragma once

#include "context.cuh"
#include "row_chunk.cuh"
#include "row_part.cuh"

namespace wellformed::backend {

/// What these have in common: one sum a row, and no result besides the rows.
template <class E, int Inputs>
struct softmax_operation {
  using element = E;
  using number = computed_t<E>;
  struct state {};
  struct question {};
  static constexpr int inputs = Inputs;
  static constexpr int held_rows = Inputs;
  static constexpr int sums = 1;
  static constexpr bool has_result = false;
  static constexpr bool has_all_schedules = std::is_same_v<number, float>;
  using measure = row_measure<number, sums>;

  E const* in[Inputs];
  E* out;

  WF_HD question ask(index_t, bool) const { return {}; }

#ifdef __CUDACC__
  slab room(context&, unsigned) { return {}; }
  template <int Threads>
  __device__ void finish(state const&) const {}
#endif
};

template <class E, bool Log>
struct softmax_rows : softmax_operation<E, 1> {
  using base_type = softmax_operation<E, 1>;
  using typename base_type::measure, typename base_type::number, typename base_type::question,
      typename base_type::state;

  static WF_HD void rebase(measure& m, number most) {
    m.sum[0] *= m.most == -infinity<number> ? number(0) : exp_of_distance(base_of(m.most) - most);
  }

  template <class Group, class Part>
  WF_HD void operator()(Group& g, Part& x, index_t, bool, question, state&) const {
    auto& at = x.at[0];
    x.load(-infinity<number>);
    measure m{at[0], {}};
#pragma unroll
    for (int k = 1; k < Part::held; ++k) m.most = greater_of(m.most, at[k]);
    m.most = g.max(m.most);
    number const base = Group::is_whole ? m.most : base_of(m.most);
#pragma unroll
    for (int k = 0; k < Part::held; ++k) {
      at[k] -= base;
      number const power = exp_of_distance(at[k]);
      if constexpr (!Log) at[k] = power;
      m.sum[0] += power;
    }
    g.sum(m.sum);
    if (!g.join(m, [](measure& chunk, number most) { rebase(chunk, most); })) return;
    number const shift = Group::is_whole ? number(0) : base - m.most;
    if constexpr (Log) {
      number const log_total = math::log(m.sum[0]);
#pragma unroll
      for (int k = 0; k < Part::held; ++k) at[k] = (at[k] + shift) - log_total;
    } else {
      number const scale = (Group::is_whole ? number(1) : exp_of_distance(shift)) / m.sum[0];
#pragma unroll
      for (int k = 0; k < Part::held; ++k) at[k] *= scale;
    }
    x.store();
  }
};

/// Inputs: y, gy.
template <class E, bool Log>
struct softmax_backward_rows : softmax_operation<E, 2> {
  using base_type = softmax_operation<E, 2>;
  using typename base_type::measure, typename base_type::number, typename base_type::question,
      typename base_type::state;

  template <class Group, class Part>
  WF_HD void operator()(Group& g, Part& x, index_t, bool, question, state&) const {
    auto& y = x.at[0];
    auto const& gy = x.at[1];
    x.load(0);
    measure m{0, {}};
#pragma unroll
    for (int k = 0; k < Part::held; ++k) m.sum[0] += Log ? gy[k] : gy[k] * y[k];
    g.sum(m.sum);
    if (!g.join(m, [](measure&, number) {})) return;
#pragma unroll
    for (int k = 0; k < Part::held; ++k) {
      y[k] = Log ? gy[k] - exp_of_distance(y[k]) * m.sum[0] : y[k] * (gy[k] - m.sum[0]);
    }
    x.store();
  }
};

}  // namespace wellformed::backend
