// SPDX-License-Identifier: Apache-2.0
// Tools for the laws of losses: tensors of pseudo-random numbers, a leaf that keeps the gradient that reaches
// it, and the comparison of a loss's gradient with central differences.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include <wellformed/core/philox.hpp>
#include <wellformed/wellformed.hpp>

namespace laws {

namespace wf = wellformed;
using wf::index_t;

/// Numbers in [low, high), different for each seed.
inline std::vector<double> numbers(index_t count, std::uint64_t seed, double low, double high) {
  wf::philox_stream const stream{seed, 0};
  std::vector<double> result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = low + (high - low) * static_cast<double>(stream.uniform(i));
  }
  return result;
}

template <class T>
T filled(std::vector<double> const& values, typename T::extents_type const& extents) {
  T result = T::uninitialised(extents);
  REQUIRE(result.size() == static_cast<index_t>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.unchecked_data()[i] = static_cast<typename T::element>(values[i]);
  }
  return result;
}

/// Leaf of a tape without a model: keeps what reaches it.
template <class E>
struct probe {
  using element = E;
  using sets = wf::type_list<>;
  static constexpr int applications = 0;
  static constexpr bool tracked = true;
  std::vector<double>* into;
  template <class Sink, class G>
  void backward(Sink&, G const& gradient) {
    into->assign(gradient.data(), gradient.data() + gradient.size());
  }
  void check_complete() const {}
};

template <class T>
auto watch(T const& x, std::vector<double>& gradient) {
  using E = typename T::element;
  return wf::tracked_value<T, probe<E>>(x, probe<E>{&gradient});
}

/// `make(prediction)` gives a loss. Its gradient of the total must be the central difference of the total.
template <class T, class Make>
void gradient_is_the_slope(T const& x, Make make) {
  std::vector<double> gradient;
  (void)make(watch(x, gradient)).backward();
  REQUIRE(gradient.size() == static_cast<std::size_t>(x.size()));
  double const step = 1e-5;
  std::vector<double> at(x.data(), x.data() + x.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    double const here = at[i];
    at[i] = here + step;
    double const above = make(filled<T>(at, x.extents())).total();
    at[i] = here - step;
    double const below = make(filled<T>(at, x.extents())).total();
    at[i] = here;
    double const slope = (above - below) / (2 * step);
    CHECK(gradient[i] == doctest::Approx(slope).epsilon(1e-6).scale(1e-2));
  }
}

/// log softmax of class c of the row that begins at `first`, in long double.
inline long double log_softmax(double const* first, index_t count, index_t step, index_t c) {
  long double most = first[0];
  for (index_t k = 0; k < count; ++k) most = std::max<long double>(most, first[k * step]);
  long double sum = 0;
  for (index_t k = 0; k < count; ++k) sum += std::exp(static_cast<long double>(first[k * step]) - most);
  return static_cast<long double>(first[c * step]) - most - std::log(sum);
}

}  // namespace laws
