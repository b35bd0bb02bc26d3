// SPDX-License-Identifier: Apache-2.0
// A training run: sums of an epoch, its table, its files.
#include <wellformed/train/run.hpp>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "train/curves.hpp"
#include "train/folder.hpp"
#include "train/progress.hpp"
#include "train/report_text.hpp"

namespace wellformed::train {

namespace {

double seconds_now() {
  using clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

// Sums over the steps of an epoch. The mean of losses is weighted by what each was divided by.
struct epoch_sums {
  index_t steps = 0, skipped = 0, rows = 0;
  double loss = 0, weight = 0, lr = 0, begin = 0;
  double mean() const { return weight > 0 ? loss / weight : 0; }
};

std::string text_of(char const* format, auto... values) {
  char line[256];
  std::snprintf(line, sizeof(line), format, values...);
  return line;
}

long long wide(index_t value) { return static_cast<long long>(value); }

}  // namespace

struct run::body {
  body(std::string path, display how)
      : folder((make_folder(path), std::move(path))),
        metrics(folder + "/metrics.csv"),
        epochs(folder + "/epochs.csv"),
        begin(seconds_now()),
        line(how, begin) {
    metrics.write("epoch,step,loss,weight,rows,lr,gradient_norm,skipped,seconds\n");
    epochs.write("epoch,loss,lr,rows,rows_per_second,skipped,seconds\n");
    metrics.flush();
    epochs.flush();
  }

  std::string folder;
  text_file metrics;
  text_file epochs;
  double begin;
  progress line;
  index_t planned_epochs = 0, planned_batches = 0, epoch = 0, done_batches = 0;
  bool open = false, has_header = false;
  epoch_sums now;
  std::vector<double> step_loss, epoch_loss;
  std::vector<std::size_t> epoch_end;
  std::optional<optim::step_result> waiting;  // a step of a device: looked at when the next one comes

  bool has_steps() const { return open && (now.steps > 0 || waiting); }
  void take(optim::step_figures const& step);
  void take_waiting() {
    if (auto const last = std::exchange(waiting, std::nullopt)) take(last->figures());
  }
  void show(double time);
  void end_epoch();
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
  line.show(progress_text(figures), time);
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
    step_loss.push_back(step.loss);
  }
  double const time = seconds_now();
  metrics.write(text_of("%lld,%lld,%.9g,%.9g,%lld,%.9g,%.9g,%d,%.3f\n", wide(epoch), wide(step.step),
                        step.loss, step.weight, wide(step.rows), step.lr, step.gradient_norm,
                        step.skipped ? 1 : 0, time - begin));
  if (line.is_due(time)) show(time);
}

void run::body::end_epoch() {
  take_waiting();
  open = false;
  double const seconds = seconds_now() - now.begin;
  double const rate = seconds > 0 ? static_cast<double>(now.rows) / seconds : 0;
  if (planned_batches == 0) planned_batches = now.steps;
  bool const has_loss = now.weight > 0;
  if (!has_header) line.print(text_of("%6s%11s%11s%11s%9s\n", "epoch", "loss", "lr", "rows/s", "seconds"));
  has_header = true;
  auto const loss = has_loss ? text_of("%.5f", now.mean()) : std::string("-");
  auto row = text_of("%6lld%11s%11.3g%11.0f%9.2f", wide(epoch), loss.c_str(), now.lr, rate, seconds);
  if (now.skipped > 0) row += text_of("  %lld steps skipped", wide(now.skipped));
  line.print(row + "\n");
  epochs.write(text_of("%lld,%s,%.9g,%lld,%.1f,%lld,%.3f\n", wide(epoch),
                       has_loss ? text_of("%.9g", now.mean()).c_str() : "", now.lr, wide(now.rows), rate,
                       wide(now.skipped), seconds));
  if (has_loss) {
    epoch_loss.push_back(now.mean());
    epoch_end.push_back(step_loss.size());
  }
  epochs.flush();
  metrics.flush();
  write_file(folder + "/curves.svg", curves_svg(step_loss, epoch_loss, epoch_end));
}

run::run(std::string_view folder, display how) : body_(new body(std::string(folder), how)) {}

run::~run() {
  // An epoch that was left early still gets its row; a full disk must not end the program from here.
  try {
    if (body_->has_steps()) body_->end_epoch();
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
}

}  // namespace wellformed::train
