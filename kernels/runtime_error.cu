// SPDX-License-Identifier: Apache-2.0
// What the CUDA runtime cannot do, with what to do about it.
#include "runtime_error.cuh"

namespace wellformed::backend {

void check(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that does not last is reported once
  auto const code = status == cudaErrorMemoryAllocation ? 650 : 654;
  (message(code) << what << ": " << cudaGetErrorString(status) << " (" << cudaGetErrorName(status) << ")")
      .raise();
}

void raise_no_device(cudaError_t status, int driver, int runtime) {
  if (status == cudaErrorInsufficientDriver && driver > 0) {
    (message(652) << "the NVIDIA driver is too old: it serves CUDA " << driver / 1000 << "."
                  << driver % 1000 / 10 << ", this program needs " << runtime / 1000 << "."
                  << runtime % 1000 / 10 << "; install a newer driver, or compute on host{}")
        .raise();
  }
  message words(651);
  if (driver == 0) {
    words << "no NVIDIA driver was found";
  } else if (status == cudaSuccess || status == cudaErrorNoDevice) {
    words << "no GPU is visible to this process";
  } else {
    words << "no GPU can be used: " << cudaGetErrorString(status);
  }
  words << "; compute on host{}, or see that nvidia-smi lists a GPU and that CUDA_VISIBLE_DEVICES names it";
  words.raise();
}

void raise_no_code(int ordinal, int compute) {
  (message(652) << "GPU " << ordinal << " has compute capability " << compute / 10 << "." << compute % 10
                << ", for which this program holds no code; build the library with "
                   "-DWELLFORMED_CUDA_ARCHITECTURES naming it (7.5 is the oldest), or compute on host{}")
      .raise();
}

void raise_no_ordinal(int ordinal, int count) {
  (message(653) << "there is no GPU " << ordinal << "; this process sees " << count << ", from 0 to "
                << count - 1)
      .raise();
}

}  // namespace wellformed::backend
