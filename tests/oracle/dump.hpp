// SPDX-License-Identifier: Apache-2.0
// What the oracle's programs share: random data, and dumps of numbers that lose no bit.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

/// Random data of one program.
class numbers {
 public:
  explicit numbers(std::uint64_t key) : stream_{key, 99} {}

  std::vector<double> normal(wf::index_t count, double scale) {
    std::vector<double> result;
    for (wf::index_t i = 0; i < count; ++i) {
      double const u = 1.0 - unit(), v = unit();
      result.push_back(scale * std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v));
    }
    return result;
  }
  /// Class ids; with `ignore` every other row but the first is -1.
  std::vector<int> ids(wf::index_t count, int classes, bool ignore) {
    std::vector<int> result;
    for (wf::index_t i = 0; i < count; ++i) {
      result.push_back(ignore && i % 2 == 1 ? -1 : static_cast<int>(unit() * classes));
    }
    return result;
  }
  std::vector<int> bits(wf::index_t count) { return ids(count, 2, false); }
  /// Rows of probabilities; the first class of the first row has none.
  std::vector<double> shares(wf::index_t rows, int classes) {
    std::vector<double> result;
    for (wf::index_t r = 0; r < rows; ++r) {
      std::vector<double> row;
      double total = 0;
      for (int c = 0; c < classes; ++c) {
        row.push_back(r == 0 && c == 0 ? 0.0 : unit());
        total += row.back();
      }
      for (double const q : row) result.push_back(q / total);
    }
    return result;
  }

 private:
  double unit() { return static_cast<double>(stream_.uniform(next_++)); }
  wf::philox_stream stream_;
  std::uint64_t next_ = 0;
};

inline void begin(int number) { std::printf("program %d\n", number); }

template <class T>
void dump(std::string const& name, T const* values, wf::index_t count) {
  std::printf("%s", name.c_str());
  for (wf::index_t i = 0; i < count; ++i) std::printf(" %a", static_cast<double>(values[i]));
  std::printf("\n");
}
template <class T>
void dump(std::string const& step, std::string const& name, T const* values, wf::index_t count) {
  dump(step + "." + name, values, count);
}
inline void dump_one(std::string const& step, std::string const& name, double value) {
  dump(step, name, &value, 1);
}

template <class Net>
void dump_state(std::string const& step, Net const& net) {
  dump(step, "parameters", net.numbers().parameters(), net.numbers()->parameter_count);
  dump(step, "buffers", net.numbers().buffers(), net.numbers()->buffer_count);
}

/// The gradient that a step would use: of the sum, divided by the divisor.
template <class Gradients, class Net>
void dump_gradients(std::string const& step, Gradients& g, Net const& net) {
  auto const* sums = g.find(net.numbers().id())->values();
  std::vector<double> means(sums, sums + net.numbers()->parameter_count);
  for (double& m : means) m /= g.divisor();
  dump(step, "gradients", means.data(), static_cast<wf::index_t>(means.size()));
}
