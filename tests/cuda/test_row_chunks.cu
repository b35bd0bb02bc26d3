// SPDX-License-Identifier: Apache-2.0
// Rows too long for one block: with few blocks the measures of all chunks come from a launch of their own;
// the result has the same bits, however many blocks there are.
#include "loss_case.hpp"

#include "categorical_run.cuh"

namespace {

struct outcome {
  std::vector<float> losses, gradient;
  backend::loss_sum sum;
};

template <bool Soft>
outcome run(loss_case<float, std::int32_t> const& given, unsigned blocks) {
  device_case<float, std::int32_t> there(given, 0);
  auto& on = backend::context_of(wf::cuda{});
  auto const o = there.options(given);
  auto rows = backend::rows_of<float, Soft>(on, there.logits.data(), o, there.losses.data(),
                                            there.logits.data(), there.sum.data());
  rows.labels = backend::label_column(there.labels.data());
  backend::row_run(on, "cross_entropy", rows, o.outer, o.classes, o.inner).by_chunks(blocks);
  return {there.losses.on_host(), there.logits.on_host(), there.sum.on_host()};
}

template <bool Soft>
void check_blocks(extents3 const& extents, int form) {
  loss_case<float, std::int32_t> const given(extents, form);
  std::vector<float> losses(given.rows()), gradient(given.logits.size());
  auto const sum = backend::cross_entropy_index(wf::host{}, given.logits.data(), given.labels.data(),
                                                given.host_options(), losses.data(), gradient.data());
  outcome const whole = run<Soft>(given, 100);
  check_near(whole.losses, losses);
  check_near(whole.gradient, gradient);
  check_sum<float>(whole.sum, sum);
  for (unsigned const blocks : {1u, 2u, 7u}) {
    outcome const found = run<Soft>(given, blocks);
    check_same(found.losses, whole.losses);
    check_same(found.gradient, whole.gradient);
    check_sum<float>(found.sum, whole.sum);
  }
}

}  // namespace

TEST_CASE("rows in chunks") {
  check_blocks<false>({3, 40001, 1}, 0);
  check_blocks<false>({3, 33000, 1}, 5);
  check_blocks<true>({3, 20004, 1}, 3);
}
