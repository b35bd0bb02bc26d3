// SPDX-License-Identifier: Apache-2.0
// PyTorch: rows of padding count in the accuracy.
// expect: WF427 | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<2> {};
struct rows;
using schema = wf::data::columns<wf::features<2>, wf::class_index<letter>>;

int main() {
  auto table = wf::data::from_memory<schema>(std::vector{1.f, 2.f, 3.f, 4.f, 5.f, 6.f}, std::vector{0, 1, 0}).value();
  auto net = wf::nn::sequential(wf::nn::linear<2, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto loader = wf::data::loader<rows>(table, wf::batch_size<2>, wf::pad);
  double count = 0;
  for (auto& b : loader) {
#ifdef FIXED
    count += static_cast<double>(wf::metrics::accuracy(net.eval(b.x), b.y).rows);
#else
    count += static_cast<double>(wf::metrics::accuracy(net.eval(b.x), b.y.labels).rows);
#endif
  }
  return count == 3 ? 0 : 1;
}
