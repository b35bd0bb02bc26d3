// SPDX-License-Identifier: Apache-2.0
// Hits over rows. Ratios of batches add by their counts, so that a mean of means cannot arise.
#pragma once

#include <compare>

#include <wellformed/core/error.hpp>

namespace wellformed::metrics {

struct ratio {
  index_t hits = 0;
  index_t rows = 0;

  /// Throws WF247 if no row counted: 0 of 0 is no measurement.
  double value() const {
    if (rows == 0) {
      (message(247) << "a metric over no counted row has no value; give it rows whose labels are not ignored")
          .raise();
    }
    return static_cast<double>(hits) / static_cast<double>(rows);
  }

  /// Ratios compare with numbers; they do not turn into numbers silently, since an average of them would be a
  /// mean of means: add the ratios instead.
  friend bool operator==(ratio const& r, double share) { return r.value() == share; }
  friend auto operator<=>(ratio const& r, double share) { return r.value() <=> share; }

  ratio& operator+=(ratio const& other) noexcept {
    hits += other.hits;
    rows += other.rows;
    return *this;
  }
  /// Prints "0.75 (3 of 4)".
  template <class Stream>
    requires requires(Stream& out, char const* words) { out << words << 1.5; }
  friend Stream& operator<<(Stream& out, ratio const& r) {
    if (r.rows != 0) out << r.value() << " ";
    out << "(" << static_cast<long long>(r.hits) << " of " << static_cast<long long>(r.rows) << ")";
    return out;
  }
  friend ratio operator+(ratio a, ratio const& b) noexcept { return a += b; }
};

}  // namespace wellformed::metrics
