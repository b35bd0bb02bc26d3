// SPDX-License-Identifier: Apache-2.0
// expect: WF231 | values: one_hot | lines: 12 | depth: 0
// PyTorch: pred.argmax(1) == y broadcasts, and the share is wrong.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};
struct plant : wf::label_set<3> {};
using rows = wf::batch<struct some_rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<rows, wf::classes<animal>>>;
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>;
using distribution = wf::tensor<float, wf::one_hot<animal>, wf::axes<rows, wf::classes<animal>>>;

int main() {
  auto const z = scores::of({3, 2, 1, 1, 2, 3});
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = y.unchecked_data()[1] = 0;
  [[maybe_unused]] auto const hot = distribution::unchecked(z.elements(), z.extents());
#ifdef FIXED
  auto const share = wf::metrics::accuracy(z, y);
#else
  auto const share = wf::metrics::accuracy(z, hot);
#endif
  return share.rows == 2 ? 0 : 1;
}
