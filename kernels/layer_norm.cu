// SPDX-License-Identifier: Apache-2.0
// Layer normalisation on a GPU: which threads hold a row, by its length.
#include <wellformed/backend/normalise.hpp>

#include "layer_norm_columns.cuh"
#include "layer_norm_rows.cuh"

namespace wellformed::backend {

namespace {

template <class T, int Threads>
using block = block_group<Threads, T, 2>;
template <class T>
constexpr bool is_short = sizeof(T) == 4;

/// The first schedule that reaches over a row is run, if it runs; false if none does.
template <class... Schedules, class Run>
bool with_first(index_t features, Run run) {
  return ((features <= Schedules::reach && run.template operator()<Schedules>()) || ...);
}

/// Calls run<W>(), unless elements go one by one and a block of 1024 threads has no registers for their
/// addresses.
template <class Schedule, class T, class Run>
bool with_access(bool wide, Run run) {
  if (wide) {
    run.template operator()<full_width<T>>();
    return true;
  }
  if constexpr (Schedule::threads < 1024) {
    run.template operator()<1>();
    return true;
  }
  return false;
}

/// From four lanes up to a block: 32768 floats, 8192 doubles.
template <class T, class Run>
bool with_forward_schedule(index_t features, Run run) {
  using layer_norm::schedule;
  if (features <= 512) {
    return with_first<schedule<lane_group<4>, 4>, schedule<lane_group<8>, 4>, schedule<lane_group<16>, 4>,
                      schedule<lane_group<32>, 4>, schedule<lane_group<32>, 8>, schedule<lane_group<32>, 16>>(
        features, run);
  }
  if constexpr (is_short<T>) {
    return with_first<schedule<lane_group<32>, 32>, schedule<block<T, 128>, 16>, schedule<block<T, 256>, 16>,
                      schedule<block<T, 512>, 16>, schedule<block<T, 512>, 32>, schedule<block<T, 1024>, 32>>(
        features, run);
  } else {
    return with_first<schedule<block<T, 128>, 8>, schedule<block<T, 128>, 16>, schedule<block<T, 256>, 16>,
                      schedule<block<T, 512>, 16>>(features, run);
  }
}

/// The way back holds two rows, and the sums of the columns: 16384 floats, 4096 doubles.
template <class T, class Run>
bool with_backward_schedule(index_t features, Run run) {
  using layer_norm::schedule;
  if (features <= 256) {
    return with_first<schedule<lane_group<4>, 4>, schedule<lane_group<8>, 4>, schedule<lane_group<16>, 4>,
                      schedule<lane_group<32>, 4>, schedule<lane_group<32>, 8>>(features, run);
  }
  if constexpr (is_short<T>) {
    return with_first<schedule<lane_group<32>, 16>, schedule<block<T, 128>, 8>, schedule<block<T, 256>, 8>,
                      schedule<block<T, 256>, 16>, schedule<block<T, 512>, 16>, schedule<block<T, 1024>, 16>>(
        features, run);
  } else {
    return with_first<schedule<block<T, 64>, 8>, schedule<block<T, 128>, 8>, schedule<block<T, 256>, 8>,
                      schedule<block<T, 512>, 8>>(features, run);
  }
}

template <class T>
T one_over(index_t features) {
  return static_cast<T>(1.0 / static_cast<double>(features));
}

template <class T>
void forward_of_long_rows(cuda where, layer_norm::forward_work<T> const& work, index_t features) {
  slab const rest(static_cast<std::size_t>(work.rows) * sizeof(double), where.memory());
  slab const means(static_cast<std::size_t>(2 * work.rows) * sizeof(T), where.memory());
  T* const spare = static_cast<T*>(means.data());
  layer_norm::long_forward<T> const pass{
      {work.x, features, work.mean != nullptr ? work.mean : spare,
       work.inverse != nullptr ? work.inverse : spare + work.rows, nullptr, static_cast<double*>(rest.data()),
       static_cast<double>(features), static_cast<double>(work.eps)},
      work.y,
      work.weight,
      work.bias};
  columns::sum<full_width<T>>("layer_norm", where, pass, {1, work.rows, features},
                              are_aligned(work.x, work.y, work.weight, work.bias));
}

template <class T>
void backward_of_long_rows(cuda where, layer_norm::backward_work<T> const& work, T* gweight, T* gbias,
                           index_t features) {
  bool const wide = are_aligned(work.x, work.gy, work.gx, work.weight);
  if (gweight != nullptr || gbias != nullptr) {
    layer_norm::weight_gradients<T> const pass{gweight, gbias, work.gy, work.x, work.mean, work.inverse};
    columns::sum<full_width<T>>("layer_norm_backward", where, pass, columns::of_rows(work.rows, features),
                                wide);
  }
  if (work.gx == nullptr) return;
  slab const means(static_cast<std::size_t>(2 * work.rows) * sizeof(T), where.memory());
  T* const plain = static_cast<T*>(means.data());
  layer_norm::long_backward<T> const pass{work.gx,   work.gy,           work.x,
                                          work.mean, work.inverse,      work.weight,
                                          plain,     plain + work.rows, static_cast<double>(features)};
  columns::sum<full_width<T>>("layer_norm_backward", where, pass, {1, work.rows, features}, wide);
}

/// Blocks stay and go from row to row; each leaves its share of the weights' gradients.
template <class Schedule, int W, class T>
void backward_of_rows(cuda where, layer_norm::backward_work<T> work, T* gweight, T* gbias) {
  auto& on = context_of(where);
  auto const resident = index_t{on.multiprocessors()} * layer_norm::backward_blocks<Schedule, W, T>;
  auto const blocks = blocks_for(work.rows, Schedule::groups * Schedule::at_once, resident);
  index_t const share = index_t{blocks} * work.features;
  bool const wants_weights = gweight != nullptr || gbias != nullptr;
  slab const shares =
      wants_weights ? slab(static_cast<std::size_t>(2 * share) * sizeof(T), where.memory()) : slab();
  if (wants_weights) {
    work.weights = static_cast<T*>(shares.data());
    work.biases = work.weights + share;
  }
  launch(on, "layer_norm_backward", layer_norm::backward_kernel<Schedule, W, T>, blocks, Schedule::threads,
         layer_norm::backward_bytes<Schedule, T>, work);
  if (!wants_weights) return;
  layer_norm::join_blocks<T> const join{gweight, gbias, work.weights, work.biases};
  columns::sum<full_width<T>>("layer_norm_backward", where, join, columns::of_rows(blocks, work.features),
                              are_aligned(work.weights, work.biases));
}

}  // namespace

template <class T>
void layer_norm_forward(cuda where, T* y, T* mean, T* inverse_deviation, T const* x, T const* weight,
                        T const* bias, T eps, index_t rows, index_t features) {
  if (rows == 0 || features == 0) return;
  layer_norm::forward_work<T> work{y,    mean, inverse_deviation,     x,    weight,
                                   bias, eps,  one_over<T>(features), rows, 0};
  bool const wide = features % full_width<T> == 0 && are_aligned(x, y, weight, bias);
  bool const is_done = with_forward_schedule<T>(features, [&]<class Schedule>() {
    return with_access<Schedule, T>(wide, [&]<int W>() {
      work.features = static_cast<int>(features);
      auto const blocks = blocks_for(rows, Schedule::groups * Schedule::at_once);
      launch(context_of(where), "layer_norm", layer_norm::forward_kernel<Schedule, W, T>, blocks,
             Schedule::threads, 0, work);
    });
  });
  if (!is_done) forward_of_long_rows(where, work, features);
}

template <class T>
void layer_norm_backward(cuda where, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t rows, index_t features) {
  if (rows == 0 || features == 0) return;
  layer_norm::backward_work<T> work{
      gx, nullptr, nullptr, gy, x, mean, inverse_deviation, weight, one_over<T>(features), rows, 0};
  bool const wide = features % full_width<T> == 0 && are_aligned(gx, gy, x, weight);
  std::size_t const room = context_of(where).shared_bytes();
  bool const is_done = with_backward_schedule<T>(features, [&]<class Schedule>() {
    constexpr std::size_t for_sums = 1024;  // of the group
    if (layer_norm::backward_bytes<Schedule, T> + for_sums > room) return false;
    return with_access<Schedule, T>(wide, [&]<int W>() {
      work.features = static_cast<int>(features);
      backward_of_rows<Schedule, W>(where, work, gweight, gbias);
    });
  });
  if (!is_done) backward_of_long_rows(where, work, gweight, gbias, features);
}

#define WF_FOR(T)                                                                                        \
  template void layer_norm_forward(cuda, T*, T*, T*, T const*, T const*, T const*, T, index_t, index_t); \
  template void layer_norm_backward(cuda, T*, T*, T*, T const*, T const*, T const*, T const*, T const*,  \
                                    index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
