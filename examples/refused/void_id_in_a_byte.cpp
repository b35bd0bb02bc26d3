// SPDX-License-Identifier: Apache-2.0
// In PyTorch: a sentinel of -1 stored in a byte is 255, a valid-looking id, and "t >= 0 && t < n_classes"
// fails on the device: after that the process is lost. In Wellformed: [WF811] an element type must hold every
// id of the label, the ignored one included.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct land_cover : wf::label_set<20> {};
using labels = wf::class_index<land_cover, wf::ignore<-1>>;
using mask = wf::tensor<std::uint8_t, labels, wf::axes<wf::dim<4>>>;

int main() {
  std::vector<int> const raw{3, -1, 7, 19};
  auto const y = wf::refine<mask>(raw).value();
}
