// SPDX-License-Identifier: Apache-2.0
// Arguments of a categorical loss, made up, on the CPU and on a GPU; closeness of losses and gradients.
#pragma once

#include <memory>

#include <wellformed/backend/cross_entropy.hpp>

#include "compare.hpp"
#include "number.cuh"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using wf::index_t;

template <class E>
using computed_element = backend::computed_t<E>;

struct extents3 {
  index_t outer, classes, inner;
};

/// Options by the bits of `form`: 1 weights, 2 label smoothing, 4 a mask. Some labels are ignored.
template <class E, class Label>
struct loss_case {
  using T = computed_element<E>;
  static constexpr index_t ignored = 255;
  extents3 extents;
  int form;
  std::vector<E> logits;
  std::vector<T> widened;
  std::vector<Label> labels;
  std::vector<T> weights;
  std::unique_ptr<bool[]> mask;

  loss_case(extents3 const& of, int options) : extents(of), form(options), mask(new bool[rows() + 1]) {
    auto const size = static_cast<std::size_t>(of.outer * of.classes * of.inner);
    for (auto const v : random_values<T>(size, 1, -6, 6)) {
      logits.push_back(E(v));
      widened.push_back(static_cast<T>(logits.back()));
    }
    for (std::size_t r = 0; r < rows(); ++r) {
      labels.push_back(static_cast<Label>((r * 7 + 1) % static_cast<std::size_t>(of.classes)));
      if (r % 5 == 2) labels.back() = static_cast<Label>(ignored);
      mask[r] = r % 4 != 1;
    }
    weights = random_values<T>(static_cast<std::size_t>(of.classes), 2, 0.1, 3);
  }
  std::size_t rows() const { return static_cast<std::size_t>(extents.outer * extents.inner); }

  backend::categorical<T> host_options() const {
    backend::categorical<T> o;
    o.outer = extents.outer;
    o.classes = extents.classes;
    o.inner = extents.inner;
    o.has_ignore = true;
    o.ignored = ignored;
    if (form & 1) o.weights = weights.data();
    if (form & 2) o.label_smoothing = T(0.3);
    if (form & 4) o.mask = mask.get();
    return o;
  }
};

template <class E, class Label>
struct device_case {
  using T = computed_element<E>;
  device_vector<E> logits, gradient;
  device_vector<Label> labels;
  device_vector<T> weights, losses;
  device_vector<bool> mask;
  device_value<backend::loss_sum> sum;

  device_case(loss_case<E, Label> const& given, std::size_t shift)
      : logits(given.logits, shift),
        gradient(given.logits.size(), shift),
        labels(given.labels, shift),
        weights(given.weights, shift),
        losses(given.rows(), shift),
        mask(host_vector<bool>(given.mask.get(), given.mask.get() + given.rows())) {}

  backend::categorical<T> options(loss_case<E, Label> const& given) const {
    auto o = given.host_options();
    if (o.weights != nullptr) o.weights = weights.data();
    if (o.mask != nullptr) o.mask = mask.data();
    return o;
  }
};

/// Roundings of E, relative and, in units of `scale`, absolute; of float and double those of a row's sums.
template <class E>
void check_near(std::vector<E> const& found, std::vector<computed_element<E>> const& expected,
                double scale = 1) {
  using T = computed_element<E>;
  constexpr bool stored = wf::StorageElement<E>;
  double const relative = stored           ? std::ldexp(1.0, -wf::precision_of<E>) + 1e-5
                          : sizeof(T) == 4 ? 1e-5
                                           : 1e-12;
  double const absolute = (sizeof(T) == 4 ? 4e-7 : 4e-15) * scale;
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    double const a = static_cast<double>(static_cast<T>(found[i])), b = static_cast<double>(expected[i]);
    if (std::abs(a - b) <= relative * std::abs(b) + absolute) continue;
    CAPTURE(i);
    CHECK(a == b);
    return;
  }
}

template <class T>
void check_sum(backend::loss_sum const& found, backend::loss_sum const& expected) {
  double const tolerance = sizeof(T) == 4 ? 1e-6 : 1e-13;
  CHECK(found.total == doctest::Approx(expected.total).epsilon(tolerance));
  CHECK(found.weight == doctest::Approx(expected.weight).epsilon(1e-14));
  CHECK(found.rows == expected.rows);
  CHECK(found.bad_row == expected.bad_row);
  CHECK(found.bad_value == expected.bad_value);
}
