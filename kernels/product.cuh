// SPDX-License-Identifier: Apache-2.0
// One product of row-major matrices by cuBLASLt, with what it can do on the way out. The algorithm for a form
// is asked for once and kept.
#pragma once

#include <cublasLt.h>

#include <wellformed/core/number.hpp>
#include <wellformed/types/precision.hpp>

#include "context.cuh"

namespace wellformed::backend {

/// The form of c (m, n) = op(a) op(b) + beta c, and what is done with c before it is stored.
struct product {
  index_t m, n, k;
  bool transpose_a, transpose_b;
  cudaDataType_t in, out;
  cublasComputeType_t compute;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  index_t auxiliary_step = 0;  ///< from row to row of c, in elements (bits of a mask)
};

struct product_operands {
  void* c;
  void const* a;
  void const* b;
  double beta = 0;
  void* bias = nullptr;       ///< (n), or where its gradient goes
  void* auxiliary = nullptr;  ///< of an activation's epilogue
};

/// False if cuBLASLt has no algorithm for this epilogue: nothing was done then. Throws WF654 if it fails, and
/// if it has none without an epilogue. No extent is 0.
bool run_product(context& on, product const& form, product_operands const& with);

template <class T>
inline constexpr cudaDataType_t cuda_type = CUDA_R_32F;
template <>
inline constexpr cudaDataType_t cuda_type<double> = CUDA_R_64F;
template <>
inline constexpr cudaDataType_t cuda_type<half> = CUDA_R_16F;
template <>
inline constexpr cudaDataType_t cuda_type<bfloat16> = CUDA_R_16BF;

/// Sums are double for double, else float. `Precision` is void or tf32.
template <class T, class Precision = void>
inline constexpr cublasComputeType_t compute_type =
    std::is_same_v<T, double>         ? CUBLAS_COMPUTE_64F
    : std::is_same_v<Precision, tf32> ? CUBLAS_COMPUTE_32F_FAST_TF32
                                      : CUBLAS_COMPUTE_32F;

}  // namespace wellformed::backend
