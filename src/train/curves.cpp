// SPDX-License-Identifier: Apache-2.0
// Draws the loss curve. Long runs are thinned to the mean of each pixel column.
#include "train/curves.hpp"

#include <algorithm>
#include <cstdio>

namespace wellformed::train {

namespace {

constexpr double width = 720, height = 320, margin = 48;

struct point {
  double x, y;
};

std::string polyline(std::vector<point> const& points, char const* style) {
  std::string text = "<polyline fill=\"none\" ";
  text += style;
  text += " points=\"";
  char piece[64];
  for (auto const& p : points) {
    std::snprintf(piece, sizeof(piece), "%.1f,%.1f ", p.x, p.y);
    text += piece;
  }
  return text + "\"/>\n";
}

std::string label(double x, double y, char const* anchor, std::string const& words) {
  char piece[160];
  std::snprintf(piece, sizeof(piece), "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  return piece + words + "</text>\n";
}

std::string number(double value) {
  char piece[32];
  std::snprintf(piece, sizeof(piece), "%.4g", value);
  return piece;
}

std::vector<point> thinned(std::vector<double> const& loss, double top) {
  auto const columns = static_cast<std::size_t>(width - 2 * margin);
  auto const group = std::max<std::size_t>(1, loss.size() / columns);
  std::vector<point> points;
  for (std::size_t begin = 0; begin < loss.size(); begin += group) {
    auto const end = std::min(loss.size(), begin + group);
    double sum = 0;
    for (auto i = begin; i < end; ++i) sum += loss[i];
    double const x = static_cast<double>(end) / static_cast<double>(loss.size());
    double const y = sum / static_cast<double>(end - begin) / top;
    points.push_back({margin + x * (width - 2 * margin), height - margin - y * (height - 2 * margin)});
  }
  return points;
}

}  // namespace

std::string curves_svg(std::vector<double> const& step_loss, std::vector<double> const& epoch_loss,
                       std::vector<std::size_t> const& epoch_end) {
  double top = 0;
  for (double const v : step_loss) top = std::max(top, v);
  if (top <= 0) top = 1;
  std::vector<point> means;
  for (std::size_t i = 0; i < epoch_loss.size(); ++i) {
    double const x =
        static_cast<double>(epoch_end[i]) / static_cast<double>(std::max<std::size_t>(1, step_loss.size()));
    means.push_back(
        {margin + x * (width - 2 * margin), height - margin - epoch_loss[i] / top * (height - 2 * margin)});
  }
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 320\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n"
      "<rect width=\"720\" height=\"320\" fill=\"white\"/>\n"
      "<path d=\"M48 48V272H672\" fill=\"none\" stroke=\"#888\"/>\n";
  text += polyline(thinned(step_loss, top), "stroke=\"#9ecae1\" stroke-width=\"1\"");
  text += polyline(means, "stroke=\"#08519c\" stroke-width=\"2\"");
  text += label(margin - 6, margin + 4, "end", number(top));
  text += label(margin - 6, height - margin + 4, "end", "0");
  text += label(width - margin, height - margin + 18, "end", std::to_string(step_loss.size()) + " steps");
  if (!epoch_loss.empty()) {
    text += label(width - margin, margin - 12, "end", "loss of the last epoch: " + number(epoch_loss.back()));
  }
  return text + "</svg>\n";
}

}  // namespace wellformed::train
