// SPDX-License-Identifier: Apache-2.0
// PyTorch: a float mask of zeros and ones is refused at run time, a byte mask only warns.
// expect: WF178 | values: float | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row>>;
template <class M>
using mask = wf::tensor<bool, M, wf::axes<row>>;

int main() {
  auto const x = scores::of({1, 2});
  auto m = mask<wf::drop_mask>::uninitialised();
  m.unchecked_data()[0] = true;
  m.unchecked_data()[1] = false;
#ifdef FIXED
  auto const y = wf::eval(wf::masked_fill(x, m, -9));
#else
  auto const y = wf::eval(wf::masked_fill(x, x, -9));
#endif
  return y(0) == -9 && y(1) == 2 ? 0 : 1;
}
