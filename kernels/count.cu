// SPDX-License-Identifier: Apache-2.0
// Counts of pairs of class ids on a GPU. Additions of integers have no order, so atomic ones are
// deterministic; a small matrix is counted in shared memory first.
#include <wellformed/backend/count.hpp>

#include "launch.cuh"

namespace wellformed::backend {

namespace {

constexpr int threads = 256;
constexpr index_t most_shared = 4096;  // counts of a block, 16 KB

template <class Label>
struct id_pairs {
  index_t* counts;
  index_t const* predicted;
  Label const* truth;
  index_t rows, classes;
  bool has_ignore;
  index_t ignored;
  bool const* mask;
  error_record* word;

  /// Where the pair of a row is counted; -1: nowhere.
  __device__ index_t place(index_t row) const {
    auto const id = static_cast<index_t>(truth[row]);
    if ((mask != nullptr && !mask[row]) || (has_ignore && id == ignored)) return -1;
    index_t const found = predicted[row];
    bool const is_class = static_cast<std::uint64_t>(id) < static_cast<std::uint64_t>(classes);
    bool const is_found = static_cast<std::uint64_t>(found) < static_cast<std::uint64_t>(classes);
    if (is_class && is_found) return id * classes + found;
    report(word, is_class ? 214 : 820, kernel_name::confusion, row, is_class ? found : id, classes);
    return -1;
  }
};

using counter = unsigned long long;

template <class Label>
__global__ void __launch_bounds__(threads) count_small(id_pairs<Label> pairs) {
  __shared__ unsigned held[most_shared];
  int const places = static_cast<int>(pairs.classes * pairs.classes);
  for (int i = static_cast<int>(threadIdx.x); i < places; i += threads) held[i] = 0;
  __syncthreads();
  index_t const stride = index_t{gridDim.x} * threads;
  for (index_t row = index_t{blockIdx.x} * threads + threadIdx.x; row < pairs.rows; row += stride) {
    if (index_t const at = pairs.place(row); at >= 0) atomicAdd(held + at, 1u);
  }
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < places; i += threads) {
    if (held[i] != 0) atomicAdd(reinterpret_cast<counter*>(pairs.counts + i), counter{held[i]});
  }
}

template <class Label>
__global__ void __launch_bounds__(threads) count_large(id_pairs<Label> pairs) {
  index_t const stride = index_t{gridDim.x} * threads;
  for (index_t row = index_t{blockIdx.x} * threads + threadIdx.x; row < pairs.rows; row += stride) {
    if (index_t const at = pairs.place(row); at >= 0) {
      atomicAdd(reinterpret_cast<counter*>(pairs.counts + at), counter{1});
    }
  }
}

}  // namespace

template <class Label>
void confusion_counts(cuda where, index_t* counts, index_t const* predicted, Label const* truth, index_t rows,
                      index_t classes, bool has_ignore, index_t ignored, bool const* mask) {
  auto& on = context_of(where);
  id_pairs<Label> const pairs{counts, predicted, truth, rows, classes, has_ignore, ignored, mask, on.word()};
  bool const is_small = classes <= 64;
  auto* const kernel = is_small ? count_small<Label> : count_large<Label>;
  launch(on, "confusion", kernel, blocks_of_loop(on, rows, is_small ? threads * 16 : threads, 8), threads, 0,
         pairs);
}

#define WF_FOR(Label)                                                                                   \
  template void confusion_counts<Label>(cuda, index_t*, index_t const*, Label const*, index_t, index_t, \
                                        bool, index_t, bool const*);
WF_FOR(std::uint8_t)
WF_FOR(std::int32_t)
WF_FOR(std::int64_t)
#undef WF_FOR

}  // namespace wellformed::backend
