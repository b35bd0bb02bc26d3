// SPDX-License-Identifier: Apache-2.0
// expect: WF149 | values: real | lines: 12 | depth: 0
// PyTorch: a target outside of [0, 1] is a device-side assert, or a negative loss.
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
  auto const t = rows_of<wf::unit_interval, wf::dim<1>>({0, 1});
  [[maybe_unused]] auto const any = logits_of<wf::dim<1>>({0, 7});
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(x, t);
#else
  auto const loss = wf::binary_cross_entropy_with_logits(x, any);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
