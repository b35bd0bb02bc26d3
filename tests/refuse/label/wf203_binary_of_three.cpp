// SPDX-License-Identifier: Apache-2.0
// PyTorch: BCELoss takes any target; with three classes the third one counts as 2.
// expect: WF203 | values: weather, got_extent<3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

#ifdef FIXED
struct weather : wf::label_set<2> {};
#else
struct weather : wf::label_set<3> {};
#endif

int main() {
  auto const y = wf::tensor<float, wf::binary<weather>, wf::axes<wf::dim<2>>>::uninitialised();
  return y.rows() == 2 ? 0 : 1;
}
