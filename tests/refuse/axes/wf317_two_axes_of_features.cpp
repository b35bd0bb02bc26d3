// SPDX-License-Identifier: Apache-2.0
// PyTorch: BatchNorm1d takes axis 1 of [N, 3, 3], channels or not.
// expect: WF317 | values: dim<3 | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct channel;
using row = wf::batch<rows, 2>;

int main() {
  using first = wf::axis<channel, 3>;
#ifdef FIXED
  using features = first;
#else
  using features = wf::dim<3>;
#endif
  auto net = wf::nn::sequential(wf::nn::batch_norm<features>());
  wf::nn::initialise(net, wf::seed{1});
  auto x = wf::tensor<float, wf::real, wf::axes<row, features, wf::dim<3>>>::uninitialised();
  for (int i = 0; i < 18; ++i) x.unchecked_data()[i] = 1;
  return std::abs(net.eval(x)(1, 2, 2) - 1) < 1e-4f ? 0 : 1;
}
