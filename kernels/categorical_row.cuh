// SPDX-License-Identifier: Apache-2.0
// Cross entropy of one row: loss and gradient from one read of its logits. Written against a group of threads
// and the part of the row that each of them holds, so that all schedules, and the tests' group of the CPU,
// run this text.
#pragma once

#include "loss_total.cuh"
#include "row_chunk.cuh"
#include "row_part.cuh"

namespace wellformed::backend {

/// Logits of type E. Soft: targets are spread over classes (label smoothing, probabilities), else one class.
template <class E, bool Soft>
struct categorical_rows {
  using element = E;
  using number = computed_t<E>;
  using state = loss_part;
  static constexpr int inputs = 1;
  static constexpr int held_rows = Soft ? 2 : 1;  // weights and targets take registers too
  static constexpr int sums = Soft ? 3 : 1;       // e^distance; target; target * distance
  static constexpr bool has_all_schedules = std::is_same_v<number, float> && !Soft;
  static constexpr bool has_result = true;  // even without rows
  using measure = row_measure<number, sums>;

  E const* in[1];
  E* out;                 ///< gradient of the sum, null or the logits
  label_column labels;    ///< none: targets are probabilities
  number const* targets;  ///< null: targets are labels
  number const* weights;  ///< one a class, or null
  bool const* mask;       ///< one a row, or null
  number* losses;         ///< one a row, or null
  number keep, spread;    ///< 1 - smoothing, smoothing / classes
  bool has_ignore;
  index_t ignored, classes;
  loss_result result;

  struct target {
    bool counted;
    index_t label;  ///< -1: none
    number weight;
  };

  WF_HD number weight_at(index_t c) const { return weights == nullptr ? number(1) : weights[c]; }

  /// What memory says of a row. Nothing is decided here, so that nothing waits: the row itself is asked for
  /// next.
  struct question {
    bool counts;
    index_t label;
  };
  WF_HD question ask(index_t row, bool active) const {
    return {active && (mask == nullptr || mask[row]), active && labels.at != nullptr ? labels[row] : -1};
  }

  WF_HD target target_of(question const& asked, index_t row, bool speaks, state& all) const {
    if (!asked.counts) return {false, -1, 0};
    if (labels.at == nullptr) return {true, -1, 1};
    index_t const label = asked.label;
    if (has_ignore && label == ignored) return {false, -1, 0};
    if (static_cast<std::uint64_t>(label) >= static_cast<std::uint64_t>(classes)) {
      if (speaks) all.note_bad(row);
      return {false, -1, 0};
    }
    return {true, label, weight_at(label)};
  }

  /// The weighted target of a column. CPU: soft_row.
  template <class Part>
  WF_HD number target_at(Part const& x, int column, target const& t) const {
    if (!t.counted || column >= x.row.n) return 0;
    index_t const c = x.row.start + column;
    number share = spread;
    if (targets != nullptr) share += targets[x.row.first + x.offset(column)] * keep;
    return weight_at(c) * share + (c == t.label ? t.weight * keep : number(0));
  }

  static WF_HD void rebase(measure& m, number most) {
    number const distance = base_of(m.most) - most;
    m.sum[0] *= m.most == -infinity<number> ? number(0) : exp_of_distance(distance);
    if constexpr (Soft) m.sum[2] -= m.sum[1] == number(0) ? number(0) : m.sum[1] * distance;
    m.most = most;
  }

  /// Of a row that is loaded. Leaves e^(x - base) in x.
  template <class Group, class Part>
  WF_HD measure measure_row(Group& g, Part& x, target const& t) const {
    if (!t.counted) x.fill(0);
    measure m{x.at[0][0], {}};
#pragma unroll
    for (int k = 1; k < Part::held; ++k) m.most = greater_of(m.most, x.at[0][k]);
    m.most = g.max(m.most);
    number const base = Group::is_whole ? m.most : base_of(m.most);
#pragma unroll
    for (int k = 0; k < Part::held; ++k) {
      number const distance = x.at[0][k] - base;
      if constexpr (Soft) {
        number const q = target_at(x, x.column(k), t);
        m.sum[1] += q;
        if (q != number(0)) m.sum[2] -= q * distance;
      }
      x.at[0][k] = exp_of_distance(distance);
      m.sum[0] += x.at[0][k];
    }
    g.sum(m.sum);
    return m;
  }

  template <class Group, class Part>
  WF_HD void operator()(Group& g, Part& x, index_t row, bool active, question const& asked,
                        state& all) const {
    bool const first = x.row.start == 0 && g.lane() == 0;
    x.load(-infinity<number>);
    target const t = target_of(asked, row, first, all);
    int const place = Soft ? -1 : place_of(x, t);
    measure m = measure_row(g, x, t);
    number const base = base_of(m.most);
    if (!g.join(m, [](measure& chunk, number most) { rebase(chunk, most); })) return;
    number const factor = Group::is_whole ? number(1) : exp_of_distance(base - m.most);
    if constexpr (Soft) {
      write_soft(x, t, m, factor);
      if (first && active) add(row, t, m.sum[2] + m.sum[1] * math::log(m.sum[0]), all);
    } else {
      write_hard(x, t, m, factor, place, row, t.counted ? place >= 0 : first && active, all);
    }
  }

  template <class Part>
  WF_HD void write_soft(Part& x, target const& t, measure const& m, number factor) const {
    if (out == nullptr) return;
    number const scale = factor * (m.sum[1] / m.sum[0]);
#pragma unroll
    for (int k = 0; k < Part::held; ++k) {
      x.at[0][k] = x.at[0][k] * scale - target_at(x, x.column(k), t);
    }
    x.store();
  }

  /// Where this thread holds the target's column; -1: elsewhere, or there is none.
  template <class Part>
  static WF_HD int place_of(Part const& x, target const& t) {
    index_t const place = t.label - x.row.start;
    bool const is_here = t.counted && place >= 0 && place < x.row.n && x.owns(static_cast<int>(place));
    return is_here ? static_cast<int>(place) : -1;
  }

  /// The thread that holds the target's column reads its logit again before the gradient takes its place, and
  /// writes that one element once more: no comparison for each element, and no index into registers.
  template <class Part>
  WF_HD void write_hard(Part& x, target const& t, measure const& m, number factor, int place, index_t row,
                        bool speaks, state& all) const {
    number const picked = place >= 0 ? x.pick(place) : number(0);
    number const share = t.weight / m.sum[0];
    if (out != nullptr) {
      number const scale = factor * share;
#pragma unroll
      for (int k = 0; k < Part::held; ++k) x.at[0][k] *= scale;
      x.store();
      if (place >= 0) x.put(place, exp_of_distance(picked - m.most) * share - t.weight);
    }
    if (speaks) add(row, t, t.weight * ((m.most - picked) + math::log(m.sum[0])), all);
  }

  WF_HD void add(index_t row, target const& t, number loss, state& all) const {
    if (!t.counted) loss = 0;
    if (losses != nullptr) losses[row] = loss;
    if (t.counted) all.add(static_cast<double>(loss), static_cast<double>(t.weight));
  }

#ifdef __CUDACC__
  slab room(context& on, unsigned blocks) { return result.room(on, blocks); }

  template <int Threads>
  __device__ void finish(state const& all) const {
    finish_loss<Threads>(all, labels, result);
  }
#endif
};

}  // namespace wellformed::backend
