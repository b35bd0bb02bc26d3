// SPDX-License-Identifier: Apache-2.0
// expect: WF116 | values: log_prob | lines: 12 | depth: 0
// PyTorch: log-probabilities are taken for probabilities, and the loss is negative.
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
  [[maybe_unused]] auto const q = rows_of<wf::class_probs<animal>, wf::classes<animal>>({1, 0, 0, 0.5f, 0.5f, 0});
  auto const t = wf::log_softmax(z);
#ifdef FIXED
  auto const loss = wf::cross_entropy(z, wf::exp(t));
#else
  auto const loss = wf::cross_entropy(z, t);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
