// SPDX-License-Identifier: Apache-2.0
// The numbers of a loss: at hand on the host; on a device still being computed, and read when somebody asks.
#pragma once

#include <wellformed/backend/cross_entropy.hpp>
#include <wellformed/tensor/transfer.hpp>

namespace wellformed {

/// A summed loss, the number to divide it by (1 for reduction::sum), and how many rows counted.
struct loss_figures {
  double total = 0;
  double divisor = 0;
  index_t rows = 0;
};

/// Turns what a kernel added up into figures; throws if a row was wrong or nothing counted.
using settle_loss = loss_figures (*)(backend::loss_sum const&, char const* loss);

/// Figures on Device.
template <class Device>
class figures {
 public:
  figures(loss_figures const& known = {}) : known_(known) {}
  /// Of what a kernel has added up.
  figures(backend::loss_sum const& sum, settle_loss settle, char const* loss) : known_(settle(sum, loss)) {}
  loss_figures const& get() const noexcept { return known_; }
  /// Those of the loss times a number.
  figures times(double factor) const {
    return loss_figures{factor * known_.total, known_.divisor, known_.rows};
  }

 private:
  loss_figures known_;
};

/// On a GPU the sum lies in `record` once its kernels are done. get() waits for them, and throws what they
/// met.
template <>
class figures<cuda> {
 public:
  figures(loss_figures const& known = {}) : known_(known) {}
  figures(slab record, settle_loss settle, char const* loss)
      : record_(static_cast<slab&&>(record)), settle_(settle), loss_(loss) {}
  /// The same where only the total is not known yet.
  figures(slab record, double divisor, index_t rows)
      : known_{0, divisor, rows}, record_(static_cast<slab&&>(record)) {}

  /// Where the sum will lie, and the divisor: negative if it is the sum's weight. Null if it is known.
  backend::loss_sum const* sum() const noexcept {
    return static_cast<backend::loss_sum const*>(record_.data());
  }
  double divisor_on_device(bool averaged) const noexcept {
    return settle_ == nullptr ? known_.divisor : averaged ? -1.0 : 1.0;
  }
  /// The figures of another sum that the same kernel has added up.
  loss_figures of(backend::loss_sum const& sum) const {
    auto found =
        settle_ != nullptr ? settle_(sum, loss_) : loss_figures{sum.total, known_.divisor, known_.rows};
    found.total = factor_ * found.total;
    return found;
  }
  /// Those of the loss times a number. Nobody waits.
  figures times(double factor) const {
    figures result(*this);
    if (record_) {
      result.factor_ = factor * factor_;
    } else {
      result.known_.total = factor * known_.total;
    }
    return result;
  }
  /// What the sum is multiplied by.
  double factor() const noexcept { return factor_; }

  loss_figures const& get() const {
    if (record_) {
      backend::loss_sum sum;
      backend::copy_out(cuda::of(record_), &sum, record_.data(), sizeof(sum));
      known_ = of(sum);
      record_ = slab();
    }
    return known_;
  }

 private:
  mutable loss_figures known_;
  mutable slab record_;
  settle_loss settle_ = nullptr;
  char const* loss_ = "";
  double factor_ = 1;
};

}  // namespace wellformed
