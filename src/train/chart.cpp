// SPDX-License-Identifier: Apache-2.0
// Lays out a chart: grid and ticks, lines, then the names beside the ends.
#include "train/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "train/axis_scale.hpp"
#include "train/number_text.hpp"

namespace wellformed::train {

namespace {

constexpr double left_margin = 52, right_margin = 150, top_margin = 30, bottom_margin = 34, line_height = 15;

/// Where the values of a chart go.
struct plot {
  double width, height;
  axis_scale across, up;
  double x(double value) const { return left_margin + across(value) * (width - left_margin - right_margin); }
  double y(double value) const {
    return height - bottom_margin - up(value) * (height - top_margin - bottom_margin);
  }
};

std::string at(char const* name, double value) {
  return std::string(" ") + name + "=\"" + fixed_text(value, 1) + '"';
}

std::string text(double x, double y, char const* kind, std::string const& words) {
  return "<text class=\"" + std::string(kind) + '"' + at("x", x) + at("y", y) + '>' + escaped(words) +
         "</text>\n";
}

std::string rule(double x1, double y1, double x2, double y2) {
  return "<line class=\"grid\"" + at("x1", x1) + at("y1", y1) + at("x2", x2) + at("y2", y2) + "/>\n";
}

axis_scale values_of(chart const& drawn) {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (auto const& line : drawn.lines) {
    for (double const v : line.value) {
      if (!std::isfinite(v)) continue;
      least = std::min(least, v);
      greatest = std::max(greatest, v);
    }
  }
  return scale_of(least, greatest, drawn.may_be_logarithmic);
}

double last_step(chart const& drawn) {
  double last = 1;
  for (auto const& line : drawn.lines) {
    if (!line.at.empty()) last = std::max(last, line.at.back());
  }
  return last;
}

std::string axes(plot const& p, std::string const& title) {
  std::string svg = text(left_margin, 16, "title", title);
  for (double const v : p.up.ticks(p.height > 200 ? 5 : 3)) {
    svg += rule(left_margin, p.y(v), p.width - right_margin, p.y(v));
    svg += text(left_margin - 8, p.y(v) + 4, "tick up", general_text(v, 4));
  }
  for (double const v : p.across.ticks(p.width > 500 ? 6 : 3)) {
    if (v != std::floor(v)) continue;
    svg += text(p.x(v), p.height - bottom_margin + 18, "tick across", fixed_text(v, 0));
  }
  return svg + text(p.width - right_margin + 8, p.height - bottom_margin + 18, "tick", "step");
}

std::string polyline(plot const& p, chart_line const& line) {
  std::string svg = "<polyline class=\"" + std::string(line.style) + "\" points=\"";
  for (std::size_t i = 0; i < line.value.size(); ++i) {
    if (!std::isfinite(line.value[i])) continue;
    svg += fixed_text(p.x(line.at[i]), 1) + ',' + fixed_text(p.y(line.value[i]), 1) + ' ';
  }
  svg += "\"/>\n";
  if (line.value.size() == 1 && std::isfinite(line.value[0])) {
    svg += "<circle class=\"" + std::string(line.style) + "\" r=\"3\"" + at("cx", p.x(line.at[0])) +
           at("cy", p.y(line.value[0])) + "/>\n";
  }
  return svg;
}

// Names keep a line's height between them.
std::string names(plot const& p, chart const& drawn) {
  struct placed {
    double y;
    chart_line const* line;
  };
  std::vector<placed> places;
  for (auto const& line : drawn.lines) {
    if (!line.value.empty() && std::isfinite(line.value.back()))
      places.push_back({p.y(line.value.back()), &line});
  }
  std::stable_sort(places.begin(), places.end(), [](placed const& a, placed const& b) { return a.y < b.y; });
  double const floor = p.height - bottom_margin - 2;
  for (std::size_t i = places.size(); i-- > 0;) {
    double const limit = i + 1 < places.size() ? places[i + 1].y - line_height : floor;
    places[i].y = std::min(places[i].y, limit);
  }
  std::string svg;
  for (auto const& each : places) {
    auto const kind = "name " + std::string(each.line->style);
    auto const words = each.line->name + ' ' + general_text(each.line->value.back(), 4);
    svg += text(p.width - right_margin + 8, each.y + 4, kind.c_str(), words);
  }
  return svg;
}

}  // namespace

std::string escaped(std::string const& text) {
  std::string safe;
  for (char const c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) safe += c;
    }
  }
  return safe;
}

chart_line thinned(std::string name, char const* style, std::vector<double> const& values, std::size_t most) {
  chart_line line{std::move(name), style, {}, {}};
  auto const group = std::max<std::size_t>(1, (values.size() + most - 1) / most);
  for (std::size_t begin = 0; begin < values.size(); begin += group) {
    auto const end = std::min(values.size(), begin + group);
    double sum = 0;
    for (auto i = begin; i < end; ++i) sum += values[i];
    line.at.push_back(static_cast<double>(end));
    line.value.push_back(sum / static_cast<double>(end - begin));
  }
  return line;
}

std::string chart_svg(chart const& drawn) {
  plot const p{drawn.width, drawn.height, {0, last_step(drawn), false}, values_of(drawn)};
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 " +
                    fixed_text(drawn.width, 0) + ' ' + fixed_text(drawn.height, 0) + "\" aria-label=\"" +
                    escaped(drawn.title) + "\">\n";
  svg += axes(p, drawn.title);
  for (auto const& line : drawn.lines) svg += polyline(p, line);
  return svg + names(p, drawn) + "</svg>\n";
}

std::string chart_style() {
  return ":root{color-scheme:light dark;--ground:#fff;--ink:#1c2128;--muted:#5f6b7a;--rule:#e3e7ec;"
         "--hit:29 95 190;--miss:194 84 10}\n"
         "@media(prefers-color-scheme:dark){:root{--ground:#14181d;--ink:#e4e8ee;--muted:#98a4b3;--rule:#"
         "2b323b;"
         "--hit:104 168 255;--miss:255 150 70}}\n"
         "svg{background:var(--ground);font:12px system-ui,sans-serif}\n"
         "svg text{fill:var(--muted)}svg .title{fill:var(--ink);font-weight:600;font-size:13px}\n"
         "svg .grid{stroke:var(--rule)}svg .up{text-anchor:end}svg .across{text-anchor:middle}\n"
         "svg polyline{fill:none;stroke:rgb(var(--hit));stroke-linejoin:round}\n"
         "svg polyline.bold{stroke-width:2.25}svg polyline.thin{stroke-width:1;stroke-opacity:.55}\n"
         "svg circle{fill:rgb(var(--hit))}svg text.bold{fill:rgb(var(--hit));font-weight:600}\n";
}

}  // namespace wellformed::train
