// SPDX-License-Identifier: Apache-2.0
// expect: WF341 | values: dim<1 | lines: 12 | depth: 0
// PyTorch: (N, 1) against (N) broadcasts to (N, N), the net learns the mean.
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
  [[maybe_unused]] auto const flat = rows_of<wf::regression<1>>({1.5f, 2.5f});
#ifdef FIXED
  auto const loss = wf::mse_loss(x, y);
#else
  auto const loss = wf::mse_loss(x, flat);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
