// SPDX-License-Identifier: Apache-2.0
// Losses that compare element by element, run: the kernel gives sum and gradient; a mask leaves rows out
// afterwards.
#pragma once

#include <wellformed/backend/elementwise_loss.hpp>
#include <wellformed/loss/run.hpp>

namespace wellformed::loss_run {

/// Leaves the members of a batch out that the mask does not count: their losses and slopes become zero.
/// Returns the sum over the others and counts them. Each member has `width` elements.
template <class E>
loss_figures only_counted(bool const* mask, index_t members, index_t width, E* losses, E* slope) {
  loss_figures result;
  for (index_t m = 0; m < members; ++m) {
    for (index_t i = m * width; i < (m + 1) * width; ++i) {
      if (mask[m]) {
        result.total += static_cast<double>(losses[i]);
      } else {
        losses[i] = E(0);
        if (slope != nullptr) slope[i] = E(0);
      }
    }
    if (mask[m]) ++result.rows;
  }
  result.divisor = static_cast<double>(result.rows * width);
  return result;
}

/// `kernel(where, x, t, count, losses, slope)` returns the sum, or writes it behind one argument more on a
/// GPU; mean divides by the number of elements.
template <class P, class L, class Kernel, class... Options>
auto element_wise(char const* name, P&& prediction, L const& labels, bool const* mask, Kernel kernel,
                  Options const&...) {
  using T = tensor_of<P>;
  using E = typename T::element;
  using reduction = loss_option::reduction_of<Options...>;
  auto const& x = value_of(prediction);
  check_rows<L::rank == T::rank ? -1 : T::rank - 1>(x, labels, name);
  auto const targets = numbers_of<E>(labels);
  room<reduction, std::remove_cvref_t<P>, typename T::axes_type> filled(prediction, x.extents(),
                                                                        mask != nullptr);
  index_t const size = x.size();
  index_t members = 1;
  if constexpr (T::rank > 0) members = x.extents()[0];
  auto const run = [&](auto... sum) {
    return kernel(x.where(), x.address(), targets.address(), size, filled.row(), filled.slope(), sum...);
  };
  auto sums = add_up(x.where(), divisor_of<reduction>(static_cast<double>(size)), members, run);
  index_t counted = size;
  if constexpr (std::is_same_v<typename T::device, host>) {  // padded labels do not leave the host
    if (mask != nullptr) {
      auto rest =
          only_counted(mask, members, members == 0 ? 0 : size / members, filled.row(), filled.slope());
      counted = static_cast<index_t>(rest.divisor);
      rest.divisor = divisor_of<reduction>(rest.divisor);
      sums = rest;
    }
  }
  if (std::is_same_v<reduction, wellformed::reduction::mean> && counted == 0) check_divisor(0, 0, name);
  return finish(static_cast<P&&>(prediction), filled, sums, {size, 1, 1});
}

}  // namespace wellformed::loss_run
