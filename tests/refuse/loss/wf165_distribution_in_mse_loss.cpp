// SPDX-License-Identifier: Apache-2.0
// expect: WF165 | values: class_probs<animal> | lines: 12 | depth: 0
// PyTorch: silent.
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
  auto const q = rows_of<wf::class_probs<animal>, wf::classes<animal>>({1, 0, 0, 0.5f, 0.5f, 0});
#ifdef FIXED
  auto const loss = wf::cross_entropy(z, q);
#else
  auto const loss = wf::l1_loss(z, q);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
