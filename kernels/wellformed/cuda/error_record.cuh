// SPDX-License-Identifier: Apache-2.0
// What a kernel met that types could not exclude: one word of a device's stream, written by report(), read by
// the next synchronisation and by the optimiser. Nothing traps; the kernel goes on with a harmless value.
#pragma once

#include <cstdint>

#include <wellformed/core/config.hpp>

namespace wellformed::backend {

/// Names for the printed text: those of the CPU's errors. The table of the texts is in
/// kernels/error_record.cu.
enum class kernel_name : int {
  none,
  cross_entropy,
  nll_loss,
  kl_div,
  binary_cross_entropy,
  binary_cross_entropy_with_logits,
  mse_loss,
  l1_loss,
  huber_loss,
  gather,
  embedding,
  one_hot,
  argmax,
  confusion,
  softmax,
  layer_norm,
  batch_norm,
  dropout,
  matmul,
  assume,
  sgd,
  adam,
  adamw,
  check_finite,
  user,
  count
};

enum class record_state : unsigned { free = 0, written = 1, complete = 2, sealed = 3 };

/// State `written` lasts for a few instructions. A sealed record takes no other offence: somebody acted on
/// it.
struct alignas(16) error_record {
  unsigned state = 0;
  int code = 0;
  int kernel = 0;
  int spare = 0;
  index_t row = INT64_MAX;  ///< greater than any row, so that a free record loses every comparison
  index_t value = 0;
  index_t limit = 0;
};

#ifdef __CUDACC__

/// Notes an offence. The first kernel of a stream to offend wins, and of its rows the lowest, whatever the
/// order of threads: what the CPU would report. `of_any_code`: the lowest row wins in a record that several
/// calls share, whose rows are numbered through.
inline __device__ void report(error_record* word, int code, kernel_name kernel, index_t row, index_t value,
                              index_t limit, bool of_any_code = false) {
  auto* const state = &word->state;
  auto const* const lowest = static_cast<index_t const volatile*>(&word->row);
  unsigned expected = 0;
  while (*lowest > row) {  // holds for a free record; rows only fall, so a stale value is safe
    unsigned const seen = atomicCAS(state, expected, 1u);
    if (seen != expected) {
      if (seen == 3u) return;
      if (seen != 1u) expected = seen;
      continue;
    }
    // The record is ours until its state is 2: written inside of the loop, so that no thread of the warp
    // waits for another that waits for it.
    __threadfence();
    auto volatile* const record = word;
    bool const same = of_any_code || (record->code == code && record->kernel == static_cast<int>(kernel));
    if (expected == 0u || (same && record->row > row)) {
      record->code = code;
      record->kernel = static_cast<int>(kernel);
      record->value = value;
      record->limit = limit;
      record->row = row;
    }
    __threadfence();
    atomicExch(state, 2u);
    return;
  }
}

/// True where an offence was noted before this kernel began: what must not happen for a bad batch, such as an
/// update of weights, is left out. One load, cached in L2, the same for every thread.
inline __device__ bool has_offence(error_record const* word) {
  return *static_cast<unsigned const volatile*>(&word->state) != 0u;
}

/// Keeps the record as it is, so that the offence of a later step does not take its place. By one thread.
inline __device__ void seal(error_record* word) { atomicCAS(&word->state, 2u, 3u); }

#endif

}  // namespace wellformed::backend
