// SPDX-License-Identifier: Apache-2.0
// PyTorch: a mean over rows and columns is averaged again over batches of different sizes.
// expect: WF372 | values: row | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const mean = wf::mean_all(wf::mean<rows>(x));
#else
  auto const mean = wf::mean_all(x);
#endif
  return std::abs(mean.item() - 0.25) < 1e-6 ? 0 : 1;
}
