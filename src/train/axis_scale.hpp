// SPDX-License-Identifier: Apache-2.0
// One axis of a chart: from values to the unit interval, and the round numbers at its ticks.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace wellformed::train {

struct axis_scale {
  double low = 0, high = 1;
  bool logarithmic = false;

  /// 0 at low, 1 at high.
  double operator()(double value) const {
    if (logarithmic) return std::log(value / low) / std::log(high / low);
    return (value - low) / (high - low);
  }

  /// Round numbers, about `wanted` of them: 1, 2 or 5 times a power of ten.
  std::vector<double> ticks(int wanted) const {
    return logarithmic ? logarithmic_ticks(wanted) : linear_ticks(wanted);
  }

 private:
  std::vector<double> linear_ticks(int wanted) const {
    double const rough = (high - low) / wanted;
    double const power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (double const f : {5.0, 2.0, 1.0}) {
      if (f * power >= rough * 0.999) step = f * power;
    }
    std::vector<double> found;
    double const first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
    for (double i = first; i <= last && found.size() < 100; ++i)
      found.push_back(i * step + 0.0);  // + 0.0: no "-0"
    return found;
  }
  std::vector<double> logarithmic_ticks(int wanted) const {
    double const decades = std::log10(high / low);
    int const every = std::max(1, static_cast<int>(std::ceil(decades / wanted)));
    std::vector<double> found;
    for (double p = std::floor(std::log10(low)); p <= std::log10(high) + 1e-9 && found.size() < 100; ++p) {
      for (double const f : {1.0, 2.0, 5.0}) {
        bool const taken = f == 1.0 ? std::fmod(std::abs(p), every) == 0 : decades < 2.5;
        double const value = f * std::pow(10.0, p);
        if (taken && value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) found.push_back(value);
      }
    }
    return found;
  }
};

/// Holds all values, from 0 where that is near; logarithmic if it may be, and is of use.
inline axis_scale scale_of(double least, double greatest, bool may_be_logarithmic) {
  if (!(least <= greatest)) return {};
  if (may_be_logarithmic && least > 0 && greatest / least > 30) return {least * 0.9, greatest * 1.1, true};
  if (least == greatest)
    return {std::min(0.0, least * 1.2), least == 0 ? 1.0 : std::max(0.0, greatest * 1.2), false};
  double const room = 0.05 * (greatest - least);
  if (least >= 0 && least < 0.5 * greatest) return {0, greatest + room, false};
  return {least - room, greatest + room, false};
}

}  // namespace wellformed::train
