// SPDX-License-Identifier: Apache-2.0
// Counts calls of the CUDA runtime, and lets a launch fail, by functions of the same names that call the real
// ones. For one file of a program.
#pragma once

#include <utility>

#include <cuda_runtime.h>
#include <dlfcn.h>

namespace intercept {

struct calls {
  int launches = 0, graphs = 0, waits = 0, event_waits = 0;
  int uploads = 0;                     ///< from the host to the GPU
  cudaStream_t upload = nullptr;       ///< stream of the last one
  cudaStream_t computation = nullptr;  ///< stream of the last kernel or graph
};
inline calls seen;
inline int until_failure = -1;  ///< launches (of kernels and graphs) that still succeed; -1: all
inline cudaError_t pending = cudaSuccess;

template <class F>
F* real(F*, char const* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}
inline bool fails() { return until_failure >= 0 && until_failure-- == 0; }

}  // namespace intercept

#ifndef __CUDA_ARCH__  // device code has functions of these names
extern "C" {

cudaError_t CUDARTAPI cudaGetLastError() {
  static auto* const next = intercept::real(&cudaGetLastError, "cudaGetLastError");
  auto const status = next();
  auto const failed = std::exchange(intercept::pending, cudaSuccess);
  return failed != cudaSuccess ? failed : status;
}
cudaError_t CUDARTAPI __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                         size_t shared, cudaStream_t stream) {
  using launch_function = cudaError_t(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);
  static auto* const next = intercept::real(static_cast<launch_function*>(nullptr), "__cudaLaunchKernel");
  if (intercept::fails()) return intercept::pending = cudaErrorLaunchOutOfResources;
  ++intercept::seen.launches;
  intercept::seen.computation = stream;
  return next(kernel, grid, block, arguments, shared, stream);
}
cudaError_t CUDARTAPI cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  static auto* const next = intercept::real(&cudaGraphLaunch, "cudaGraphLaunch");
  if (intercept::fails()) return cudaErrorLaunchOutOfResources;
  ++intercept::seen.graphs;
  intercept::seen.computation = stream;
  return next(graph, stream);
}
cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream) {
  static auto* const next = intercept::real(&cudaStreamSynchronize, "cudaStreamSynchronize");
  ++intercept::seen.waits;
  return next(stream);
}
cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event) {
  static auto* const next = intercept::real(&cudaEventSynchronize, "cudaEventSynchronize");
  ++intercept::seen.event_waits;
  return next(event);
}
cudaError_t CUDARTAPI cudaMemcpyAsync(void* to, void const* from, size_t bytes, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  static auto* const next = intercept::real(&cudaMemcpyAsync, "cudaMemcpyAsync");
  if (kind == cudaMemcpyHostToDevice) {
    ++intercept::seen.uploads;
    intercept::seen.upload = stream;
  }
  return next(to, from, bytes, kind, stream);
}

}  // extern "C"
#endif
