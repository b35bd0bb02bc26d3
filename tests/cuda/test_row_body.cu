// SPDX-License-Identifier: Apache-2.0
// The bodies of rows on the CPU, by 32 threads that stand for lanes, against the plain loops.
// run: once
#include <wellformed/backend/softmax.hpp>

#include "categorical_row.cuh"
#include "host_lanes.hpp"
#include "loss_case.hpp"
#include "softmax_row.cuh"

namespace {

constexpr int lanes = 32, held = 4;

/// One row after the other by all lanes.
template <class T, class Op>
typename Op::state run_rows(Op const& op, extents3 const& e) {
  using part = backend::row_part<T, Op::inputs, lanes, held, backend::row_layout::across>;
  std::vector<typename Op::state> states(lanes);
  run_lanes<T, lanes>([&](auto& group) {
    for (index_t row = 0; row < e.outer * e.inner; ++row) {
      index_t const first = row / e.inner * e.classes * e.inner + row % e.inner;
      part x{{{}, op.out + first, first, static_cast<int>(e.classes), e.inner}, group.lane(), false, {}};
      for (int i = 0; i < Op::inputs; ++i) x.row.in[i] = op.in[i] + first;
      op(group, x, row, true, op.ask(row, true), states[static_cast<std::size_t>(group.lane())]);
    }
  });
  if constexpr (requires { states[0].join(states[0]); }) {
    for (int i = 1; i < lanes; ++i) states[0].join(states[static_cast<std::size_t>(i)]);
  }
  return states[0];
}

template <class T, bool Soft>
void check_loss(extents3 const& e, int form) {
  INFO("classes ", e.classes, ", inner ", e.inner, ", form ", form);
  loss_case<T, std::int32_t> given(e, form);
  std::vector<T> losses(given.rows()), expected_losses(losses), expected(given.logits.size());
  auto const o = given.host_options();
  auto const sum = backend::cross_entropy_index(wf::host{}, given.logits.data(), given.labels.data(), o,
                                                expected_losses.data(), expected.data());
  auto op = backend::categorical_rows<T, Soft>{};
  op.in[0] = op.out = given.logits.data();
  op.labels = backend::label_column(given.labels.data());
  op.weights = o.weights;
  op.mask = o.mask;
  op.losses = losses.data();
  op.keep = 1 - o.label_smoothing;
  op.spread = o.label_smoothing / static_cast<T>(e.classes);
  op.has_ignore = o.has_ignore;
  op.ignored = o.ignored;
  op.classes = e.classes;
  auto const found = run_rows<T>(op, e);
  check_near(losses, expected_losses);
  check_near(given.logits, expected);
  check_sum<T>({found.total, found.weight, found.rows, -1, 0}, sum);
}

}  // namespace

TEST_CASE_TEMPLATE("cross entropy by lanes of the CPU", T, float, double) {
  for (int form = 0; form < 8; ++form) {
    for (auto const& e : {extents3{9, 1, 1}, {7, 33, 1}, {5, 128, 1}, {2, 100, 3}}) {
      if ((form & 2) == 0) check_loss<T, false>(e, form);
      check_loss<T, true>(e, form);
    }
  }
}

TEST_CASE_TEMPLATE("softmax by lanes of the CPU", T, float, double) {
  for (auto const& e : {extents3{9, 1, 1}, {7, 33, 1}, {5, 128, 1}, {2, 100, 3}}) {
    auto const size = static_cast<std::size_t>(e.outer * e.classes * e.inner);
    auto const x = random_values<T>(size, 1, -9, 9), gy = random_values<T>(size, 2);
    std::vector<T> y(size), expected(size);
    backend::softmax(wf::host{}, expected.data(), x.data(), e.outer, e.classes, e.inner);
    run_rows<T>(backend::softmax_rows<T, false>{{{x.data()}, y.data()}}, e);
    check_near(y, expected);
    backend::softmax_backward(wf::host{}, expected.data(), y.data(), gy.data(), e.outer, e.classes, e.inner);
    run_rows<T>(backend::softmax_backward_rows<T, false>{{{y.data(), gy.data()}, y.data()}}, e);
    check_near(y, expected);
  }
}
