// SPDX-License-Identifier: Apache-2.0
// PyTorch: a batch whose labels are all -100 has the mean 0 / 0: NaN in the weights.
// expect: WF192 | values: ignore<-100 | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y =
      wf::refine<wf::tensor<std::int64_t, wf::class_index<letter, wf::ignore<-100>>, wf::axes<row>>>(
          std::array{-100, -100})
          .value();
#ifdef FIXED
  auto loss = wf::cross_entropy(net.train(x), y, wf::all_ignored::is_zero{});
#else
  auto loss = wf::cross_entropy(net.train(x), y);
#endif
  return loss.item() == 0 && loss.rows() == 0 ? 0 : 1;
}
