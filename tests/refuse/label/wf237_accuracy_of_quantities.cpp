// SPDX-License-Identifier: Apache-2.0
// PyTorch: (output == target).float().mean() of real numbers is 0, whatever the model learned.
// expect: WF237 | values: regression<1 | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using numbers = wf::tensor<float, wf::real, wf::axes<row, wf::dim<1>>>;
using targets = wf::tensor<float, wf::regression<1>, wf::axes<row, wf::dim<1>>>;

int main() {
  auto const z = numbers::of({1, 2});
  auto const y = wf::refine<targets>(std::array{1.0f, 2.0f}).value();
#ifdef FIXED
  auto const error = wf::mse_loss(z, y).item();
#else
  auto const error = wf::metrics::accuracy(z, y).hits;
#endif
  return error == 0 ? 0 : 1;
}
