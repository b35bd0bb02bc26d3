// SPDX-License-Identifier: Apache-2.0
// PyTorch: reading device memory through a raw pointer crashes the process, or reads garbage.
// expect: WF601 | values: cuda | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  using read = inputs;
#else
  using read = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>, wf::cuda>;
#endif
  auto const y = read::unchecked(x.elements(), x.extents());
  return y.data()[0] == 1 ? 0 : 1;
}
