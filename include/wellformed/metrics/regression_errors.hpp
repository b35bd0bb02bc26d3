// SPDX-License-Identifier: Apache-2.0
// Errors of predicted quantities: mean squared, its root, mean absolute, and the share of variance explained.
#pragma once

#include <wellformed/core/error.hpp>
#include <wellformed/metrics/for_each_row.hpp>

namespace wellformed::metrics {

/// Domains of numbers that may stand for a quantity.
template <class M>
inline constexpr bool is_quantity =
    kind_of<M> == label_kind::regression || domain_of<M> == domain_kind::real ||
    domain_of<M> == domain_kind::unit_interval || domain_of<M> == domain_kind::signed_unit ||
    domain_of<M> == domain_kind::nonnegative || domain_of<M> == domain_kind::half_line;

template <class P, class Y>
constexpr auto regression_verdict() {
  using prediction = std::remove_cvref_t<P>;
  using label = std::remove_cvref_t<Y>;
  using given = typename prediction::axes_type;
  using wanted = typename label::axes_type;
  if constexpr (came_of_refusal<prediction>) {
    return refuse::already_reported{};
  } else if constexpr (prediction::tracked) {
    return refuse::refused<refuse::wf703>{};
  } else if constexpr (kind_of<typename label::meaning> != label_kind::regression ||
                       !is_quantity<typename prediction::meaning>) {
    return refuse::refused<refuse::wf250, refuse::prediction<typename prediction::meaning>,
                           refuse::label<typename label::meaning>>{};
  } else if constexpr (!same_but_source<given, wanted>) {
    return refuse::refused<refuse::wf234, refuse::prediction<given>, refuse::label<wanted>>{};
  } else if constexpr (!std::is_same_v<given, wanted>) {
    return refuse::refused<refuse::wf401, refuse::prediction<axis_list::batch_of<given>>,
                           refuse::label<axis_list::batch_of<wanted>>>{};
  } else if constexpr (has_padding<given> && !is_padded<label>) {
    return refuse::refused<refuse::wf427, refuse::label<typename label::meaning>>{};
  } else if constexpr (!ComputingElement<typename prediction::element>) {
    return refuse::refused<refuse::wf502, refuse::got<typename prediction::element>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Sums of errors over numbers; those of batches and folds add. In double, by Welford's recurrence.
class error_sums {
 public:
  /// Throws WF520 if either is NaN or infinite.
  void count(double predicted, double truth, index_t number);
  void add(error_sums const& other);
  index_t numbers() const noexcept { return count_; }
  double mse() const;  ///< throws WF247 without numbers, as the others
  double rmse() const;
  double mae() const;
  double r2() const;  ///< throws WF247 if all labels are equal

 private:
  index_t count_ = 0;
  double squares_ = 0, absolutes_ = 0, mean_ = 0, spread_ = 0;
};

/// Errors of predicted quantities. Shapes: both the same; every number counts once, padded rows do not.
/// Refuses: WF703 a value in training mode, WF250 what are no quantities, WF234 other axes, WF401
/// another loader. add() is all or nothing. Example: `metrics::regression_errors e;
/// e.add(net.eval(b.x), b.y); e.rmse();`
class regression_errors {
 public:
  template <Value P, Value Y>
  regression_errors& add(P&& prediction, Y&& label) {
    using verdict = decltype(regression_verdict<P, Y>());
    if constexpr (verdict::ok) {
      auto const x = eval(static_cast<P&&>(prediction));
      auto const& y = labels_in(label);
      check_numbers(x, y);
      counted_rows<std::remove_cvref_t<Y>> const is_counted(label);
      error_sums batch;
      for (index_t i = 0; i < y.size(); ++i) {
        if (!is_counted(i, 0)) continue;
        batch.count(static_cast<double>(x.data()[i]), static_cast<double>(y.data()[i]), i);
      }
      sums_.add(batch);
    } else {
      verdict::report();
    }
    return *this;
  }
  regression_errors& operator+=(regression_errors const& other) {
    sums_.add(other.sums_);
    return *this;
  }

  index_t numbers() const noexcept { return sums_.numbers(); }
  double mse() const { return sums_.mse(); }    ///< mean of squared errors
  double rmse() const { return sums_.rmse(); }  ///< its root, in the unit of the labels
  double mae() const { return sums_.mae(); }    ///< mean of absolute errors, in the unit of the labels
  double r2() const { return sums_.r2(); }      ///< 1 - mse over the variance of the labels

 private:
  template <class X, class T>
  static void check_numbers(X const& x, T const& y) {
    join_serials(x.serial(), y.serial(), "metrics");
    for (std::size_t i = 0; i < x.extents().size(); ++i) {
      std::array<index_t, 1> const one{x.extents()[i]};
      check_same_extents(one, {y.extents()[i]}, "metrics");
    }
  }
  error_sums sums_;
};

}  // namespace wellformed::metrics
