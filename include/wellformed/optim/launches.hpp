// SPDX-License-Identifier: Apache-2.0
// The launches that write a step, which a GPU may refuse.
#pragma once

#include <exception>

#include <wellformed/core/error.hpp>
#include <wellformed/types/device.hpp>

namespace wellformed::optim {

/// On the host there is nothing to refuse.
template <class Device>
struct launches {
  template <class Work>
  void first(Work work) noexcept {
    work();
  }
  template <class Work>
  void then(Work work) noexcept {
    work();
  }
  void tell(index_t) noexcept {}
};

/// A refused launch (WF650 to WF654) has written nothing. Any other error is thrown in the synchronous mode,
/// for what an earlier kernel noted: the launch was done, and the error is told when all are.
template <>
class launches<cuda> {
 public:
  /// Throws what the first launch met if it was refused.
  template <class Work>
  void first(Work work) {
    try {
      work();
    } catch (error const& e) {
      if (is_refusal(e)) throw;
      met_ = std::current_exception();
    }
  }
  /// One after it, whose refusal leaves half of a step.
  template <class Work>
  void then(Work work) {
    try {
      work();
    } catch (error const& e) {
      half_ = half_ || is_refusal(e);
      met_ = std::current_exception();
    }
  }
  /// Once the step is counted: throws what was met.
  void tell(index_t step) {
    if (!met_) return;
    if (!half_) std::rethrow_exception(met_);
    try {
      std::rethrow_exception(met_);
    } catch (error const& e) {
      (message(e.code())
       << "step " << static_cast<long long>(step)
       << " changed the weights, but not the running statistics; the next step goes on from "
          "there. Why: "
       << e.what())
          .raise();
    }
  }

 private:
  static bool is_refusal(error const& e) noexcept { return e.code() >= 650 && e.code() <= 654; }

  std::exception_ptr met_;
  bool half_ = false;
};

}  // namespace wellformed::optim
