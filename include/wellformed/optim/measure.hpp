// SPDX-License-Identifier: Apache-2.0
// What a step looks at before it writes, where the gradients lie.
#pragma once

#include <wellformed/backend/reduce.hpp>
#include <wellformed/backend/scan.hpp>
#include <wellformed/optim/stepper.hpp>
#include <wellformed/tensor/transfer.hpp>

namespace wellformed::optim {

template <ComputingElement E>
measurement measure(host where, gradient_entry<E> const& entry, double divisor) {
  measurement found;
  found.scan = backend::scan_gradient(where, static_cast<E const*>(entry.values()),
                                      entry.owner->parameter_count, divisor);
  if (entry.decay) {
    for (slab const* each : {&entry.shift, &entry.decay}) {
      if (found.bad_statistic >= 0) break;
      found.bad_statistic =
          backend::first_non_finite(where, static_cast<E const*>(each->data()), entry.owner->buffer_count);
    }
  }
  return found;
}

/// The same on a GPU, which is waited for.
template <ComputingElement E>
measurement measure(cuda where, gradient_entry<E> const& entry, double divisor) {
  struct record {
    backend::gradient_scan scan;
    index_t shift = -1, decay = -1;
  } found;
  slab const room(sizeof(record), where.memory());
  backend::copy_in(where, room.data(), &found, sizeof(record));
  auto* const at = static_cast<record*>(room.data());
  backend::scan_gradient(where, static_cast<E const*>(entry.values()), entry.owner->parameter_count, divisor,
                         &at->scan);
  if (entry.decay) {
    auto const count = entry.owner->buffer_count;
    backend::first_non_finite(where, static_cast<E const*>(entry.shift.data()), count, &at->shift);
    backend::first_non_finite(where, static_cast<E const*>(entry.decay.data()), count, &at->decay);
  }
  backend::copy_out(where, &found, room.data(), sizeof(record));
  return {found.scan, found.shift >= 0 ? found.shift : found.decay};
}

}  // namespace wellformed::optim
