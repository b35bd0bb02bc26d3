// SPDX-License-Identifier: Apache-2.0
// A training run as its user sees it: progress, a table of epochs, a log, curves, a report. Compiled in
// src/train.
#pragma once

#include <optional>
#include <string_view>

#include <wellformed/metrics/evaluate.hpp>
#include <wellformed/optim/step_result.hpp>

namespace wellformed::train {

/// How progress is shown. `automatic`: a line that rewrites itself on a terminal, few plain lines elsewhere.
enum class display { automatic, terminal, plain, silent };

/// What run::report prints, without the type of the label set.
struct report_figures {
  index_t classes = 0;
  index_t const* counts = nullptr;         // (truth, predicted)
  char const* (*name)(index_t) = nullptr;  ///< of a class; nullptr if the set has no names
  metrics::ratio accuracy{};
};

template <class Loader>
class epoch_range;

/// Owns a folder with what is written of a run:
///
/// | file | content |
/// |---|---|
/// | `report.html` | one page: curves, confusion matrix, epochs; written again at most every second |
/// | `curves.svg`, `report.txt` | the chart of the loss; what report() printed |
/// | `metrics.csv` | a line a step: epoch, step, loss, weight, rows, lr, gradient_norm, skipped, seconds |
/// | `epochs.csv` | a line an epoch: epoch, loss, lr, rows, rows_per_second, skipped, seconds |
/// | `log.jsonl` | the same as JSON, `event` being step, epoch or report |
/// | `events.out.tfevents.0.wellformed` | the same for TensorBoard, tags step/... and epoch/loss |
///
/// `loss` is the mean over the rows that count and `weight` what it was divided by; an epoch's is the
/// weighted mean of its steps, empty (null in JSON) if all were skipped. `gradient_norm` is taken before
/// clipping; `seconds` of a step is since the run began, of an epoch its own time. A report has hits, rows,
/// classes (names) and confusion, a list of [true class, predicted class, rows] without zeros. Numbers that
/// are not finite are null in JSON. The files of an earlier run in the same folder are replaced. Throws WF840
/// if the folder cannot be written, WF841 if a write fails later. NO_COLOR in the environment switches
/// colours off. Example: `train::run run("digits-run"); for (auto& b : run.epochs(train, 20))
/// run.log(step(b));`
class run {
 public:
  explicit run(std::string_view folder, display how = display::automatic);
  run(run const&) = delete;
  run& operator=(run const&) = delete;
  ~run();

  /// The batches of `loader`, `count` times over; each time ends with its row of the table.
  template <class Loader>
  epoch_range<Loader> epochs(Loader& loader, index_t count) {
    index_t batches = 0;  // unknown
    if constexpr (requires { loader.batches(); }) batches = static_cast<index_t>(loader.batches());
    expect(count, batches);
    return epoch_range<Loader>(*this, loader, count);
  }

  /// Takes the result of one step into the log, the table and the progress line. A step on a GPU is looked at
  /// when the next one is logged or the epoch ends, so that nobody waits for it; what it met is thrown then.
  void log(optim::step_result const& result);

  /// Prints the confusion matrix with class names and recall, and the accuracy; keeps them in report.txt.
  template <LabelSet S>
  void report(metrics::report<S> const& r) {
    print({class_count<S>, r.confusion.counts(), NamedLabelSet<S> ? &name_of<S> : nullptr, r.accuracy()});
  }

  /// Announces `count` epochs of `batches` batches (0: unknown). epochs() calls these; an open loop may.
  void expect(index_t count, index_t batches);
  void begin_epoch();
  void end_epoch();

 private:
  void print(report_figures const& figures);
  struct body;
  body* body_;
};

/// See run::epochs.
template <class Loader>
class epoch_range {
 public:
  epoch_range(run& owner, Loader& loader, index_t count) : run_(&owner), loader_(&loader), count_(count) {}

  struct sentinel {};
  class iterator {
   public:
    explicit iterator(epoch_range& range) : range_(&range) { begin_next(); }
    iterator(iterator const&) = delete;
    iterator& operator=(iterator const&) = delete;
    decltype(auto) operator*() { return **now_; }
    iterator& operator++() {
      ++*now_;
      if (*now_ != range_->loader_->end()) return *this;
      range_->run_->end_epoch();
      begin_next();
      return *this;
    }
    bool operator!=(sentinel) const { return now_.has_value(); }

   private:
    void begin_next();
    epoch_range* range_;
    index_t done_ = 0;
    std::optional<decltype(std::declval<Loader&>().begin())> now_;
  };

  iterator begin() { return iterator(*this); }
  sentinel end() const { return {}; }

 private:
  run* run_;
  Loader* loader_;
  index_t count_;
};

template <class Loader>
void epoch_range<Loader>::iterator::begin_next() {
  now_.reset();
  if (done_ == range_->count_) return;
  ++done_;
  range_->run_->begin_epoch();
  now_.emplace(range_->loader_->begin());
  if (*now_ != range_->loader_->end()) return;
  (message(842) << "epoch " << done_
                << ": the loader yields no batch, so nothing can be trained; give it more rows, or "
                   "a tail rule that keeps the rows that are there")
      .raise();
}

}  // namespace wellformed::train
