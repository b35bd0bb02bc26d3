// SPDX-License-Identifier: Apache-2.0
// PyTorch: attention masks are true for "stays" in one function and for "goes" in the next.
// expect: WF176 | values: keep_mask | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row>>;
template <class M>
using mask = wf::tensor<bool, M, wf::axes<row>>;

int main() {
  auto const x = scores::of({1, 2});
  auto m = mask<wf::keep_mask>::uninitialised();
  m.unchecked_data()[0] = true;
  m.unchecked_data()[1] = false;
#ifdef FIXED
  auto const y = wf::eval(wf::masked_fill(x, wf::invert(m), -9));
#else
  auto const y = wf::eval(wf::masked_fill(x, m, -9));
#endif
  return y(0) == 1 && y(1) == -9 ? 0 : 1;
}
