// SPDX-License-Identifier: Apache-2.0
// Checks of a step before it writes, and the commit of what travels with the gradients.
#include <wellformed/optim/stepper.hpp>

#include <wellformed/core/bits.hpp>

namespace wellformed::optim {

template <ComputingElement E>
void stepper<E>::check_divisor(loss_figures const& loss) const {
  bool const usable =
      is_finite(loss.divisor) && loss.divisor > 0 && is_finite(static_cast<E>(1.0 / loss.divisor));
  if (usable) return;
  (message(722) << "step " << steps_ + 1 << ": the loss of " << loss.rows << " counted rows is divided by "
                << loss.divisor << "; nothing was written. Leave out batches in which no row counts")
      .raise();
}

template <ComputingElement E>
bool stepper<E>::has_finite_loss(loss_figures const& loss) const {
  double const mean = loss.total / loss.divisor;
  if (is_finite(mean)) return true;
  if (policy_ == skip_step) return false;
  (message(723)
   << "step " << steps_ + 1 << ": the loss is " << mean << " over " << loss.rows
   << " rows; nothing was written. Look at this batch, lower the learning rate, or skip such steps with "
      "on_non_finite(optim::skip_step)")
      .raise();
}

template <ComputingElement E>
bool stepper<E>::has_finite_gradient(backend::gradient_scan const& scan, place_writer place) const {
  if (scan.first_bad < 0) return true;
  if (policy_ == skip_step) return false;
  message text(724);
  text << "step " << steps_ + 1 << ": the gradient of ";
  place.write(place.layer, text, scan.first_bad);
  text << ", is " << scan.bad_value
       << "; nothing was written. Lower the learning rate, look at this batch, or skip such steps with "
          "on_non_finite(optim::skip_step)";
  text.raise();
}

template <ComputingElement E>
bool stepper<E>::has_finite_statistics(index_t bad) const {
  if (bad < 0) return true;
  if (policy_ == skip_step) return false;
  (message(727)
   << "step " << steps_ + 1 << ": running statistic number " << bad
   << " of the model would no longer be finite; nothing was written. Look at the values that this batch "
      "brings to the normalisation layers, or skip such steps with on_non_finite(optim::skip_step)")
      .raise();
}

template <ComputingElement E>
update_plan stepper<E>::begin(loss_figures const& loss, std::uint64_t version) {
  update_plan plan;
  plan.result = {steps_ + 1, 0, loss.divisor, loss.rows, lr(), 0, false};
  if (loss.rows == 0 && loss.divisor == 0) {  // the loss was told all_ignored::is_zero, else it had thrown
    plan.result.skipped = true;
    ++skipped_;
    return plan;
  }
  if (version != numbers_->version) {
    (message(739) << "step " << steps_ + 1
                  << ": these gradients belong to weights that a step or an initialisation has "
                  << "changed since; call backward() after it, on a new prediction")
        .raise();
  }
  check_divisor(loss);
  if (plan.result.lr == 0) {
    (message(726)
     << "step " << steps_ + 1 << ": the schedule is over and its rate is 0, so nothing would be learned; "
     << "its total_steps counts steps (epochs * batches of an epoch), not epochs; or give it a minimum")
        .raise();
  }
  plan.result.loss = loss.total / loss.divisor;
  return plan;
}

template <ComputingElement E>
void stepper<E>::finish(update_plan& plan, loss_figures const& loss, measurement const& found,
                        place_writer place) {
  plan.result.gradient_norm = found.scan.norm;
  if (!has_finite_loss(loss) || !has_finite_gradient(found.scan, place) ||
      !has_finite_statistics(found.bad_statistic)) {
    plan.result.skipped = true;
    ++skipped_;
    return;
  }
  plan.scale = 1.0 / loss.divisor;
  // As torch.nn.utils.clip_grad_norm_, which adds 1e-6.
  double const shrink = max_norm_ > 0 ? max_norm_ / (found.scan.norm + 1e-6) : 1.0;
  if (shrink < 1.0) plan.scale *= shrink;
}

template <ComputingElement E>
void stepper<E>::commit(gradient_entry<E>& entry) noexcept {
  entry.draws.commit();
  ++numbers_->version;
  ++steps_;
}

template <ComputingElement E>
void stepper<E>::set_schedule(schedule const& s) {
  s.check_base(lr_);
  schedule_ = s;
}

template <ComputingElement E>
void stepper<E>::set_clip(double max_norm) {
  if (!is_finite(max_norm) || max_norm <= 0) {
    (message(725) << "clip_global_norm: the norm is " << max_norm << "; give a positive, finite number")
        .raise();
  }
  max_norm_ = max_norm;
}

template class stepper<float>;
template class stepper<double>;

}  // namespace wellformed::optim
