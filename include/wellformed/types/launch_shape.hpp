// SPDX-License-Identifier: Apache-2.0
// The shape of a launch of a user's own kernel, checked against what every GPU allows before there is one.
#pragma once

#include <wellformed/refuse/device.hpp>

namespace wellformed {

/// Threads of a block, and bytes of dynamic shared memory that they have. For `launch` of
/// <wellformed/cuda/launch.cuh>. Refuses: WF606 fewer than 1 or more than 1024 threads; WF607 more shared
/// memory than any GPU has. Example: `launch(x.where(), kernel, launch_shape<256>{}, x.size(), view(x),
/// mutable_view(y))`.
template <index_t Threads, index_t SharedBytes = 0>
struct launch_shape {
  static constexpr index_t most_threads = 1024, most_shared_bytes = 227 * 1024;
  static constexpr index_t threads = Threads, shared_bytes = SharedBytes;

  constexpr launch_shape() {
    if constexpr (Threads < 1 || Threads > most_threads) {
      refuse::refused<refuse::wf606, refuse::got_extent<Threads>,
                      refuse::required_extent<1, most_threads>>::report();
    } else if constexpr (SharedBytes < 0 || SharedBytes > most_shared_bytes) {
      refuse::refused<refuse::wf607, refuse::got_extent<SharedBytes>,
                      refuse::required_extent<0, most_shared_bytes>>::report();
    }
  }
};

/// The same, known at run time only: checked by `launch`, which throws WF655 and WF656.
struct launch_size {
  index_t threads = 256;
  index_t shared_bytes = 0;
};

}  // namespace wellformed
