// SPDX-License-Identifier: Apache-2.0
// The decision about a step on a GPU: one thread, between the backward pass and the update.
#include <wellformed/backend/device_step.hpp>

#include <cstring>
#include <new>

#include <wellformed/core/bits.hpp>

#include "launch.cuh"

namespace wellformed::backend {

namespace {

/// As stepper::check_divisor: what divides must be positive, and so must its inverse as an element.
__device__ bool divides(double divisor, double greatest) {
  return is_finite(divisor) && divisor > 0 && 1.0 / divisor <= greatest;
}

__global__ void begin_kernel(step_ledger* ledger, loss_sum const* sum, double divisor) {
  ledger->divisor = divisor >= 0 ? divisor : sum->weight;
  ledger->bad_shift = ledger->bad_decay = -1;
}

__global__ void decide_kernel(step_ledger* ledger, loss_sum const* sum, step_rule rule, step_outcome* ring,
                              error_record const* word) {
  step_ledger& held = *ledger;
  index_t const bad_statistic = held.bad_shift >= 0 ? held.bad_shift : held.bad_decay;
  bool const offence = has_offence(word);
  double const lr = rule.schedule.rate(rule.lr, held.steps);
  bool const go = !offence && divides(held.divisor, rule.greatest) && lr != 0 &&
                  is_finite(rule.factor * sum->total / held.divisor) && held.scan.first_bad < 0 &&
                  bad_statistic < 0;
  // As torch.nn.utils.clip_grad_norm_, which adds 1e-6.
  double const shrink = rule.max_norm > 0 ? rule.max_norm / (held.scan.norm + 1e-6) : 1.0;
  held.control.scale = 1.0 / held.divisor * (shrink < 1.0 ? shrink : 1.0);
  held.control.lr = lr;
  held.control.step = held.steps + 1;
  held.control.go = go ? 1 : 0;
  if (go) {
    ++held.steps;
    held.draws += rule.draws;
  }
  index_t const launch = ++held.launches;
  auto* const slot = ring + launch % outcome_ring::size;
  slot->sum = *sum;
  slot->scan = held.scan;
  slot->bad_statistic = bad_statistic;
  slot->offence = offence ? 1 : 0;
  slot->went = go ? 1 : 0;
  __threadfence_system();
  *static_cast<index_t volatile*>(&slot->launch) = launch;
}

}  // namespace

void begin_step(cuda where, step_ledger* ledger, loss_sum const* sum, double divisor) {
  launch(context_of(where), "begin_step", begin_kernel, 1, 1, 0, ledger, sum, divisor);
}

void decide_step(cuda where, step_ledger* ledger, loss_sum const* sum, step_rule rule, step_outcome* ring) {
  auto& on = context_of(where);
  launch(on, "decide_step", decide_kernel, 1, 1, 0, ledger, sum, rule, ring,
         static_cast<error_record const*>(on.word()));
}

outcome_ring::outcome_ring(cuda where) {
  void* pinned = nullptr;
  context_of(where);
  check(cudaMallocHost(&pinned, size * sizeof(step_outcome)), "making room for the outcomes of steps");
  slots_ = static_cast<step_outcome*>(pinned);
  for (index_t i = 0; i < size; ++i) ::new (slots_ + i) step_outcome;
}

outcome_ring::~outcome_ring() {
  if (slots_ != nullptr) cudaFreeHost(slots_);
}

bool outcome_ring::read(index_t launch, step_outcome& outcome) const noexcept {
  auto const* const slot = slots_ + launch % size;
  if (*static_cast<index_t const volatile*>(&slot->launch) != launch) return false;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  outcome = *slot;
  return true;
}

}  // namespace wellformed::backend
