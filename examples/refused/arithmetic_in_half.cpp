// SPDX-License-Identifier: Apache-2.0
// In PyTorch: half + half rounds after each operation; a mean of many values stops growing at 2048. Nothing
// is reported. In Wellformed: [WF502] half and bfloat16 are stored and converted, and computing is in float
// or double.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct some_rows;
using pixels = wf::tensor<wf::half, wf::real, wf::axes<wf::batch<some_rows, 1, 64>, wf::dim<64>>>;

int main() {
  auto const x = pixels::uninitialised({8, 64});
  auto const brighter = wf::eval(x + x);
}
