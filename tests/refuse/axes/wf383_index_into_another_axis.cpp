// SPDX-License-Identifier: Apache-2.0
// PyTorch: index_select along the wrong dimension runs while the numbers are small enough.
// expect: WF383 | values: index_into | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
struct key;
using table = wf::tensor<float, wf::real, wf::axes<wf::axis<key, 2>, wf::dim<2>>>;
template <class A>
using order = wf::tensor<std::int32_t, wf::index_into<A>, wf::axes<row>>;

int main() {
  auto const x = table::of({1, 2, 3, 4});
  auto at = order<wf::axis<key, 2>>::uninitialised();
  at.unchecked_data()[0] = 1;
  at.unchecked_data()[1] = 0;
#ifdef FIXED
  auto const y = wf::gather<key>(x, at);
#else
  auto const y = wf::gather<key>(x, order<wf::dim<2>>::unchecked(at.elements(), {2}));
#endif
  return y.data()[0] == 3 ? 0 : 1;
}
