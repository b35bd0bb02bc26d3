// SPDX-License-Identifier: Apache-2.0
// In PyTorch: "Expected all tensors to be on the same device", at run time, in the branch that forgot
// .to(device). In Wellformed: [WF602] the device is part of the type.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct some_rows;
template <class Device>
using features = wf::tensor<float, wf::real, wf::axes<wf::batch<some_rows, 1, 64>, wf::dim<64>>, Device>;

auto residual(features<wf::cuda> const& seen, features<wf::host> const& expected) { return seen - expected; }

int main() {}
