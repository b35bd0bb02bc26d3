// SPDX-License-Identifier: Apache-2.0
// PyTorch: model.fc = Linear(...) on a model whose last layer has another name adds an unused layer.
// expect: WF335 | values: activation | lines: 12
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct shape : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto body = wf::nn::sequential(wf::nn::linear<4, 8>(), wf::nn::relu(), wf::nn::linear<8, shape>());
#else
  auto body = wf::nn::sequential(wf::nn::linear<4, 8>(), wf::nn::linear<8, shape>(), wf::nn::relu());
#endif
  wf::nn::initialise(body, wf::seed{1});
  auto const net = wf::nn::replace_head<letter>(std::move(body), wf::seed{2});
  return net.parameter_count == 40 + 27 ? 0 : 1;
}
