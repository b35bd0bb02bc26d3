// SPDX-License-Identifier: Apache-2.0
// Counts of standings on a GPU: a thread a row, or a warp where a row is long. Additions of integers have no
// order, so atomic ones are deterministic.
#include <wellformed/backend/count.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/core/bits.hpp>
#include <wellformed/tensor/transfer.hpp>

#include "launch.cuh"
#include "number.cuh"

namespace wellformed::backend {

namespace {

constexpr int threads = 256;
static_assert(sizeof(error_record) <= standing_counts::head, "the offence lies in front of the counts");

template <class E, class Label>
struct labelled_scores {
  E const* scores;
  Label const* truth;
  index_t rows;
  counted_places places;
  index_t first;

  __device__ bool counts(index_t row) const {
    if (places.mask != nullptr && !places.mask[row / places.repeat]) return false;
    return !places.has_ignore || static_cast<index_t>(truth[row]) != places.ignored;
  }
};

struct count_memory {
  error_record* noted;
  index_t *ranks, *pairs;
  index_t most, classes;

  explicit count_memory(standing_counts const& from)
      : noted(static_cast<error_record*>(from.memory)),
        ranks(reinterpret_cast<index_t*>(static_cast<char*>(from.memory) + standing_counts::head)),
        pairs(ranks + from.ranks),
        most(from.ranks - 1),
        classes(from.classes) {}

  using counter = unsigned long long;
  __device__ void add(index_t truth, index_t predicted, index_t rank) const {
    atomicAdd(reinterpret_cast<counter*>(ranks + (rank < most ? rank : most)), counter{1});
    if (classes != 0) atomicAdd(reinterpret_cast<counter*>(pairs + truth * classes + predicted), counter{1});
  }
  __device__ void note(int code, index_t row, index_t value, index_t limit) const {
    report(noted, code, kernel_name::confusion, row, value, limit, true);
  }
};

/// What a lane knows of a row.
template <class E>
struct part_of_row {
  E best = -infinity<E>;
  index_t at = INT64_MAX, rank = 0, nan = INT64_MAX;

  __device__ void see(E score, index_t column) {
    if (is_nan(score) && column < nan) nan = column;
    if (score > best || (score == best && column < at)) {
      best = score;
      at = column;
    }
  }
  __device__ void join(int distance) {
    E const other = __shfl_xor_sync(0xffffffffu, best, distance);
    index_t const place = __shfl_xor_sync(0xffffffffu, at, distance);
    index_t const bad = __shfl_xor_sync(0xffffffffu, nan, distance);
    rank += __shfl_xor_sync(0xffffffffu, rank, distance);
    if (other > best || (other == best && place < at)) {
      best = other;
      at = place;
    }
    if (bad < nan) nan = bad;
  }
};

template <int Lanes, class E, class Label>
__global__ void __launch_bounds__(threads)
    count_classes(labelled_scores<E, Label> of, index_t classes, index_t inner, count_memory to) {
  index_t const lane = Lanes == 1 ? 0 : threadIdx.x % Lanes;
  index_t const stride = index_t{gridDim.x} * (threads / Lanes);
  for (index_t row = index_t{blockIdx.x} * (threads / Lanes) + threadIdx.x / Lanes; row < of.rows;
       row += stride) {
    if (!of.counts(row)) continue;
    auto const id = static_cast<index_t>(of.truth[row]);
    if (id < 0 || id >= classes) {
      if (lane == 0) to.note(246, of.first + row, id, classes);
      continue;
    }
    E const* const from = of.scores + row / inner * classes * inner + row % inner;
    E const own = from[id * inner];
    part_of_row<E> seen;
    for (index_t c = lane; c < classes; c += Lanes) {
      E const score = from[c * inner];
      seen.see(score, c);
      if (score > own || (score == own && c < id)) ++seen.rank;
    }
#pragma unroll
    for (int distance = Lanes / 2; distance > 0; distance /= 2) seen.join(distance);
    if (lane != 0) continue;
    if (seen.nan != INT64_MAX) {
      to.note(520, of.first + row, seen.nan, classes);
    } else {
      to.add(id, seen.at, seen.rank);
    }
  }
}

template <class E, class Label>
__global__ void __launch_bounds__(threads)
    count_columns(labelled_scores<E, Label> of, double threshold, index_t positive, count_memory to) {
  index_t const stride = index_t{gridDim.x} * threads;
  for (index_t row = index_t{blockIdx.x} * threads + threadIdx.x; row < of.rows; row += stride) {
    if (!of.counts(row)) continue;
    auto const written = static_cast<double>(of.truth[row]);
    E const score = of.scores[row];
    if (written != 0.0 && written != 1.0) {
      to.note(246, of.first + row, static_cast<index_t>(written), 2);
    } else if (is_nan(score)) {
      to.note(520, of.first + row, 0, 1);
    } else {
      index_t const truth = written != 0.0 ? positive : 1 - positive;
      index_t const said = static_cast<double>(score) > threshold ? positive : 1 - positive;
      to.add(truth, said, said == truth ? 0 : 1);
    }
  }
}

}  // namespace

void clear_standings(cuda where, standing_counts const& counts) {
  zero(where, counts.memory, counts.bytes());
  error_record const none;
  copy_in(where, counts.memory, &none, sizeof none);
}

offence read_standings(cuda where, standing_counts const& counts, index_t* numbers) {
  slab const read(counts.bytes());
  copy_out(where, read.data(), counts.memory, counts.bytes());
  std::memcpy(numbers, static_cast<char const*>(read.data()) + standing_counts::head,
              static_cast<std::size_t>(counts.numbers()) * sizeof(index_t));
  auto const& noted = *static_cast<error_record const*>(read.data());
  return {noted.code, text_of(kernel_name::confusion), noted.row, noted.value, noted.limit};
}

template <class E, class Label>
void count_standings(cuda where, standing_counts const& counts, E const* scores, Label const* truth,
                     index_t outer, index_t classes, index_t inner, counted_places const& places,
                     index_t first) {
  auto& on = context_of(where);
  labelled_scores<E, Label> const of{scores, truth, outer * inner, places, first};
  bool const by_warp = inner == 1 && classes >= 32;
  auto* const kernel = by_warp ? count_classes<32, E, Label> : count_classes<1, E, Label>;
  launch(on, "confusion", kernel, blocks_of_loop(on, of.rows, by_warp ? threads / 32 : threads, 8), threads,
         0, of, classes, inner, count_memory(counts));
}

template <class E, class Label>
void count_answers(cuda where, standing_counts const& counts, E const* scores, Label const* truth,
                   index_t rows, double threshold, index_t positive, counted_places const& places,
                   index_t first) {
  auto& on = context_of(where);
  labelled_scores<E, Label> const of{scores, truth, rows, places, first};
  launch(on, "confusion", count_columns<E, Label>, blocks_of_loop(on, rows, threads, 8), threads, 0, of,
         threshold, positive, count_memory(counts));
}

#define WF_FOR(E, Label)                                                                             \
  template void count_answers(cuda, standing_counts const&, E const*, Label const*, index_t, double, \
                              index_t, counted_places const&, index_t);
#define WF_FOR_IDS(E, Label)                                                                            \
  WF_FOR(E, Label)                                                                                      \
  template void count_standings(cuda, standing_counts const&, E const*, Label const*, index_t, index_t, \
                                index_t, counted_places const&, index_t);
#define WF_FOR_ALL(E)         \
  WF_FOR_IDS(E, std::uint8_t) \
  WF_FOR_IDS(E, std::int32_t) \
  WF_FOR_IDS(E, std::int64_t) \
  WF_FOR(E, bool)             \
  WF_FOR(E, float)            \
  WF_FOR(E, double)
WF_FOR_ALL(float)
WF_FOR_ALL(double)
#undef WF_FOR_ALL
#undef WF_FOR_IDS
#undef WF_FOR

}  // namespace wellformed::backend
