// SPDX-License-Identifier: Apache-2.0
// expect: WF160 | values: logits, regression<1 | lines: 12 | depth: 0
// What was declared logits is compared with a quantity.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;


template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

template <class M, class... A>
auto rows_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, M, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto const x = logits_of<wf::dim<1>>({1, 2});
  auto const y = rows_of<wf::regression<1>, wf::dim<1>>({1.5f, 2.5f});
#ifdef FIXED
  auto const loss = wf::mse_loss(x, y);
#else
  auto const loss = wf::mse_loss(wf::assume_logits(x), y);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
