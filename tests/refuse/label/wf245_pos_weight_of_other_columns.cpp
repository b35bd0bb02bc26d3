// SPDX-License-Identifier: Apache-2.0
// expect: WF245 | values: animal | lines: 12 | depth: 0
// PyTorch: broadcast, or a run-time error.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};
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
  auto const z = logits_of<wf::positive<tumour>>({1, -1});
  auto const y = rows_of<wf::binary<tumour>>({1, 0});
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(z, y, wf::pos_weight<wf::binary<tumour>>::of({3}));
#else
  auto const loss = wf::binary_cross_entropy_with_logits(z, y, wf::pos_weight<animal>::of({1, 2, 3}));
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
