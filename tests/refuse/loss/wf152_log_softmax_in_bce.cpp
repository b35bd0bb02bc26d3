// SPDX-License-Identifier: Apache-2.0
// expect: WF152 | values: log_prob | lines: 12 | depth: 0
// PyTorch: a device-side assert.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};

template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

template <class M, class... A>
auto rows_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, M, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto const z = logits_of<wf::classes<animal>>({1, 2, 3, 3, 2, 1});
  auto const y = rows_of<wf::multi_hot<animal>, wf::classes<animal>>({1, 0, 1, 0, 1, 0});
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(z, y);
#else
  auto const loss = wf::binary_cross_entropy(wf::log_softmax(z), y);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
