// SPDX-License-Identifier: Apache-2.0
// expect: WF249 | values: real | lines: 12 | depth: 0
// torchmetrics: logits are taken for probabilities where they happen to lie in [0, 1].
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};
using rows = wf::batch<struct some_rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<rows, wf::classes<animal>>>;
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>;

int main() {
  auto const z = scores::of({3, 2, 1, 1, 2, 3});
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = y.unchecked_data()[1] = 0;
  wf::metrics::calibration<10> measured;
#ifdef FIXED
  measured.add(wf::softmax(z), y);
#else
  measured.add(z, y);
#endif
  return measured.rows() == 2 ? 0 : 1;
}
