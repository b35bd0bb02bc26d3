// SPDX-License-Identifier: Apache-2.0
// What a scan of raw values saw: offenders by value, the first of them, and the figures from which hints are
// drawn.
#pragma once

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <wellformed/data/requirement.hpp>

namespace wellformed::data {

inline constexpr std::size_t offenders_shown = 5;

class survey {
 public:
  std::map<double, index_t> offenders;  ///< finite ones, by value
  std::vector<std::pair<index_t, double>> first;
  index_t count = 0;      ///< of offenders
  index_t nan = 0;        ///< among them
  index_t infinite = 0;   ///< among them
  index_t fractions = 0;  ///< among them
  index_t reserved = 0;   ///< among them
  double least = 0;       ///< of all finite values
  double greatest = 0;
  bool any_finite = false;
  bool any_fraction = false;
  double least_id = HUGE_VAL;  ///< least that is not negative
  bool only_extremes = true;   ///< every value is 0 or 255
  bool only_signs = true;      ///< every value is -1 or +1
  bool more_values = false;    ///< there are more different offenders than the histogram holds

  void see(double v);
  void offend(index_t at, double v);
  index_t not_finite() const { return nan + infinite; }
};

void write_value(message& text, double v);
void write_place(message& text, subject const& what, index_t at);
void write_offenders(message& text, survey const& seen, subject const& what);

/// Each usual cause that the figures show.
void write_id_hints(message& text, survey const& seen, requirement const& rule);
void write_value_hints(message& text, survey const& seen, requirement const& rule);

}  // namespace wellformed::data
