// SPDX-License-Identifier: Apache-2.0
// Node kind `map`: one pass over the elements, however many operations the expression has. On a GPU it is one
// kernel, which the compiler of the user's file makes: nvcc.
#pragma once

#include <wellformed/backend/lowered.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// How many elements there are, with the most that the axes allow.
template <index_t Most>
struct bounded_count {
  index_t value;
  constexpr operator index_t() const { return value; }
};
template <class Count>
inline constexpr index_t most_of = unbounded;
template <index_t Most>
inline constexpr index_t most_of<bounded_count<Most>> = Most;

/// out[i] = expression at i.
template <class Out, class Lowered>
void map(host, Out* __restrict out, Lowered const& expression, index_t count) {
  for (index_t i = 0; i < count; ++i) out[i] = expression.value(i);
}

/// Sends the gradient of each element to the tracked leaves: values again from the leaves, then slopes, in
/// one pass.
template <class E, class Lowered>
void map_backward(host, E const* gradient, Lowered const& expression, index_t count) {
  for (index_t i = 0; i < count; ++i) expression.backward(i, expression.forward(i), gradient[i]);
}

}  // namespace wellformed::backend

#if defined(__CUDACC__) && __has_include(<wellformed/cuda/map.cuh>)
#include <wellformed/cuda/map.cuh>
#else
namespace wellformed::backend {

/// Refuses: WF603. There is no kernel, since this file is not compiled by nvcc.
template <class Out, class Lowered>
void map(cuda, Out*, Lowered const&, index_t) {
  refuse::refused<refuse::wf603, refuse::got<Out>>::report();
}
template <class E, class Lowered>
void map_backward(cuda, E const*, Lowered const&, index_t) {
  refuse::refused<refuse::wf603, refuse::got<E>>::report();
}

}  // namespace wellformed::backend
#endif
