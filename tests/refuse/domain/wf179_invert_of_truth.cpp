// SPDX-License-Identifier: Apache-2.0
// PyTorch: ~mask inverts whatever it is given.
// expect: WF179 | values: boolean | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row>>;
template <class M>
using mask = wf::tensor<bool, M, wf::axes<row>>;

int main() {
  auto const x = scores::of({1, 2});
  auto m = mask<wf::boolean>::uninitialised();
  m.unchecked_data()[0] = true;
  m.unchecked_data()[1] = false;
#ifdef FIXED
  auto const k = wf::invert(m.as<wf::drop_mask>());
#else
  auto const k = wf::invert(m);
#endif
  return x(0) == 1 && k(1) ? 0 : 1;
}
