// SPDX-License-Identifier: Apache-2.0
// A contestant of tests/benchmarks/run: reads names of works from its input, does each for a while, and
// answers with the least microseconds of one call. Without input it is silent, so that contestants take
// turns.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace contest {

using works = std::map<std::string, std::function<std::function<void()>()>>;

/// The least time of a call, in microseconds, of at least three and of about `seconds`.
inline double least_time(std::function<void()> const& call, double seconds) {
  using clock = std::chrono::steady_clock;
  auto const begin = clock::now();
  double least = 1e30, spent = 0;
  int inner = 1;
  for (int round = 0; round < 3 || spent < seconds; ++round) {
    auto const from = clock::now();
    for (int i = 0; i < inner; ++i) call();
    auto const to = clock::now();
    double const each = std::chrono::duration<double, std::micro>(to - from).count() / inner;
    if (each * inner < 20) {  // too short for the clock
      inner = static_cast<int>(40 / std::max(each, 0.01)) + 1;
      continue;
    }
    least = std::min(least, each);
    spent = std::chrono::duration<double>(to - begin).count();
  }
  return least;
}

/// Keeps a result alive for the optimiser.
template <class T>
void keep(T const& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

/// Numbers of a normal distribution, the same in every run.
inline std::vector<float> numbers(std::size_t count, unsigned seed) {
  std::mt19937 source(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& v : values) v = normal(source);
  return values;
}

inline std::vector<std::int64_t> ids(std::size_t count, std::size_t classes) {
  std::vector<std::int64_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int64_t>((i * 7919 + 13) % classes);
  return values;
}

/// Answers until the input ends. A work is prepared when it is first asked for, and forgotten when another
/// is.
inline int serve(works const& offered) {
  std::string name, last;
  std::function<void()> call;
  while (std::getline(std::cin, name)) {
    auto const found = offered.find(name);
    if (found == offered.end()) {
      std::cout << "none" << std::endl;
      continue;
    }
    if (name != last) {
      call = nullptr;
      call = found->second();
      last = name;
      call();
    }
    std::cout << least_time(call, 0.06) << std::endl;
  }
  return 0;
}

}  // namespace contest
