// SPDX-License-Identifier: Apache-2.0
// The door for users' kernels, second half: the launch, in the stream of everything else, within the limits
// of the GPU. One thread an element, unless the kernel goes on by the size of the grid.
#pragma once

#include <wellformed/cuda/view.cuh>
#include <wellformed/types/launch_shape.hpp>

namespace wellformed {

namespace backend {

/// Blocks for `count` threads. Throws WF655 to WF657 for what this GPU cannot launch.
unsigned blocks_for_user(cuda where, void const* kernel, index_t count, launch_size size);

/// Throws WF604 unless the view is of this GPU.
void check_view(cuda where, cuda of_view);

template <class T>
void check_argument(cuda, T const&) {}
template <Element E, class Axes, class Access>
void check_argument(cuda where, cuda_view<E, Axes, Access> const& argument) {
  check_view(where, argument.where());
}

}  // namespace backend

/// Computes: kernel(arguments...) by `count` threads or more, in blocks of `size`. Nothing for a count of 0.
/// What its views note is thrown by the next synchronisation. Throws WF604 a view of another GPU; WF655 a
/// size or count that no grid has; WF656 more shared memory than this GPU has; WF657 a kernel with too many
/// registers for the size.
template <class... Parameters, class... Arguments>
void launch(cuda where, void (*kernel)(Parameters...), launch_size size, index_t count,
            Arguments const&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                "launch: the kernel has another number of parameters");
  (backend::check_argument(where, arguments), ...);
  auto const* const code = reinterpret_cast<void const*>(kernel);
  unsigned const blocks = backend::blocks_for_user(where, code, count, size);
  if (blocks == 0) return;
  kernel<<<blocks, static_cast<unsigned>(size.threads), static_cast<std::size_t>(size.shared_bytes),
           backend::stream_of(where)>>>(arguments...);
  backend::check_launch("a kernel of the program");
}

/// The same with a size that was checked as a type. Example: at launch_shape.
template <class... Parameters, index_t Threads, index_t SharedBytes, class... Arguments>
void launch(cuda where, void (*kernel)(Parameters...), launch_shape<Threads, SharedBytes>, index_t count,
            Arguments const&... arguments) {
  launch(where, kernel, launch_size{Threads, SharedBytes}, count, arguments...);
}

}  // namespace wellformed
