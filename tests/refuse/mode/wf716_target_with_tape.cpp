// SPDX-License-Identifier: Apache-2.0
// expect: WF716 | lines: 12 | depth: 0
// PyTorch: a teacher without detach is trained towards its student.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};

template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<1, animal>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = logits_of<wf::dim<1>>({1, 2});
  auto const z = logits_of<wf::classes<animal>>({1, 2, 3, 3, 2, 1});
#ifdef FIXED
  auto const loss = wf::kl_div(wf::log_softmax(z), wf::softmax(net.eval(x)));
#else
  auto const loss = wf::kl_div(wf::log_softmax(z), wf::softmax(net.train(x)));
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
