// SPDX-License-Identifier: Apache-2.0
// expect: WF135 | values: real | lines: 12 | depth: 0
// PyTorch: a teacher without softmax gives NaN where its logits are negative.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};

template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto const z = logits_of<wf::classes<animal>>({1, 2, 3, 3, 2, 1});
  auto const teacher = logits_of<wf::classes<animal>>({1, 0, 0, 0, 0, 1});
#ifdef FIXED
  auto const loss = wf::kl_div(wf::log_softmax(z), wf::softmax(teacher));
#else
  auto const loss = wf::kl_div(wf::log_softmax(z), teacher);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
