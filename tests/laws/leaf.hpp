// SPDX-License-Identifier: Apache-2.0
// For tests: a tracked leaf that keeps the gradient that reaches it, and the law that a gradient equals the
// central difference of the weighted sum of the results.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <wellformed/expr/map.hpp>

namespace laws {

namespace wf = wellformed;
using wf::index_t;

/// Numbers from -1 to 1 that depend on nothing but the seed.
class numbers {
 public:
  explicit numbers(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull + 1) {}
  double next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1.0;
  }

 private:
  std::uint64_t state_;
};

template <class T>
T random_tensor(typename T::extents_type const& extents, std::uint64_t seed, double low = -2.0,
                double high = 2.0, std::uint64_t serial = 0) {
  auto x = T::uninitialised(extents, serial);
  numbers draw(seed);
  for (index_t i = 0; i < x.size(); ++i) {
    x.unchecked_data()[i] = static_cast<typename T::element>(low + (high - low) * 0.5 * (draw.next() + 1.0));
  }
  return x;
}

template <class T>
T copy_of(T const& x) {
  auto y = T::uninitialised(x.extents(), x.serial());
  for (index_t i = 0; i < x.size(); ++i) y.unchecked_data()[i] = x.data()[i];
  return y;
}

using gradient_store = std::shared_ptr<std::vector<double>>;

template <class E>
struct leaf_node {
  using element = E;
  using sets = wf::type_list<>;
  static constexpr int applications = 0;
  static constexpr bool tracked = true;
  gradient_store into;
  template <class Sink, class G>
  void backward(Sink&, G const& gradient) {
    into->assign(gradient.data(), gradient.data() + gradient.size());
  }
  void check_complete() const {}
};

template <class T>
auto leaf(T const& x, gradient_store into) {
  return wf::tracked_value<T, leaf_node<typename T::element>>(x, {std::move(into)});
}

struct no_sink {};

/// Runs the tape of y with the given gradient.
template <class T, class Node>
void run_back(wf::tracked_value<T, Node>&& y, std::vector<double> const& weights) {
  using gradient = wf::with_meaning<T, wf::real>;
  auto g = gradient::uninitialised(y.extents(), y.serial());
  for (index_t i = 0; i < g.size(); ++i) {
    g.unchecked_data()[i] = static_cast<typename T::element>(weights[static_cast<std::size_t>(i)]);
  }
  no_sink sink;
  y.backward(sink, std::move(g));
  y.check_complete();
}

/// The largest |tape - difference| / (1 + |difference|) over the elements of x, for a function of one tensor.
template <class F, class T>
double gradient_error(F const& f, T const& x, double step = 1e-5) {
  auto store = std::make_shared<std::vector<double>>();
  auto y = wf::eval(f(leaf(x, store)));
  numbers draw(99);
  std::vector<double> weights(static_cast<std::size_t>(y.value().size()));
  for (auto& w : weights) w = draw.next();
  run_back(std::move(y), weights);
  if (store->size() != static_cast<std::size_t>(x.size())) return INFINITY;
  auto total = [&](T const& at) {
    auto const value = wf::eval(f(T(at)));
    double sum = 0;
    for (index_t i = 0; i < value.size(); ++i) sum += weights[static_cast<std::size_t>(i)] * value.data()[i];
    return sum;
  };
  double worst = 0;
  for (index_t i = 0; i < x.size(); ++i) {
    auto moved = copy_of(x);
    auto& here = moved.unchecked_data()[i];
    auto const before = here;
    here = before + step;
    double const up = total(moved);
    here = before - step;
    double const down = total(moved);
    double const slope = (up - down) / (2 * step);
    double const error = std::fabs((*store)[static_cast<std::size_t>(i)] - slope) / (1 + std::fabs(slope));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

}  // namespace laws
