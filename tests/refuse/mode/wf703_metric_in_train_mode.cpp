// SPDX-License-Identifier: Apache-2.0
// expect: WF703 | lines: 12 | depth: 0
// PyTorch: the metric runs on training-mode output, with dropout and batch statistics.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};
using rows = wf::batch<struct some_rows, 2>;
using features = wf::tensor<float, wf::real, wf::axes<rows, wf::dim<2>>>;
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, animal>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = features::of({1, 2, 3, 4});
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = y.unchecked_data()[1] = 0;
#ifdef FIXED
  auto const share = wf::metrics::accuracy(net.eval(x), y);
#else
  auto const share = wf::metrics::accuracy(net.train(x), y);
#endif
  return share.rows == 2 ? 0 : 1;
}
