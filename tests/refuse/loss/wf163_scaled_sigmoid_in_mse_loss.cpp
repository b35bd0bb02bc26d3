// SPDX-License-Identifier: Apache-2.0
// expect: WF163 | values: unspecified | lines: 12 | depth: 0
// The range of the output is no longer known.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;


template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto const x = logits_of<wf::dim<1>>({1, 2});
  auto const y = logits_of<wf::dim<1>>({0.5f, 1.5f});
#ifdef FIXED
  auto const loss = wf::mse_loss(wf::sigmoid(x), y * 0.5f);
#else
  auto const loss = wf::mse_loss(wf::sigmoid(x) * 2.0f, y);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
