// SPDX-License-Identifier: Apache-2.0
// One pass over flat buffers: a body is loaded and finished for groups of neighbouring elements. Loads of
// several groups are on their way together; what is left over at the end goes element by element.
#pragma once

#include "elements.cuh"
#include "launch.cuh"

namespace wellformed::backend {

namespace flat_pass {

constexpr int threads = 256;

/// A body has `load<W>(i)`, which reads what elements i to i + W - 1 need, and `finish<W>(i, loaded)`, which
/// writes them. It may have `begin()`, called by all threads first: false leaves everything as it is.
template <int Width, int AtOnce, class Body>
__global__ void __launch_bounds__(threads) kernel(Body body, index_t count) {
  if constexpr (requires { body.begin(); }) {
    if (!body.begin()) return;
  }
  index_t const groups = count / Width;
  constexpr index_t tile = threads * AtOnce;
  for (index_t first = blockIdx.x * tile; first < groups; first += gridDim.x * tile) {
    index_t const mine = first + threadIdx.x;
    if (first + tile <= groups) {
      decltype(body.template load<Width>(0)) held[AtOnce];
#pragma unroll
      for (int u = 0; u < AtOnce; ++u) held[u] = body.template load<Width>((mine + u * threads) * Width);
#pragma unroll
      for (int u = 0; u < AtOnce; ++u) body.template finish<Width>((mine + u * threads) * Width, held[u]);
    } else {
#pragma unroll 1
      for (index_t g = mine; g < groups; g += threads) {
        body.template finish<Width>(g * Width, body.template load<Width>(g * Width));
      }
    }
  }
  if constexpr (Width > 1) {
    index_t const i = groups * Width + threadIdx.x;
    if (blockIdx.x == 0 && i < count) body.template finish<1>(i, body.template load<1>(i));
  }
}

/// A body from a function of one element: out[...][i] = f(in[...][i]). Buffers may be both in and out.
template <class T, int In, int Out, class F>
struct of_function {
  T const* in[In];
  T* out[Out];
  F f;

  template <int W>
  struct loaded {
    elements<T, W> of[In];
  };
  __device__ bool begin() {
    if constexpr (requires { f.begin(); }) return f.begin();
    return true;
  }
  template <int W>
  __device__ loaded<W> load(index_t i) const {
    loaded<W> held;
#pragma unroll
    for (int n = 0; n < In; ++n) held.of[n] = backend::load<W>(in[n] + i);
    return held;
  }
  template <int W>
  __device__ void finish(index_t i, loaded<W> const& held) const {
    elements<T, W> results[Out];
#pragma unroll
    for (int k = 0; k < W; ++k) {
      T from[In], to[Out];
#pragma unroll
      for (int n = 0; n < In; ++n) from[n] = held.of[n].at[k];
      f(from, to);
#pragma unroll
      for (int n = 0; n < Out; ++n) results[n].at[k] = to[n];
    }
#pragma unroll
    for (int n = 0; n < Out; ++n) store<W>(out[n] + i, results[n]);
  }
};

/// `wide`: accesses of `Width` elements are aligned, in all buffers of the body.
template <int Width, int AtOnce, class Body>
void run(char const* name, cuda where, Body const& body, bool wide, index_t count,
         index_t most = most_blocks) {
  auto& on = context_of(where);
  constexpr index_t tile = threads * AtOnce;
  if (wide) {
    launch(on, name, kernel<Width, AtOnce, Body>, blocks_for(count, tile * Width, most), threads, 0, body,
           count);
  } else {
    launch(on, name, kernel<1, AtOnce, Body>, blocks_for(count, tile, most), threads, 0, body, count);
  }
}

/// out[...][i] = f(in[...][i]) for all i, by `most` blocks at most. `f(from, to)` takes arrays of one value a
/// buffer.
template <int AtOnce, class T, int In, int Out, class F>
void zip(char const* name, cuda where, T* const (&out)[Out], T const* const (&in)[In], F const& f,
         index_t count, index_t most = most_blocks) {
  of_function<T, In, Out, F> body{{}, {}, f};
  bool wide = true;
  for (int n = 0; n < In; ++n) wide = are_aligned(body.in[n] = in[n]) && wide;
  for (int n = 0; n < Out; ++n) wide = are_aligned(body.out[n] = out[n]) && wide;
  run<full_width<T>, AtOnce>(name, where, body, wide, count, most);
}

}  // namespace flat_pass

}  // namespace wellformed::backend
