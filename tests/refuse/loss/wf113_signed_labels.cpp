// SPDX-License-Identifier: Apache-2.0
// expect: WF113 | values: signed_label | lines: 12 | depth: 0
// PyTorch: -1 is taken for a probability and the loss is unbounded below.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct tumour : wf::label_set<2> {};

template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

template <class M, class... A>
auto rows_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, M, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto const z = logits_of<>({1, -1});
  [[maybe_unused]] auto const y = rows_of<wf::signed_label>({-1, 1});
  auto const b = rows_of<wf::binary<tumour>>({0, 1});
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(z, b);
#else
  auto const loss = wf::binary_cross_entropy_with_logits(z, y);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
