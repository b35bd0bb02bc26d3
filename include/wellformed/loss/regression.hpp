// SPDX-License-Identifier: Apache-2.0
// Losses of a difference: mean squared error, absolute error, Huber.
#pragma once

#include <wellformed/loss/element_wise.hpp>
#include <wellformed/loss/verdict.hpp>
#include <wellformed/op/arithmetic.hpp>

namespace wellformed {

namespace loss_run {

/// Delta of the Huber loss if none is given.
struct usual_delta {
  double value = 1;
};

/// A target without a tape is compared with; one with a tape is subtracted first, so that both sides learn.
template <class P, class T, class Kernel, class... Options>
auto difference(char const* name, P&& prediction, T&& labels, Kernel kernel, Options const&... options) {
  if constexpr (tracks<T>) {
    using E = typename tensor_of<P>::element;
    auto gap =
        eval(build_map<subtract_function, real>({}, static_cast<P&&>(prediction), static_cast<T&&>(labels)));
    auto zero =
        with_meaning<tensor_of<decltype(gap)>, real>::uninitialised(gap.where(), gap.extents(), gap.serial());
    backend::zero(gap.where(), zero.unchecked_data(), static_cast<std::size_t>(zero.size()) * sizeof(E));
    return element_wise(name, std::move(gap), zero, nullptr, kernel, options...);
  } else {
    auto const against = target(labels);
    return element_wise(name, eval(static_cast<P&&>(prediction)), against.labels, against.mask(), kernel,
                        options...);
  }
}

}  // namespace loss_run

/// Computes: (x - t)^2; mean divides by the number of elements. Shapes: equal axes; nothing is broadcast.
/// Gradient: by both sides, if both are tracked. Options: reduction.
/// Refuses: WF105 to WF108 and WF160 to WF168 sides that are no quantities, WF341 other axes, WF401 another
/// loader. Example: `mse_loss(net.train(b.x), b.y)`, `mse_loss(decoder.train(z), b.x)`
template <class Prediction, class Labels, class... Options>
auto mse_loss(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict = decltype(loss_check::verdict<losses::mse_loss, Prediction&&, Labels&&, Options...>());
  if constexpr (verdict::ok) {
    return loss_run::difference(
        "mse_loss", static_cast<Prediction&&>(prediction), static_cast<Labels&&>(labels),
        [](auto where, auto const* x, auto const* t, index_t count, auto* rows, auto* slope, auto... sum) {
          return backend::mse(where, x, t, count, rows, slope, sum...);
        },
        options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

/// Computes: |x - t|; its slope at 0 is 0; mean divides by the number of elements.
/// Shapes, gradient and refusals: as mse_loss. Options: reduction.
template <class Prediction, class Labels, class... Options>
auto l1_loss(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict = decltype(loss_check::verdict<losses::l1_loss, Prediction&&, Labels&&, Options...>());
  if constexpr (verdict::ok) {
    return loss_run::difference(
        "l1_loss", static_cast<Prediction&&>(prediction), static_cast<Labels&&>(labels),
        [](auto where, auto const* x, auto const* t, index_t count, auto* rows, auto* slope, auto... sum) {
          return backend::l1(where, x, t, count, rows, slope, sum...);
        },
        options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

/// Computes: (x - t)^2 / 2 for |x - t| <= d, else d (|x - t| - d / 2); mean divides by the number of
/// elements. Shapes, gradient and refusals: as mse_loss. Options: reduction, huber_delta{d}, 1 if not given.
template <class Prediction, class Labels, class... Options>
auto huber_loss(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict = decltype(loss_check::verdict<losses::huber_loss, Prediction&&, Labels&&, Options...>());
  if constexpr (verdict::ok) {
    auto const bound =
        loss_option::value_of<loss_option::slot::delta, loss_run::usual_delta>(options...).value;
    return loss_run::difference(
        "huber_loss", static_cast<Prediction&&>(prediction), static_cast<Labels&&>(labels),
        [bound](auto where, auto const* x, auto const* t, index_t count, auto* rows, auto* slope,
                auto... sum) {
          using E = std::remove_pointer_t<decltype(rows)>;
          return backend::huber(where, x, t, static_cast<E>(bound), count, rows, slope, sum...);
        },
        options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

}  // namespace wellformed
