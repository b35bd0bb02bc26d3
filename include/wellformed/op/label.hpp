// SPDX-License-Identifier: Apache-2.0
// From class ids to numbers: to_one_hot, smooth, mixup. Ids themselves have no arithmetic.
#pragma once

#include <wellformed/op/check.hpp>
#include <wellformed/refuse/domain.hpp>

namespace wellformed {

/// Label smoothing of one row's element: (1 - amount) x + amount / classes.
struct smooth_function {
  static constexpr char const* name = "smooth";
  double amount = 0;
  index_t classes = 1;
  template <class T>
  WF_HD T value(T x) const {
    return static_cast<T>(1 - amount) * x + static_cast<T>(amount / static_cast<double>(classes));
  }
  template <int, class T>
  WF_HD T slope(T, T) const {
    return static_cast<T>(1 - amount);
  }
};

/// weight a + (1 - weight) b.
struct mixup_function {
  static constexpr char const* name = "mixup";
  double weight = 1;
  template <class T>
  WF_HD T value(T a, T b) const {
    return static_cast<T>(weight) * a + static_cast<T>(1 - weight) * b;
  }
  template <int K, class T>
  WF_HD T slope(T, T, T) const {
    return static_cast<T>(K == 0 ? weight : 1 - weight);
  }
};

namespace op_check {

/// Label set of one_hot and class_probs labels, or void.
template <class M>
struct probs_set {
  using type = void;
};
template <class S>
struct probs_set<one_hot<S>> {
  using type = S;
};
template <class S>
struct probs_set<class_probs<S>> {
  using type = S;
};
template <class X>
using set_of = typename probs_set<meaning<X>>::type;

template <class X>
constexpr auto one_hot_verdict() {
  using M = meaning<X>;
  if constexpr (kind_of<M> != label_kind::class_index) {
    return refuse::refused<refuse::wf210, refuse::got<M>>{};
  } else if constexpr (has_ignore<M>) {
    return refuse::refused<refuse::wf206, refuse::got<M>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class X>
constexpr auto smooth_verdict() {
  if constexpr (std::is_void_v<set_of<X>>) {
    return refuse::refused<refuse::wf177, refuse::got<meaning<X>>>{};
  } else {
    return numbers<X>();
  }
}

template <class A, class B>
constexpr auto mixup_verdict() {
  using first = decltype(smooth_verdict<A>());
  using second = decltype(smooth_verdict<B>());
  if constexpr (!first::ok) {
    return first{};
  } else if constexpr (!second::ok) {
    return second{};
  } else if constexpr (!std::is_same_v<set_of<A>, set_of<B>>) {
    return refuse::refused<refuse::wf211, refuse::got<set_of<B>>, refuse::required<set_of<A>>>{};
  } else {
    return map_check::verdict<A, B>();
  }
}

template <class M>
struct one_hot_of {
  using meaning = unspecified;
  using axis = dim<1>;
};
template <class S, class I>
struct one_hot_of<class_index<S, I>> {
  using meaning = one_hot<S>;
  using axis = classes<S>;
};

inline void check_share(double value, char const* where) {
  if (value >= 0 && value <= 1) return;
  (message(215) << where << ": the share is " << value << "; it must lie in [0, 1]").raise();
}

}  // namespace op_check

/// Computes: a one for each row's class, zero elsewhere; floats unless asked for others:
/// to_one_hot<double>(y). Shapes: (rows...) -> (rows..., classes<S>). Throws WF212 for an id outside of the
/// set. Refuses: WF210 other labels than class ids, WF206 ids that may be ignored.
template <Element E = float, Value Y>
auto to_one_hot(Y&& y) {
  using verdict = decltype(op_check::one_hot_verdict<Y&&>());
  using kind = op_check::one_hot_of<op_check::meaning<Y>>;
  using result =
      tensor<E, typename kind::meaning, axis_list::join<op_check::axes_of<Y>, axes<typename kind::axis>>>;
  if constexpr (verdict::ok) {
    auto const ids = eval(static_cast<Y&&>(y));
    constexpr index_t n = kind::axis::max;
    typename result::extents_type extents{};
    for (std::size_t i = 0; i + 1 < extents.size(); ++i) extents[i] = ids.extents()[i];
    extents.back() = n;
    auto out = result::uninitialised(extents, ids.serial());
    for (index_t i = 0; i < out.size(); ++i) out.unchecked_data()[i] = E(0.0f);
    for (index_t i = 0; i < ids.size(); ++i) {
      auto const id = static_cast<index_t>(ids.data()[i]);
      if (id < 0 || id >= n) {
        (message(212) << "to_one_hot: id " << id << " at row " << i << ", the set has classes 0 to " << n - 1)
            .raise();
      }
      out.unchecked_data()[i * n + id] = E(1.0f);
    }
    return out;
  } else {
    verdict::report();
    return refuse::stand_in<result>();
  }
}

/// Computes: (1 - amount) y + amount / classes, as PyTorch's label_smoothing; lazy. one_hot -> class_probs.
/// Throws WF215 for an amount outside of [0, 1]. Refuses: WF177 other labels.
template <Value Y>
auto smooth(Y&& y, double amount) {
  using verdict = decltype(op_check::smooth_verdict<Y&&>());
  using S = op_check::set_of<Y>;
  if constexpr (verdict::ok) {
    op_check::check_share(amount, "smooth");
    return build_map<smooth_function, class_probs<S>>(smooth_function{amount, class_count<S>},
                                                      static_cast<Y&&>(y));
  } else {
    verdict::report();
    return refused_map<simplex, Y>();
  }
}

/// Computes: weight a + (1 - weight) b of two labels; lazy. one_hot or class_probs -> class_probs.
/// Throws WF215 for a weight outside of [0, 1]. Refuses: WF177 other labels, WF211 two label sets, and as a +
/// b.
template <Value A, Value B>
auto mixup(A&& a, B&& b, double weight) {
  using verdict = decltype(op_check::mixup_verdict<A&&, B&&>());
  if constexpr (verdict::ok) {
    op_check::check_share(weight, "mixup");
    return build_map<mixup_function, class_probs<op_check::set_of<A>>>(
        mixup_function{weight}, static_cast<A&&>(a), static_cast<B&&>(b));
  } else {
    verdict::report();
    return refused_map<simplex, A>();
  }
}

}  // namespace wellformed
