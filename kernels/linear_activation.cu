// SPDX-License-Identifier: Apache-2.0
// Linear layers with relu or gelu on the way out of the product, and the way back through them: epilogues of
// cuBLASLt, whose notes for the way back only it can read.
#include <wellformed/backend/contract.hpp>

#include "product.cuh"

namespace wellformed::backend {

namespace {

constexpr index_t relu_step(index_t width) { return (width + 127) / 128 * 128; }  // bits
constexpr index_t gelu_step(index_t width) { return (width + 7) / 8 * 8; }        // elements

void run(context& on, product const& form, product_operands const& with, char const* name) {
  if (run_product(on, form, with)) return;
  (message(654) << name << ": cuBLASLt has no algorithm for it on GPU " << on.ordinal()
                << "; use linear_forward or linear_backward and the activation by itself")
      .raise();
}

/// Without inputs the product is of one input that is zero, so that the library writes its notes all the
/// same.
template <class T>
slab zeros(context& on, index_t count) {
  slab made(static_cast<std::size_t>(count) * sizeof(T), &on.memory());
  check(cudaMemsetAsync(made.data(), 0, static_cast<std::size_t>(count) * sizeof(T), on.stream()),
        "linear_forward");
  return made;
}

template <class T>
void forward(cuda where, T* y, void* notes, index_t step, T const* x, T const* w, T const* bias, index_t rows,
             index_t in, index_t out, unsigned activation, char const* name) {
  if (rows == 0 || out == 0) return;
  auto& on = context_of(where);
  slab none;
  if (in == 0) {
    none = zeros<T>(on, rows > out ? rows : out);
    x = w = static_cast<T const*>(none.data());
    in = 1;
  }
  unsigned const kind =
      activation | (bias != nullptr ? unsigned{CUBLASLT_EPILOGUE_BIAS} : 0u) | (notes != nullptr ? 128u : 0u);
  product const form{rows,
                     out,
                     in,
                     false,
                     true,
                     cuda_type<T>,
                     cuda_type<T>,
                     compute_type<T>,
                     static_cast<cublasLtEpilogue_t>(kind),
                     step};
  run(on, form, {y, x, w, 0, const_cast<T*>(bias), notes}, name);
}

template <class T>
void backward(cuda where, T* gz, T* gb, void const* notes, index_t step, T const* gy, T const* w,
              index_t rows, index_t in, index_t out, cublasLtEpilogue_t alone, cublasLtEpilogue_t with_bias,
              char const* name) {
  auto& on = context_of(where);
  if (in == 0) return;
  if (rows == 0 || out == 0) {  // sums of nothing
    auto const clear = [&](T* x, index_t count) {
      if (count != 0)
        check(cudaMemsetAsync(x, 0, static_cast<std::size_t>(count) * sizeof(T), on.stream()), name);
    };
    clear(gz, rows * in);
    if (gb != nullptr) clear(gb, in);
    return;
  }
  product const form{rows,
                     in,
                     out,
                     false,
                     false,
                     cuda_type<T>,
                     cuda_type<T>,
                     compute_type<T>,
                     gb != nullptr ? with_bias : alone,
                     step};
  run(on, form, {gz, gy, w, 0, gb, const_cast<void*>(notes)}, name);
}

}  // namespace

template <class T>
void linear_relu_forward(cuda where, T* y, void* mask, T const* x, T const* w, T const* bias, index_t rows,
                         index_t in, index_t out) {
  forward(where, y, mask, relu_step(out), x, w, bias, rows, in, out, CUBLASLT_EPILOGUE_RELU,
          "linear_relu_forward");
}

template <class T>
void linear_relu_backward(cuda where, T* gz, T* gb, void const* mask, T const* gy, T const* w, index_t rows,
                          index_t in, index_t out) {
  backward(where, gz, gb, mask, relu_step(in), gy, w, rows, in, out, CUBLASLT_EPILOGUE_DRELU,
           CUBLASLT_EPILOGUE_DRELU_BGRAD, "linear_relu_backward");
}

template <class T>
void linear_gelu_tanh_forward(cuda where, T* y, T* kept, T const* x, T const* w, T const* bias, index_t rows,
                              index_t in, index_t out) {
  forward(where, y, kept, gelu_step(out), x, w, bias, rows, in, out, CUBLASLT_EPILOGUE_GELU,
          "linear_gelu_tanh_forward");
}

template <class T>
void linear_gelu_tanh_backward(cuda where, T* gz, T* gb, T const* kept, T const* gy, T const* w, index_t rows,
                               index_t in, index_t out) {
  backward(where, gz, gb, kept, gelu_step(in), gy, w, rows, in, out, CUBLASLT_EPILOGUE_DGELU,
           CUBLASLT_EPILOGUE_DGELU_BGRAD, "linear_gelu_tanh_backward");
}

#define WF_FOR(T)                                                                                       \
  template void linear_relu_forward(cuda, T*, void*, T const*, T const*, T const*, index_t, index_t,    \
                                    index_t);                                                           \
  template void linear_relu_backward(cuda, T*, T*, void const*, T const*, T const*, index_t, index_t,   \
                                     index_t);                                                          \
  template void linear_gelu_tanh_forward(cuda, T*, T*, T const*, T const*, T const*, index_t, index_t,  \
                                         index_t);                                                      \
  template void linear_gelu_tanh_backward(cuda, T*, T*, T const*, T const*, T const*, index_t, index_t, \
                                          index_t);
WF_FOR(float)
WF_FOR(half)
WF_FOR(bfloat16)
#undef WF_FOR

}  // namespace wellformed::backend
