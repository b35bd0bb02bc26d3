// SPDX-License-Identifier: Apache-2.0
// The tensor: elements of one type and one meaning along typed axes, contiguous, last axis fastest.
#pragma once

#include <initializer_list>
#include <type_traits>

#include <wellformed/core/number.hpp>
#include <wellformed/core/slab.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/tensor/extents.hpp>
#include <wellformed/types/device.hpp>
#include <wellformed/types/domain.hpp>

namespace wellformed {

namespace tensor_check {

template <class Axes>
struct bounds_of;
template <class... A>
struct bounds_of<axes<A...>> {
  static constexpr bool good = (has_good_bounds<A> && ...);
};

/// Whether a tensor of this kind makes sense, before there is one. Order: label set, axes, element type.
template <class E, class M, class Axes>
constexpr auto formation() {
  using own = decltype(meaning_verdict<M>());
  if constexpr (!own::ok) {
    return own{};
  } else if constexpr (!bounds_of<Axes>::good) {
    return refuse::refused<refuse::wf301, Axes>{};
  } else if constexpr (!Element<E>) {
    return refuse::refused<refuse::wf517, refuse::got<E>>{};
  } else {
    return refuse::accepted{};
  }
}

}  // namespace tensor_check

/// A counted handle: copies share their elements. Values of a bounded meaning come from `refine`, from a
/// reader or from an operation; the type is the proof that they were checked. Refuses, when the type is
/// formed: WF202, WF203, WF216 its label set, WF301 bounds of an axis, WF517 another element type.
template <class E, Meaning M, class Axes, class Device = host>
class tensor {
 public:
  using form = decltype(tensor_check::formation<E, M, Axes>());
  static_assert((form::report(), true));
  using element = E;
  using meaning = M;
  using axes_type = Axes;
  using device = Device;
  using extents_type = extents_of<Axes>;
  static constexpr bool tracked = false;
  static constexpr int rank = Axes::rank;
  static constexpr bool is_shapeless = std::is_same_v<Axes, unknown_axes>;  ///< what a refused call gives

  /// Elements with arbitrary content, to be written before they are read.
  [[gnu::noinline]] static tensor uninitialised(Device where, extents_type const& extents,
                                                std::uint64_t serial = 0) {
    check_extents(Axes{}, extents);
    auto const count = static_cast<std::size_t>(product(extents));
    return tensor(slab(count * sizeof(E), where.memory()), extents, serial);
  }
  static tensor uninitialised(extents_type const& extents, std::uint64_t serial = 0) {
    return uninitialised(Device{}, extents, serial);
  }
  static tensor uninitialised()
    requires(Axes::is_static)
  {
    return uninitialised(static_extents(Axes{}));
  }

  /// Takes elements whose meaning the caller has established. Use `refine` where data enters.
  static tensor unchecked(slab elements, extents_type const& extents, std::uint64_t serial = 0) {
    return tensor(static_cast<slab&&>(elements), extents, serial);
  }

  /// Real numbers as written, row by row.
  static tensor of(std::initializer_list<E> values, extents_type const& extents)
    requires(std::is_same_v<M, real> || std::is_same_v<M, logits>)
  {
    auto result = uninitialised(extents);
    if (static_cast<index_t>(values.size()) != result.size()) {
      (message(302) << "tensor::of got " << values.size() << " values for " << result.size() << " elements")
          .raise();
    }
    auto* out = result.unchecked_data();
    for (auto const v : values) *out++ = v;
    return result;
  }
  static tensor of(std::initializer_list<E> values)
    requires(Axes::is_static && (std::is_same_v<M, real> || std::is_same_v<M, logits>))
  {
    return of(values, static_extents(Axes{}));
  }

  extents_type const& extents() const noexcept { return extents_; }
  index_t size() const noexcept { return product(extents_); }
  std::uint64_t serial() const noexcept { return serial_; }
  /// The device on which the elements lie. Throws WF733 after the tensor was moved from.
  Device where() const { return Device::of(elements()); }

  /// Number of rows: the extent of the first axis.
  index_t rows() const noexcept
    requires(rank >= 1)
  {
    return extents_[0];
  }

  /// Refuses: WF304 an axis that the tensor does not have.
  template <class A>
  index_t extent() const noexcept {
    if constexpr (is_shapeless || axis_list::contains<Axes, A>) {
      return extents_[static_cast<std::size_t>(axis_list::index_of<Axes, A>)];
    } else {
      refuse::refused<refuse::wf304, refuse::got<A>, refuse::required<Axes>>::report();
      return 0;
    }
  }

  /// The elements, to read. Throws WF733 after the tensor was moved from.
  E const* data() const {
    if constexpr (!std::is_same_v<Device, host>) refuse::refused<refuse::wf601, Device>::report();
    return address();
  }
  /// The same on any device, for what computes there.
  E const* address() const { return static_cast<E const*>(elements().data()); }

  /// The elements, to write: of this tensor alone, since elements shared with a copy are copied first.
  /// Refuses: WF512 values that were checked (labels, probabilities): writing could make their type a lie.
  E* mutable_data() {
    if constexpr (!is_free<M>) {
      refuse::refused<refuse::wf512, M>::report();
    } else if constexpr (!std::is_same_v<Device, host>) {
      refuse::refused<refuse::wf601, Device>::report();
    } else if (!elements().unique()) {
      auto const bytes = static_cast<std::size_t>(size()) * sizeof(E);
      slab own(bytes);
      __builtin_memcpy(own.data(), elements_.data(), bytes);
      elements_ = static_cast<slab&&>(own);
    }
    return unchecked_data();
  }

  /// The elements, to write, for operations that are just establishing their meaning.
  E* unchecked_data() { return static_cast<E*>(elements().data()); }
  slab const& elements() const {
    if (!elements_) fail_moved_from("tensor");
    return elements_;
  }

  /// The handle as it is: empty after the tensor was moved from.
  slab const& block() const noexcept { return elements_; }

  /// Element at the given index, checked in every build type.
  template <class... Index>
    requires(is_shapeless ||
             (sizeof...(Index) == static_cast<std::size_t>(Axes::rank) && (std::is_integral_v<Index> && ...)))
  E operator()(Index... index) const {
    index_t flat = 0;
    std::size_t i = 0;
    auto const step = [&](index_t at) {
      if (at < 0 || at >= extents_[i]) {
        (message(305) << "index " << at << " on axis " << static_cast<int>(i) << " of " << extents_[i]
                      << " elements")
            .raise();
      }
      flat = flat * extents_[i] + at;
      ++i;
    };
    (step(static_cast<index_t>(index)), ...);
    return data()[flat];
  }

  /// The only element of a tensor without axes.
  E item() const
    requires(is_shapeless || rank == 0)
  {
    return data()[0];
  }

  /// The same elements under another meaning, for operations that have just established it.
  template <class Other>
  tensor<E, Other, Axes, Device> as() const {
    return tensor<E, Other, Axes, Device>::unchecked(elements_, extents_, serial_);
  }

 private:
  tensor(slab elements, extents_type const& extents, std::uint64_t serial)
      : elements_(static_cast<slab&&>(elements)), extents_(extents), serial_(serial) {}

  slab elements_;
  extents_type extents_;
  std::uint64_t serial_;
};

template <class T>
inline constexpr bool is_tensor = false;
template <class E, class M, class A, class D>
inline constexpr bool is_tensor<tensor<E, M, A, D>> = true;

/// Anything that has elements with a meaning along axes: a tensor, a lazy expression, a tracked value.
template <class T>
concept Value = requires {
  typename std::remove_cvref_t<T>::element;
  typename std::remove_cvref_t<T>::meaning;
  typename std::remove_cvref_t<T>::axes_type;
  typename std::remove_cvref_t<T>::device;
};

template <class T>
concept Tensor = is_tensor<std::remove_cvref_t<T>>;

/// A scalar's tensor type, and tensors like another one.
template <class T, class M>
using with_meaning = tensor<typename T::element, M, typename T::axes_type, typename T::device>;
template <class T, class A>
using with_axes = tensor<typename T::element, typename T::meaning, A, typename T::device>;

}  // namespace wellformed
