// SPDX-License-Identifier: Apache-2.0
// Which kernel of row_kernel.cuh walks over rows of n elements: a thread, lanes of a warp, a block or blocks
// for each, so that the row fits into their registers and is read once.
#pragma once

#include <wellformed/backend/layout.hpp>
#include <wellformed/core/slab.hpp>

#include "row_kernel.cuh"

namespace wellformed::backend {

/// Elements that a thread may hold of each input of Op: 128 bytes of registers in all.
template <class Op>
inline constexpr int most_held = 128 / (static_cast<int>(sizeof(typename Op::number)) * Op::held_rows);

/// Blocks that fill the device once, at most those for `units`, at least one.
template <auto Kernel>
unsigned blocks_to_fill(context& on, index_t units, index_t units_a_block, int threads) {
  static int const resident = [&] {
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, Kernel, threads, 0),
          "asking for an occupancy");
    return blocks < 1 ? 1 : blocks;
  }();
  auto const blocks = blocks_for(units, units_a_block, index_t{resident} * on.multiprocessors());
  return blocks == 0 ? 1 : blocks;
}

/// One call of an operation over all rows of (outer, n, inner).
template <class Op>
class row_run {
 public:
  using element = typename Op::element;
  static constexpr int chunk_threads = 512;

  row_run(context& on, char const* name, Op const& op, index_t outer, index_t n, index_t inner)
      : on_(on), name_(name), op_(op), rows_(outer * inner), n_(n), inner_(inner) {
    packs_ = n % row_pack<element>::width == 0 && are_aligned(op.out);
    for (auto const* in : op.in) packs_ = packs_ && are_aligned(in);
  }

  void start() {
    if (rows_ == 0)
      return Op::has_result
                 ? launch_over<rows_of_threads<Op, 16>>(4 * row_tile<Op, 16>::rows, 128, rows_, 0, 0u)
                 : void();
    if (inner_ == 1) return along();
    if (n_ <= most_across) return across();
    transposed();
  }

  /// A row a group of blocks, `most` blocks in all: one cooperative launch if it holds whole rows, else two
  /// launches.
  void by_chunks(unsigned most) {
    constexpr index_t reach = index_t{chunk_threads} * most_held<Op>;
    constexpr index_t width = row_pack<element>::width;
    row_chunks c{rows_, n_, 0, {}, nullptr, packs_, false};
    c.length = ceil_div(ceil_div(n_, ceil_div(n_, reach)), width) * width;
    index_t const count = ceil_div(n_, c.length), units = rows_ * count;
    c.count = divisor(count);
    auto const bytes = static_cast<std::size_t>(units * (1 + Op::sums)) * sizeof(typename Op::number);
    slab const slots(bytes, &on_.memory());
    c.slots = slots.data();
    if (count <= most) return together(c, bytes, blocks_for(units, 1, most / count * count));
    unsigned const blocks = blocks_for(units, 1, most);
    slab const room = op_.room(on_, blocks);
    c.only_measures = true;
    launch(on_, name_, chunk_kernel, blocks, chunk_threads, 0, op_, c);
    c.only_measures = false;
    launch(on_, name_, chunk_kernel, blocks, chunk_threads, 0, op_, c);
  }

 private:
  static constexpr auto chunk_kernel = rows_in_chunks<Op, chunk_threads, most_held<Op>>;
  static constexpr index_t most_across = 16 * most_held<Op>;
  template <int Threads>
  using block = block_group<Threads, typename Op::number, Op::sums>;

  void along() {
    constexpr int most = most_held<Op>;
    constexpr bool fine = Op::has_all_schedules;
    if (n_ <= 16) return by_threads();
    if (fine && n_ <= 2 * 16) return by_group<lane_group<2>, 16, fine>();
    if (n_ <= 4 * 16) return by_group<lane_group<4>, 16>();
    if (fine && n_ <= 8 * 16) return by_group<lane_group<8>, 16, fine>();
    if (n_ <= 16 * 16) return by_group<lane_group<16>, 16>();
    if (fine && n_ <= 32 * 16) return by_group<lane_group<32>, 16, fine>();
    if (n_ <= 32 * most) return by_group<lane_group<32>, most>();
    if (fine && n_ <= 64 * most) return by_group<block<64>, most, fine>();
    if (n_ <= 128 * most) return by_group<block<128>, most>();
    if (fine && n_ <= 256 * most) return by_group<block<256>, most, fine>();
    if (n_ <= 512 * most) return by_group<block<512>, most>();
    if (fine && n_ <= 1024 * most) return by_group<block<1024>, most, fine>();
    by_chunks(blocks_to_fill<chunk_kernel>(on_, INT64_MAX, 1, chunk_threads));
  }

  void across() {
    constexpr int most = most_held<Op>;
    if (n_ <= 8) return by_neighbours<lane_group<1>, 8>();
    if (n_ <= most) return by_neighbours<lane_group<1>, most>();
    by_neighbours<column_group<16, typename Op::number, Op::sums>, most>();
  }

  /// Rows that run across memory and are too long to be held: copied so that they run along it, and back.
  void transposed() {
    index_t const outer = rows_ / inner_;
    index_t const there[] = {outer, inner_, n_}, steps_there[] = {n_ * inner_, 1, inner_};
    index_t const back[] = {outer, n_, inner_}, steps_back[] = {n_ * inner_, 1, n_};
    slab copies[Op::inputs + 1];
    int made = 0;
    auto const turn = [&]<class T>(T const*& from) {
      auto& copy = copies[made++] = slab(static_cast<std::size_t>(rows_ * n_) * sizeof(T), &on_.memory());
      permute(cuda{on_.ordinal()}, copy.data(), from, sizeof(T), 3, there, steps_there);
      from = static_cast<T const*>(copy.data());
    };
    Op turned = op_;
    for (auto& in : turned.in) turn(in);
    if constexpr (requires { turned.targets; }) {
      if (turned.targets != nullptr) turn(turned.targets);
    }
    if (op_.out != nullptr) turned.out = static_cast<element*>(copies[0].data());
    row_run(on_, name_, turned, rows_, n_, 1).along();
    if (op_.out != nullptr)
      permute(cuda{on_.ordinal()}, op_.out, turned.out, sizeof(element), 3, back, steps_back);
  }

  void by_threads() {
    if (Op::has_all_schedules && n_ <= 4) return by_threads_of<4, Op::has_all_schedules>();
    if (Op::has_all_schedules && n_ <= 10) return by_threads_of<10, Op::has_all_schedules>();
    by_threads_of<16>();
  }

  template <int Held, bool Exists = true>
  void by_threads_of() {
    if constexpr (Exists) {
      auto const n = static_cast<unsigned>(n_);
      unsigned const inverse = n == 0 ? 0 : ((1u << 20) + n - 1) / n;
      launch_over<rows_of_threads<Op, Held>>(4 * row_tile<Op, Held>::rows, 128, rows_, static_cast<int>(n_),
                                             inverse);
    }
  }

  template <class Group, int Held, bool Exists = true>
  void by_group() {
    if constexpr (Exists) {
      launch_over<rows_along<Op, Group, Held>>(Group::threads / Group::lanes, Group::threads, rows_,
                                               static_cast<int>(n_), packs_);
    }
  }

  template <class Group, int Held>
  void by_neighbours() {
    launch_over<rows_across<Op, Group, Held>>(Group::threads / Group::lanes, Group::threads, rows_,
                                              static_cast<int>(n_), divisor(inner_));
  }

  template <auto Kernel, class... Arguments>
  void launch_over(int rows_a_block, int threads, Arguments... arguments) {
    unsigned const blocks = blocks_to_fill<Kernel>(on_, rows_, rows_a_block, threads);
    slab const room = op_.room(on_, blocks);
    launch(on_, name_, Kernel, blocks, static_cast<unsigned>(threads), 0, op_, arguments...);
  }

  void together(row_chunks c, std::size_t bytes, unsigned blocks) {
    slab const room = op_.room(on_, blocks);
    check(cudaMemsetAsync(c.slots, 0xff, bytes, on_.stream()), name_);
    void* arguments[] = {&op_, &c};
    check(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(chunk_kernel), dim3(blocks),
                                      dim3(chunk_threads), arguments, 0, on_.stream()),
          name_);
    check_launch(name_);
  }

  context& on_;
  char const* name_;
  Op op_;
  index_t rows_, n_, inner_;
  bool packs_;
};

}  // namespace wellformed::backend
