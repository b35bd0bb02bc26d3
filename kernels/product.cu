// SPDX-License-Identifier: Apache-2.0
// cuBLASLt reads columns first, so that what it is given is the transposed product: c^T = op(b)^T op(a)^T,
// whose operands are ours as they lie in memory. Only in that order does it have epilogues.
#include "product.cuh"

#include <array>
#include <map>
#include <mutex>

namespace wellformed::backend {

namespace {

void check(cublasStatus_t status, char const* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  auto const code = status == CUBLAS_STATUS_ALLOC_FAILED ? 650 : 654;
  (message(code) << "matmul: cuBLASLt, " << what << ": " << cublasLtGetStatusString(status)).raise();
}

template <class T>
void set(cublasLtMatmulDescOpaque_t& of, cublasLtMatmulDescAttributes_t which, T const& value) {
  check(cublasLtMatmulDescSetAttribute(&of, which, &value, sizeof value), "describing a product");
}

/// Greatest power of two up to 256 of which an address is a multiple.
std::uint32_t alignment_of(void const* p) {
  auto const address = reinterpret_cast<std::uintptr_t>(p) | 256;
  return static_cast<std::uint32_t>(address & (~address + 1));
}

cublasLtMatrixLayoutOpaque_t layout(cudaDataType_t type, index_t rows, index_t cols) {
  cublasLtMatrixLayoutOpaque_t made;
  check(cublasLtMatrixLayoutInit(&made, type, static_cast<std::uint64_t>(cols),
                                 static_cast<std::uint64_t>(rows), cols),
        "describing a matrix");
  return made;
}

/// A product in the words of cuBLASLt: its first operand is our second.
struct description {
  cublasLtMatmulDescOpaque_t work;
  cublasLtMatrixLayoutOpaque_t first, second, result;

  description(product const& p, product_operands const& with)
      : first(p.transpose_b ? layout(p.in, p.n, p.k) : layout(p.in, p.k, p.n)),
        second(p.transpose_a ? layout(p.in, p.k, p.m) : layout(p.in, p.m, p.k)),
        result(layout(p.out, p.m, p.n)) {
    bool const wide = p.compute == CUBLAS_COMPUTE_64F;
    check(cublasLtMatmulDescInit(&work, p.compute, wide ? CUDA_R_64F : CUDA_R_32F), "describing a product");
    set(work, CUBLASLT_MATMUL_DESC_TRANSA, p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(work, CUBLASLT_MATMUL_DESC_TRANSB, p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N);
    if (p.epilogue == CUBLASLT_EPILOGUE_DEFAULT) return;
    set(work, CUBLASLT_MATMUL_DESC_EPILOGUE, p.epilogue);
    if (with.bias != nullptr) set(work, CUBLASLT_MATMUL_DESC_BIAS_POINTER, with.bias);
    if (with.auxiliary != nullptr) {
      set(work, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, with.auxiliary);
      set(work, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, p.auxiliary_step);
    }
  }
};

/// What an algorithm was chosen for.
using form_key = std::array<index_t, 9>;

form_key key_of(context const& on, product const& p, product_operands const& with) {
  auto const aligned = [](void const* a) { return index_t{alignment_of(a)}; };
  return {on.ordinal(),
          p.m,
          p.n,
          p.k,
          (p.transpose_a ? 1 : 0) + (p.transpose_b ? 2 : 0) + index_t{p.in} * 4 + index_t{p.out} * 4096,
          index_t{p.compute} * 65536 + index_t{p.epilogue},
          aligned(with.a) * 512 + aligned(with.b),
          aligned(with.c) * 512 + aligned(with.bias),
          aligned(with.auxiliary)};
}

struct algorithm {
  bool exists = false;
  cublasLtMatmulAlgo_t chosen{};
};

/// Asks cuBLASLt, which takes microseconds: about as long as a small product.
algorithm choose(context& on, product const& p, description& of, product_operands const& with) {
  cublasLtMatmulPreferenceOpaque_t wishes;
  check(cublasLtMatmulPreferenceInit(&wishes), "choosing an algorithm");
  auto const wish = [&](cublasLtMatmulPreferenceAttributes_t which, auto value) {
    check(cublasLtMatmulPreferenceSetAttribute(&wishes, which, &value, sizeof value),
          "choosing an algorithm");
  };
  wish(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, std::uint64_t{context::workspace_bytes()});
  wish(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(with.b));
  wish(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(with.a));
  wish(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(with.c));
  wish(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(with.c));
  if (p.in == CUDA_R_16F ||
      p.in == CUDA_R_16BF) {  // parts of a sum are added in float, not as they are stored
    wish(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, std::uint32_t{CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE});
  }
  cublasLtMatmulHeuristicResult_t found{};
  int count = 0;
  auto const status = cublasLtMatmulAlgoGetHeuristic(on.blas(), &of.work, &of.first, &of.second, &of.result,
                                                     &of.result, &wishes, 1, &found, &count);
  bool const none = status == CUBLAS_STATUS_NOT_SUPPORTED || (status == CUBLAS_STATUS_SUCCESS && count == 0);
  if (!none) check(status, "choosing an algorithm");
  if (none && p.epilogue == CUBLASLT_EPILOGUE_DEFAULT) {
    (message(654) << "matmul: cuBLASLt has no algorithm for a product of (" << p.m << ", " << p.k << ") and ("
                  << p.k << ", " << p.n << ") on GPU " << on.ordinal())
        .raise();
  }
  return {!none, found.algo};
}

algorithm algorithm_for(context& on, product const& p, description& of, product_operands const& with) {
  constexpr std::size_t most = 4096;  // forms of a program that has no end of them
  static std::mutex lock;
  static auto& kept = *new std::map<form_key, algorithm>;
  auto const key = key_of(on, p, with);
  std::lock_guard const guard(lock);
  auto found = kept.find(key);
  if (found == kept.end()) {
    if (kept.size() >= most) kept.clear();
    found = kept.emplace(key, choose(on, p, of, with)).first;
  }
  return found->second;
}

}  // namespace

bool run_product(context& on, product const& form, product_operands const& with) {
  description of(form, with);
  auto const use = algorithm_for(on, form, of, with);
  if (!use.exists) return false;
  float const one = 1, beta = static_cast<float>(with.beta);
  double const wide_one = 1;
  bool const wide = form.compute == CUBLAS_COMPUTE_64F;
  check(cublasLtMatmul(on.blas(), &of.work, wide ? static_cast<void const*>(&wide_one) : &one, with.b,
                       &of.first, with.a, &of.second, wide ? static_cast<void const*>(&with.beta) : &beta,
                       with.c, &of.result, with.c, &of.result, &use.chosen, on.workspace(),
                       context::workspace_bytes(), on.stream()),
        "multiplying");
  return true;
}

}  // namespace wellformed::backend
