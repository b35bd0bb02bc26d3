// SPDX-License-Identifier: Apache-2.0
// One line a step and one an epoch, in each format; their fields are described at train::run.
#include "train/run_log.hpp"

#include <chrono>
#include <cmath>

#include "train/number_text.hpp"

namespace wellformed::train {

namespace {

double wall_seconds() {
  using clock = std::chrono::system_clock;
  return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

/// A line of JSON, field by field.
class json_line {
 public:
  explicit json_line(char const* event) : text_("{\"event\":\"") { (text_ += event) += '"'; }

  json_line& raw(char const* name, std::string const& value) {
    ((text_ += ",\"") += name) += "\":";
    text_ += value;
    return *this;
  }
  json_line& count(char const* name, index_t value) { return raw(name, std::to_string(value)); }
  // JSON has no word for infinity and NaN.
  json_line& number(char const* name, double value) {
    return raw(name, std::isfinite(value) ? general_text(value) : "null");
  }
  std::string end() { return text_ + "}\n"; }

 private:
  std::string text_;
};

std::string json_string(std::string const& text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (char const c : text) {
    auto const code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (quoted += '\\') += c;
    } else if (code < 0x20) {
      ((quoted += "\\u00") += digits[code >> 4]) += digits[code & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace

run_log::run_log(std::string const& folder)
    : steps_(folder + "/metrics.csv"),
      epochs_(folder + "/epochs.csv"),
      lines_(folder + "/log.jsonl"),
      events_(folder + "/events.out.tfevents.0.wellformed", wall_seconds()) {
  steps_.write("epoch,step,loss,weight,rows,lr,gradient_norm,skipped,seconds\n");
  epochs_.write("epoch,loss,lr,rows,rows_per_second,skipped,seconds\n");
  flush();
}

void run_log::step(index_t epoch, optim::step_figures const& f, double seconds) {
  auto const time = fixed_text(seconds, 3);
  steps_.write(std::to_string(epoch) + ',' + std::to_string(f.step) + ',' + general_text(f.loss) + ',' +
               general_text(f.weight) + ',' + std::to_string(f.rows) + ',' + general_text(f.lr) + ',' +
               general_text(f.gradient_norm) + (f.skipped ? ",1," : ",0,") + time + '\n');
  json_line line("step");
  line.count("epoch", epoch).count("step", f.step).number("loss", f.loss).number("weight", f.weight);
  line.count("rows", f.rows).number("lr", f.lr).number("gradient_norm", f.gradient_norm);
  lines_.write(line.raw("skipped", f.skipped ? "true" : "false").raw("seconds", time).end());
  if (f.skipped) return;
  double const wall = wall_seconds();
  events_.scalar("step/loss", f.loss, f.step, wall);
  events_.scalar("step/learning_rate", f.lr, f.step, wall);
  events_.scalar("step/gradient_norm", f.gradient_norm, f.step, wall);
}

void run_log::epoch(epoch_row const& row) {
  auto const rate = fixed_text(row.rows_per_second, 1), time = fixed_text(row.seconds, 3);
  auto const loss = row.has_loss ? general_text(row.loss) : "";
  epochs_.write(std::to_string(row.epoch) + ',' + loss + ',' + general_text(row.lr) + ',' +
                std::to_string(row.rows) + ',' + rate + ',' + std::to_string(row.skipped) + ',' + time +
                '\n');
  json_line line("epoch");
  line.count("epoch", row.epoch).number("loss", row.has_loss ? row.loss : NAN).number("lr", row.lr);
  line.count("rows", row.rows).raw("rows_per_second", rate).count("skipped", row.skipped);
  lines_.write(line.raw("seconds", time).end());
  if (row.has_loss) events_.scalar("epoch/loss", row.loss, row.last_step, wall_seconds());
  flush();
}

void run_log::report(report_figures const& f) {
  std::string names, counts;
  for (index_t t = 0; t < f.classes; ++t) {
    (names += t == 0 ? "" : ",") += json_string(class_name(f, t));
    for (index_t p = 0; p < f.classes; ++p) {
      auto const n = count_of(f, t, p);
      if (n == 0) continue;
      counts += counts.empty() ? "[" : ",[";
      counts += std::to_string(t) + ',' + std::to_string(p) + ',' + std::to_string(n) + ']';
    }
  }
  json_line line("report");
  line.count("hits", f.accuracy.hits).count("rows", f.accuracy.rows);
  lines_.write(line.raw("classes", '[' + names + ']').raw("confusion", '[' + counts + ']').end());
  flush();
}

void run_log::flush() {
  steps_.flush();
  epochs_.flush();
  lines_.flush();
  events_.flush();
}

}  // namespace wellformed::train
