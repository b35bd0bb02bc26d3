// SPDX-License-Identifier: Apache-2.0
// The limits of a GPU for the launch of a user's kernel.
#include <wellformed/cuda/launch.cuh>

#include <map>
#include <mutex>
#include <utility>

#include "launch.cuh"

namespace wellformed::backend {

error_record* word_of(cuda where) { return context_of(where).word(); }

namespace {

struct kernel_limits {
  int threads = 0;  // of a block
  int registers = 0;
};

/// Asked for once: the answer of the runtime takes longer than a launch.
kernel_limits limits_of(int ordinal, void const* kernel) {
  static std::mutex lock;
  static auto& known = *new std::map<std::pair<int, void const*>, kernel_limits>;
  std::lock_guard const guard(lock);
  auto& limits = known[{ordinal, kernel}];
  if (limits.threads == 0) {
    cudaFuncAttributes found{};
    check(cudaFuncGetAttributes(&found, kernel), "launch: asking for a kernel's properties");
    limits = {found.maxThreadsPerBlock, found.numRegs};
  }
  return limits;
}

void check_threads(context const& on, void const* kernel, index_t threads) {
  constexpr index_t most = launch_shape<1>::most_threads;
  if (threads < 1 || threads > most) {
    (message(655) << "launch: a block of " << threads << " threads; a GPU runs 1 to " << most).raise();
  }
  auto const limits = limits_of(on.ordinal(), kernel);
  if (threads <= limits.threads) return;
  (message(657) << "launch: a block of " << threads << " threads; this kernel, with " << limits.registers
                << " registers a thread and its launch bounds, has at most " << limits.threads
                << "; take fewer, or write __launch_bounds__(" << threads << ") at the kernel")
      .raise();
}

void check_shared(context const& on, void const* kernel, index_t bytes) {
  auto const most = static_cast<index_t>(on.shared_bytes());
  if (bytes < 0 || bytes > most) {
    (message(656) << "launch: " << bytes << " bytes of shared memory a block; GPU " << on.ordinal()
                  << " gives 0 to " << most << ", so let the blocks do smaller tiles")
        .raise();
  }
  if (bytes <= static_cast<index_t>(free_shared_bytes)) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "launch: shared memory");
}

}  // namespace

unsigned blocks_for_user(cuda where, void const* kernel, index_t count, launch_size size) {
  auto& on = context_of(where);
  check_threads(on, kernel, size.threads);
  if (count < 0 || ceil_div(count, size.threads) > most_blocks) {
    (message(655) << "launch: " << count << " threads in blocks of " << size.threads << "; a grid has 0 to "
                  << most_blocks << " blocks, so let each thread do several elements")
        .raise();
  }
  check_shared(on, kernel, size.shared_bytes);
  return blocks_for(count, size.threads);
}

void check_view(cuda where, cuda of_view) {
  if (where.ordinal == of_view.ordinal) return;
  (message(604) << "launch: a view of a tensor on GPU " << of_view.ordinal << " goes to a kernel on GPU "
                << where.ordinal << "; move the tensor with move_to<cuda>(x, cuda{" << where.ordinal << "})")
      .raise();
}

}  // namespace wellformed::backend
