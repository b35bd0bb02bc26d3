// SPDX-License-Identifier: Apache-2.0
// PyTorch: a positive class 2 of two counts nothing as positive, or reads behind a table.
// expect: WF218 | values: tumour | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct tumour : wf::label_set<2> {
#ifdef FIXED
  static constexpr int positive = 0;
#else
  static constexpr int positive = 2;
#endif
};
struct rows;
using labels = wf::tensor<std::uint8_t, wf::binary<tumour>, wf::axes<wf::batch<rows, 1>>>;

int main() { return labels::uninitialised({1}).rows() == 1 ? 0 : 1; }
