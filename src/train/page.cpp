// SPDX-License-Identifier: Apache-2.0
// Lays out the page of a run.
#include "train/page.hpp"

#include "train/chart.hpp"
#include "train/number_text.hpp"
#include "train/progress.hpp"

namespace wellformed::train {

namespace {

constexpr std::size_t columns = 758;  // pixels that a wide chart has for its lines

chart loss_chart(history const& past) {
  chart_line means{"epoch mean", "bold", {}, {}};
  for (auto const& row : past.epochs) {
    if (!row.has_loss) continue;
    means.at.push_back(static_cast<double>(row.steps_end));
    means.value.push_back(row.loss);
  }
  chart loss{"Loss", 960, 320, {thinned("steps", "thin", past.loss, columns)}};
  if (!means.value.empty()) loss.lines.push_back(std::move(means));
  return loss;
}

std::string small_chart(char const* title, std::vector<double> const& values, bool may_be_logarithmic) {
  return chart_svg({title, 460, 170, {thinned("last", "bold", values, columns / 3)}, may_be_logarithmic});
}

std::string figure(std::string const& value, std::string const& words) {
  return "<li><b>" + escaped(value) + "</b> " + escaped(words) + "</li>\n";
}

std::string figures_html(history const& past, double seconds) {
  std::string html = "<ul class=\"figures\">\n";
  auto const& hits = past.report.accuracy;
  if (past.report.classes > 0) {
    html += figure(fixed_text(hits.value(), 3), "test accuracy, " + std::to_string(hits.hits) + " of " +
                                                    std::to_string(hits.rows) + " rows");
  }
  index_t skipped = 0;
  for (auto const& row : past.epochs) skipped += row.skipped;
  if (!past.epochs.empty() && past.epochs.back().has_loss) {
    html += figure(fixed_text(past.epochs.back().loss, 5), "loss of the last epoch");
  }
  auto const number = past.epochs.size();
  html += figure(std::to_string(number), number == 1 ? "epoch" : "epochs");
  html += figure(std::to_string(past.loss.size()), "steps");
  if (skipped > 0) html += figure(std::to_string(skipped), "steps skipped");
  return html + figure(duration_text(seconds), "time") + "</ul>\n";
}

std::string epochs_html(history const& past) {
  std::string html =
      "<details><summary>Epochs</summary>\n<table class=\"epochs\">\n<tr><th>epoch</th><th>loss</th>"
      "<th>learning rate</th><th>rows/s</th><th>seconds</th><th>skipped</th></tr>\n";
  for (auto const& row : past.epochs) {
    html += "<tr><td>" + std::to_string(row.epoch) + "</td><td>" +
            (row.has_loss ? fixed_text(row.loss, 5) : "-") + "</td><td>" + general_text(row.lr, 3) +
            "</td><td>" + fixed_text(row.rows_per_second, 0) + "</td><td>" + fixed_text(row.seconds, 2) +
            "</td><td>" + std::to_string(row.skipped) + "</td></tr>\n";
  }
  return html + "</table>\n</details>\n";
}

constexpr char layout_style[] =
    "body{margin:2rem auto;max-width:60rem;padding:0 1rem;background:var(--ground);color:var(--ink);"
    "font:15px/1.45 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .5rem}p{color:var(--muted);margin:.3rem "
    "0}\n"
    "svg{display:block;width:100%;height:auto}.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}\n"
    "@media(max-width:46rem){.pair{grid-template-columns:1fr}}\n"
    ".figures{display:flex;flex-wrap:wrap;gap:.4rem 2.2rem;list-style:none;padding:0;color:var(--muted)}\n"
    ".figures b{display:block;color:var(--ink);font-size:1.35rem;font-weight:600}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}th{font-weight:500;color:var(--muted)}"
    "\n"
    "td,th{padding:.25rem "
    ".55rem;text-align:right}.scroll{overflow-x:auto}summary{cursor:pointer;margin-top:1.5rem}\n"
    ".matrix td{min-width:1.9rem;text-align:center;border:2px solid var(--ground)}\n"
    ".matrix th{padding:.2rem .5rem}.matrix thead th{vertical-align:bottom;text-align:center}\n"
    ".matrix .tall{writing-mode:vertical-rl;transform:rotate(180deg);text-align:left;padding:.5rem .2rem}\n"
    ".matrix td.none{color:var(--rule)}.matrix td.deep{color:var(--ground)}\n"
    ".matrix td.share{text-align:right;padding-left:1rem}.matrix tfoot td{color:var(--ink)}\n"
    ".bar{display:inline-block;height:.55rem;margin-left:.5rem;width:5rem;background:var(--rule);text-align:"
    "left}\n"
    ".bar i{display:block;height:100%;background:rgb(var(--hit))}\n";

}  // namespace

std::string curves_svg(history const& past) {
  auto svg = chart_svg(loss_chart(past));
  return svg.insert(svg.find('\n') + 1, "<style>\n" + chart_style() + "</style>\n");
}

std::string page_html(std::string const& name, history const& past, double seconds) {
  std::string html =
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta "
      "charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>" +
      escaped(name) + "</title>\n<style>\n" + chart_style() + layout_style +
      "</style>\n</head>\n<body>\n<h1>" + escaped(name) + "</h1>\n";
  html += figures_html(past, seconds);
  if (!past.loss.empty()) {
    html += chart_svg(loss_chart(past)) + "<div class=\"pair\">\n" +
            small_chart("Learning rate", past.lr, false) +
            small_chart("Gradient norm", past.gradient_norm, true) + "</div>\n";
  }
  if (past.report.classes > 0) html += matrix_html(past.report);
  if (!past.epochs.empty()) html += epochs_html(past);
  return html + "</body>\n</html>\n";
}

}  // namespace wellformed::train
