// SPDX-License-Identifier: Apache-2.0
// Uses the installed kernels: without a GPU, the error that says so.
#include <wellformed/wellformed.hpp>
namespace wf = wellformed;

int main() {
  wf::cuda const gpu;
  if (wf::cuda_device_count() > 0) {
    wf::slab const elements(100, gpu.memory());
    wf::synchronise(gpu);
    return wf::device_pool(gpu).live >= 100 ? 0 : 1;
  }
  try {
    wf::synchronise(gpu);
  } catch (wf::error const& e) {
    return e.code() == 651 ? 0 : 2;
  }
  return 3;
}
