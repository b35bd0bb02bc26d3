// SPDX-License-Identifier: Apache-2.0
// A training run: sums of an epoch, its table, its files.
#include <wellformed/train/run.hpp>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "train/folder.hpp"
#include "train/history.hpp"
#include "train/number_text.hpp"
#include "train/page.hpp"
#include "train/progress.hpp"
#include "train/report_text.hpp"
#include "train/run_log.hpp"

namespace wellformed::train {

namespace {

double seconds_now() {
  using clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

std::string text_of(char const* format, auto... values) {
  char line[256];
  std::snprintf(line, sizeof(line), format, values...);
  return line;
}

// The last part of a path.
std::string name_of_folder(std::string folder) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  auto const at = folder.rfind('/');
  return at == std::string::npos || at + 1 == folder.size() ? folder : folder.substr(at + 1);
}

long long wide(index_t value) { return static_cast<long long>(value); }

}  // namespace

// Sums over the steps of an epoch. The mean of losses is weighted by what each was divided by.
struct epoch_sums {
  index_t steps = 0, skipped = 0, rows = 0, last = 0;
  double loss = 0, weight = 0, lr = 0, begin = 0;
  double mean() const { return weight > 0 ? loss / weight : 0; }
};

struct run::body {
  body(std::string path, display how)
      : folder((make_folder(path), std::move(path))), log(folder), begin(seconds_now()), line(how, begin) {}

  std::string folder;
  run_log log;
  double begin;
  progress line;
  index_t planned_epochs = 0, planned_batches = 0, epoch = 0, done_batches = 0;
  bool open = false, has_header = false;
  epoch_sums now;
  history past;
  double drawn = 0;                           // when the page was last written
  bool is_drawn = true;                       // and whether nothing has come since
  std::optional<optim::step_result> waiting;  // a step of a device: looked at when the next one comes

  bool has_steps() const { return open && (now.steps > 0 || waiting); }
  void take(optim::step_figures const& step);
  void take_waiting() {
    if (auto const last = std::exchange(waiting, std::nullopt)) take(last->figures());
  }
  void show(double time);
  void end_epoch();
  void draw(double time);
};

void run::body::show(double time) {
  progress_figures figures{epoch, planned_epochs, now.steps, planned_batches, now.mean(), 0, -1};
  double const passed = time - now.begin;
  if (passed > 0) figures.rows_per_second = static_cast<double>(now.rows) / passed;
  if (planned_epochs > 0 && planned_batches > 0 && done_batches > 0) {
    auto const left = planned_epochs * planned_batches - done_batches;
    figures.seconds_left =
        (time - begin) / static_cast<double>(done_batches) * static_cast<double>(left < 0 ? 0 : left);
  }
  line.show(progress_text(figures, line.is_terminal()), time);
}

void run::body::take(optim::step_figures const& step) {
  ++now.steps;
  ++done_batches;
  now.rows += step.rows;
  now.lr = step.lr;
  if (step.skipped) {
    ++now.skipped;
  } else {
    now.loss += step.loss * step.weight;
    now.weight += step.weight;
    past.loss.push_back(step.loss);
    past.lr.push_back(step.lr);
    past.gradient_norm.push_back(step.gradient_norm);
  }
  double const time = seconds_now();
  now.last = step.step;
  is_drawn = false;
  log.step(epoch, step, time - begin);
  if (line.is_due(time)) show(time);
}

void run::body::end_epoch() {
  take_waiting();
  open = false;
  double const time = seconds_now(), seconds = time - now.begin;
  if (planned_batches == 0) planned_batches = now.steps;
  epoch_row row{epoch,  now.rows, now.skipped, now.weight > 0, now.mean(),
                now.lr, 0,        seconds,     now.last,       past.loss.size()};
  if (seconds > 0) row.rows_per_second = static_cast<double>(now.rows) / seconds;
  if (!has_header) line.print(text_of("%6s%11s%11s%11s%9s\n", "epoch", "loss", "lr", "rows/s", "seconds"));
  has_header = true;
  auto const loss = row.has_loss ? fixed_text(row.loss, 5) : std::string("-");
  auto words =
      text_of("%6lld%11s%11.3g%11.0f%9.2f", wide(epoch), loss.c_str(), now.lr, row.rows_per_second, seconds);
  if (now.skipped > 0) words += text_of("  %lld steps skipped", wide(now.skipped));
  line.print(words + "\n");
  log.epoch(row);
  past.epochs.push_back(row);
  // Short epochs must not spend their time on pictures.
  if (epoch == planned_epochs || time - drawn >= 1.0) draw(time);
}

void run::body::draw(double time) {
  drawn = time;
  is_drawn = true;
  write_file(folder + "/curves.svg", curves_svg(past));
  write_file(folder + "/report.html", page_html(name_of_folder(folder), past, time - begin));
}

run::run(std::string_view folder, display how) : body_(new body(std::string(folder), how)) {}

run::~run() {
  // An epoch that was left early still gets its row; a full disk must not end the program from here.
  try {
    if (body_->has_steps()) body_->end_epoch();
    if (!body_->is_drawn) body_->draw(seconds_now());
  } catch (error const&) {
  }
  body_->line.clear();
  delete body_;
}

void run::expect(index_t count, index_t batches) {
  if (count < 1) {
    (message(843) << "run.epochs: " << count << " epochs train nothing; give 1 or more").raise();
  }
  if (body_->has_steps()) body_->end_epoch();
  body_->planned_epochs = body_->epoch + count;
  body_->planned_batches = batches;
}

void run::begin_epoch() {
  ++body_->epoch;
  body_->open = true;
  body_->now = {};
  body_->now.begin = seconds_now();
}

void run::end_epoch() { body_->end_epoch(); }

void run::log(optim::step_result const& result) {
  if (!body_->open) begin_epoch();
  body_->take_waiting();
  if (result.is_known()) {
    body_->take(result.figures());
  } else {
    body_->waiting = result;
  }
}

void run::print(report_figures const& figures) {
  auto const text = report_text(figures);
  body_->line.print(text);
  write_file(body_->folder + "/report.txt", text);
  body_->log.report(figures);
  body_->past.keep(figures);
  body_->draw(seconds_now());
}

}  // namespace wellformed::train
