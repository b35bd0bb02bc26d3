// SPDX-License-Identifier: Apache-2.0
// What one step of an optimiser did: known on the host, or asked of a device when somebody looks.
#pragma once

#include <wellformed/core/counted.hpp>

namespace wellformed::optim {

struct step_figures {
  index_t step = 0;          ///< number of the step, from 1; of a skipped step, the one it would have been
  double loss = 0;           ///< mean over the counted rows; the sum for reduction::sum
  double weight = 0;         ///< what the mean was divided by: means of several steps are weighted with it
  index_t rows = 0;          ///< rows that counted
  double lr = 0;             ///< learning rate that was used
  double gradient_norm = 0;  ///< of the mean gradient of all parameters, before clipping
  bool skipped =
      false;  ///< nothing was written: no row counted, or a number was not finite and the policy is to skip
  index_t others = 0;  ///< models on the same tape that this step left as they were
};

/// A step that a device has been given. `settle` fills the figures of what is done, with `wait` of all, or
/// throws what became of a step.
struct pending_step {
  step_figures figures;
  void* owner = nullptr;  ///< null: the figures are known
  void (*settle)(void* owner, bool wait) = nullptr;
};

/// The figures of a step. Of one on a GPU the first look waits for it, and throws what its kernels met.
class step_result {
 public:
  step_result(step_figures const& known = {}) : known_(known) {}
  explicit step_result(counted<pending_step> pending) : pending_(std::move(pending)) {}

  /// False for a step on a GPU that nobody has asked about.
  bool is_known() const noexcept { return !pending_ || pending_->owner == nullptr; }

  step_figures const& figures() const {
    if (!pending_) return known_;
    for (bool const wait : {false, true}) {
      if (pending_->owner != nullptr) pending_->settle(pending_->owner, wait);
    }
    return pending_->figures;
  }
  index_t step() const { return figures().step; }
  double loss() const { return figures().loss; }
  double weight() const { return figures().weight; }
  index_t rows() const { return figures().rows; }
  double lr() const { return figures().lr; }
  double gradient_norm() const { return figures().gradient_norm; }
  bool skipped() const { return figures().skipped; }
  index_t others() const { return figures().others; }

 private:
  step_figures known_;
  counted<pending_step> pending_;
};

/// What a step does when the loss or a gradient is not finite.
enum class non_finite { raise_error, skip_step };
inline constexpr auto raise_error =
    non_finite::raise_error;                              ///< the default: an error that names the parameter
inline constexpr auto skip_step = non_finite::skip_step;  ///< write nothing, count it, say so in the result

}  // namespace wellformed::optim
