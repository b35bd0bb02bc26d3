// SPDX-License-Identifier: Apache-2.0
// PyTorch: silent; a softmax written by hand is flattened by the one in the loss.
// expect: WF104 | values: nonnegative, class_index<letter | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::classes<letter>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const z = scores::of({2, 0, 0, 0, 2, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
  auto const e = wf::eval(wf::exp(z));
#ifdef FIXED
  auto const loss = wf::cross_entropy(wf::log(e / wf::broadcast_like(wf::sum<letter>(e), e)), y);
#else
  auto const loss = wf::cross_entropy(e / wf::broadcast_like(wf::sum<letter>(e), e), y);
#endif
  return loss.item() > 0.2 && loss.item() < 0.3 ? 0 : 1;
}
