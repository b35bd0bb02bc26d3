// SPDX-License-Identifier: Apache-2.0
// PyTorch: CUDA error: device-side assert triggered, `t >= 0 && t < n_classes`: nine outputs for ten
// classes.
// expect: WF241 | values: dim<9, classes<digits> | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

struct digits : wf::label_set<10> {};

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y =
      wf::refine<wf::tensor<std::int64_t, wf::class_index<digits>, wf::axes<row>>>(std::array{0, 9}).value();
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, digits>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, 9>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto loss = wf::cross_entropy(net.train(x), y);
  return loss.item() > 1 && loss.rows() == 2 ? 0 : 1;
}
