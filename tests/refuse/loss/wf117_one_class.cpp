// SPDX-License-Identifier: Apache-2.0
// expect: WF117 | values: dim<1 | lines: 12 | depth: 0
// PyTorch: cross_entropy over one column is zero, accuracy never moves.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct tumour : wf::label_set<2> {};

template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

template <class M>
auto labels_of(std::vector<int> ids) {
  return wf::refine<wf::tensor<std::int64_t, M, wf::axes<wf::dim<2>>>>(ids).value();
}

template <class M, class... A>
auto rows_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, M, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto const one = logits_of<wf::dim<1>>({1, -1});
  [[maybe_unused]] auto const ids = labels_of<wf::class_index<tumour>>({1, 0});
  auto const y = rows_of<wf::binary<tumour>>({1, 0});
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(one, y);
#else
  auto const loss = wf::cross_entropy(one, ids);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
