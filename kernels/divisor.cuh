// SPDX-License-Identifier: Apache-2.0
// Division by a number that is known before the launch: a multiplication and a shift. The compiler's own
// division of 64 bits is a call, around which registers spill.
#pragma once

#include <cstdint>

#include <wellformed/core/config.hpp>

namespace wellformed::backend {

/// Divides numbers from 0 to 2^63 - 1 by a positive number. Granlund and Montgomery 1994: a multiplier of 64
/// bits is enough for dividends of 63.
class divisor {
 public:
  divisor() = default;
  explicit divisor(index_t by) : by_(by) {
    while ((std::uint64_t{1} << shift_) < static_cast<std::uint64_t>(by)) ++shift_;
    __extension__ using wide = unsigned __int128;
    auto const unsigned_by = static_cast<wide>(by);
    multiplier_ = static_cast<std::uint64_t>(((wide{1} << (63 + shift_)) + unsigned_by - 1) / unsigned_by);
  }
  WF_HD index_t value() const { return by_; }

#ifdef __CUDACC__
  __device__ index_t quotient(index_t of) const {
    return static_cast<index_t>(__umul64hi(static_cast<std::uint64_t>(of) << 1, multiplier_) >> shift_);
  }
  /// Divides `of`, and leaves the rest in it.
  __device__ index_t divide(index_t& of) const {
    auto const whole = quotient(of);
    of -= whole * by_;
    return whole;
  }
#endif

 private:
  index_t by_ = 1;
  std::uint64_t multiplier_ = std::uint64_t{1} << 63;
  int shift_ = 0;
};

}  // namespace wellformed::backend
