// SPDX-License-Identifier: Apache-2.0
// PyTorch: 1041 rows in batches of 8 leave one row; training dies after 130 batches.
// expect: WF420 | values: loader_minimum<1, data_set_rows<1041, last_batch<1, 7, 9 | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;

struct images {
  static constexpr wf::index_t rows = 1041;
};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, 4>(), wf::nn::batch_norm<4>(), wf::nn::relu(),
                                wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  using batch = wf::batch<images, 1041 % 9, 9>;
#else
  using batch = wf::batch<images, 1041 % 8, 8>;
#endif
  auto x = wf::tensor<float, wf::real, wf::axes<batch, wf::dim<4>>>::uninitialised({8, 4});
  for (int i = 0; i < 32; ++i) x.unchecked_data()[i] = static_cast<float>(i % 3);
  return std::isfinite(net.train(x).value()(7, 2)) ? 0 : 1;
}
