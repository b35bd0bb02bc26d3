// SPDX-License-Identifier: Apache-2.0
// PyTorch: ids of 1000 classes that were stored as uint8 wrap to other classes, and nothing is reported.
// expect: WF519 | values: word | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct word : wf::label_set<1000> {};
struct rows;
using row = wf::batch<rows, 1>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::classes<word>>>;

int main() {
#ifdef FIXED
  using ids = wf::tensor<std::int32_t, wf::class_index<word>, wf::axes<row>>;
#else
  using ids = wf::tensor<std::uint8_t, wf::class_index<word>, wf::axes<row>>;
#endif
  auto z = scores::uninitialised();
  for (int c = 0; c < 1000; ++c) z.mutable_data()[c] = 0;
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = 0;
  auto const loss = wf::cross_entropy(z, y);
  return loss.item() > 6.9 ? 0 : 1;
}
