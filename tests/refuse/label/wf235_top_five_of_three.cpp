// SPDX-License-Identifier: Apache-2.0
// expect: WF235 | values: got_extent<5 | lines: 12 | depth: 0
// PyTorch: topk: selected index k out of range, at run time.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};
struct plant : wf::label_set<3> {};
using rows = wf::batch<struct some_rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<rows, wf::classes<animal>>>;
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>;

int main() {
  auto const z = scores::of({3, 2, 1, 1, 2, 3});
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = y.unchecked_data()[1] = 0;
#ifdef FIXED
  auto const share = wf::metrics::top_k<2>(z, y);
#else
  auto const share = wf::metrics::top_k<5>(z, y);
#endif
  return share.rows == 2 ? 0 : 1;
}
