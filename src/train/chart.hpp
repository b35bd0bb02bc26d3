// SPDX-License-Identifier: Apache-2.0
// A line chart as inline SVG: axes with round numbers, and the name of each line where it ends.
#pragma once

#include <string>
#include <vector>

namespace wellformed::train {

/// The value after each step; `at[i]` is the step of `value[i]`.
struct chart_line {
  std::string name;
  char const* style;  // a class of chart_style: "bold" or "thin"
  std::vector<double> at, value;
};

struct chart {
  std::string title;
  double width, height;
  std::vector<chart_line> lines;
  bool may_be_logarithmic = true;
};

/// Values that span more than 1 : 30, all above 0, stand on a logarithmic axis, unless the chart says no.
/// Values that are not finite are left out.
std::string chart_svg(chart const& drawn);
/// The style sheet of charts, for light and dark grounds.
std::string chart_style();

/// Means of neighbours, so that no more than `most` values are left.
chart_line thinned(std::string name, char const* style, std::vector<double> const& values, std::size_t most);

/// Text with what means something in XML and HTML written as references; control characters are left out.
std::string escaped(std::string const& text);

}  // namespace wellformed::train
