// SPDX-License-Identifier: Apache-2.0
// PyTorch: train_test_split(stratify=y) with real targets fails, or makes a class of each value.
// expect: WF836 | values: regression<1 | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

using schema = wf::data::columns<wf::features<1>, wf::regression<1>>;

int main() {
  auto const rows = wf::data::from_memory<schema>(std::vector{1.0, 2.0, 3.0}, std::vector{0.1, 0.2, 0.3}).value();
#ifdef FIXED
  auto const parts = wf::data::split(rows, 0.5, wf::seed{1});
#else
  auto const parts = wf::data::stratified_split(rows, 0.5, wf::seed{1});
#endif
  return parts.train.rows() + parts.test.rows() == 3 ? 0 : 1;
}
