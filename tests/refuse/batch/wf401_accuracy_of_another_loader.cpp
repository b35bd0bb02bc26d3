// SPDX-License-Identifier: Apache-2.0
// PyTorch: predictions of one loader are compared with the labels of another; accuracy is chance.
// expect: WF401 | values: rows, others | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
struct others;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::logits, wf::axes<row, wf::classes<letter>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const z = scores::of({2, 0, 0, 0, 2, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
  auto const other =
      wf::refine<wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<wf::batch<others, 2>>>>(
          std::array{1, 0})
          .value();
#ifdef FIXED
  auto const share = wf::metrics::accuracy(z, y);
#else
  auto const share = wf::metrics::accuracy(z, other);
#endif
  return share == other(0) ? 0 : 1;
}
