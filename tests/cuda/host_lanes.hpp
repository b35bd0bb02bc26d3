// SPDX-License-Identifier: Apache-2.0
// A group of lanes on the CPU, a thread each, that meet where the lanes of a warp would: the bodies of rows
// run here as they run on a GPU, index arithmetic, tails and all, under whatever watches the CPU.
#pragma once

#include <barrier>
#include <thread>
#include <vector>

#include <wellformed/core/config.hpp>

/// What the lanes of a group exchange.
template <class T>
class lane_board {
 public:
  explicit lane_board(int lanes) : words_(static_cast<std::size_t>(lanes)), meeting_(lanes) {}
  /// Each lane's word, for all to read until the next exchange.
  std::vector<T> exchange(int lane, T word) {
    words_[static_cast<std::size_t>(lane)] = word;
    meeting_.arrive_and_wait();
    auto const all = words_;
    meeting_.arrive_and_wait();
    return all;
  }

 private:
  std::vector<T> words_;
  std::barrier<> meeting_;
};

/// As backend::lane_group, without hardware. Marked for the device too, since what calls it is; it never runs
/// there.
template <class T, int Lanes>
class host_lanes {
 public:
  static constexpr int lanes = Lanes;
  static constexpr bool is_whole = true;

  host_lanes(lane_board<T>& board, int lane) : board_(board), lane_(lane) {}
  WF_HD int lane() const { return lane_; }
  WF_HD T max(T x) {
#ifndef __CUDA_ARCH__
    for (T const other : board_.exchange(lane_, x)) x = other > x ? other : x;
#endif
    return x;
  }
  template <int Sums>
  WF_HD void sum([[maybe_unused]] T (&x)[Sums]) {
#ifndef __CUDA_ARCH__
    for (T& each : x) {
      T total = 0;
      for (T const other : board_.exchange(lane_, each)) total += other;
      each = total;
    }
#endif
  }
  template <class Measure, class Rebase>
  WF_HD bool join(Measure&, Rebase) const {
    return true;
  }

 private:
  lane_board<T>& board_;
  int lane_;
};

/// Calls body(group) in as many threads as the group has lanes.
template <class T, int Lanes, class Body>
void run_lanes(Body body) {
  lane_board<T> board(Lanes);
  std::vector<std::jthread> threads;
  for (int lane = 0; lane < Lanes; ++lane) {
    threads.emplace_back([&board, &body, lane] {
      host_lanes<T, Lanes> group(board, lane);
      body(group);
    });
  }
}
