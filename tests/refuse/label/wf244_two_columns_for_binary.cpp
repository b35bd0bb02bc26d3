// SPDX-License-Identifier: Apache-2.0
// expect: WF244 | values: dim<2 | lines: 12 | depth: 0
// PyTorch: (N, 2) against (N) fails at run time, or broadcasts when N is 2.
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
  [[maybe_unused]] auto const two = logits_of<wf::dim<2>>({1, 2, 2, 1});
  auto const z = logits_of<wf::positive<tumour>>({1, -1});
  auto const y = rows_of<wf::binary<tumour>>({1, 0});
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(z, y);
#else
  auto const loss = wf::binary_cross_entropy_with_logits(two, y);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
