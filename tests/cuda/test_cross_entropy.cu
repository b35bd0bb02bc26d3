// SPDX-License-Identifier: Apache-2.0
// Cross entropy of the GPU against the CPU's: every schedule, every option, labels of each type, logits of
// each type, and what a label that is no class leaves behind.
#include <limits>
#include <string>

#include <wellformed/backend/cross_entropy.hpp>
#include <wellformed/core/number.hpp>

#include "compare.hpp"
#include "loss_case.hpp"

namespace {

/// Loss, gradient and sum of both devices; `shift` moves every array off its alignment, `in_place` lets the
/// gradient take the place of the logits.
template <class E, class Label>
void check_index(extents3 const& extents, int form, std::size_t shift = 0, bool in_place = false) {
  using T = computed_element<E>;
  INFO("outer ", extents.outer, ", classes ", extents.classes, ", inner ", extents.inner, ", form ", form);
  loss_case<E, Label> const given(extents, form);
  std::vector<T> losses(given.rows()), gradient(given.logits.size());
  auto const sum = backend::cross_entropy_index(wf::host{}, given.widened.data(), given.labels.data(),
                                                given.host_options(), losses.data(), gradient.data());
  device_case<E, Label> there(given, shift);
  E* const slope = in_place ? there.logits.data() : there.gradient.data();
  backend::cross_entropy_index(wf::cuda{}, there.logits.data(), there.labels.data(), there.options(given),
                               there.losses.data(), slope, there.sum.data());
  check_near(there.losses.on_host(), losses);
  check_near((in_place ? there.logits : there.gradient).on_host(), gradient);
  check_sum<T>(there.sum.on_host(), sum);
}

template <class T>
void check_probs(extents3 const& extents, int form, std::size_t shift = 0) {
  INFO("outer ", extents.outer, ", classes ", extents.classes, ", inner ", extents.inner, ", form ", form);
  loss_case<T, std::int64_t> const given(extents, form);
  auto targets = random_values<T>(given.logits.size(), 7, 0, 1);
  targets[0] = 0;
  std::vector<T> losses(given.rows()), gradient(given.logits.size());
  auto const sum = backend::cross_entropy_probs(wf::host{}, given.logits.data(), targets.data(),
                                                given.host_options(), losses.data(), gradient.data());
  device_case<T, std::int64_t> there(given, shift);
  device_vector<T> const targets_there(targets, shift);
  backend::cross_entropy_probs(wf::cuda{}, there.logits.data(), targets_there.data(), there.options(given),
                               there.losses.data(), there.logits.data(), there.sum.data());
  check_near(there.losses.on_host(), losses, static_cast<double>(extents.classes));
  check_near(there.logits.on_host(), gradient, static_cast<double>(extents.classes));
  check_sum<T>(there.sum.on_host(), sum);
}

/// Where one schedule takes over from another.
std::vector<index_t> const class_counts{1,  2,   3,   4,   5,   10,  11,  16,  17,   31,   32,   33,  48,
                                        64, 100, 128, 200, 256, 257, 512, 513, 1000, 1023, 1025, 2049};
std::vector<index_t> const many_classes{4096, 5000, 16000, 32000, 40001};

index_t rows_for(index_t classes) { return classes <= 300 ? 37 : classes <= 2049 ? 5 : 2; }

}  // namespace

TEST_CASE_TEMPLATE("every class count, of every type of logits", E, float, double, wf::half, wf::bfloat16) {
  for (index_t const classes : class_counts) {
    check_index<E, std::int64_t>({rows_for(classes), classes, 1}, 0, 0, classes % 2 == 0);
    check_index<E, std::int64_t>({rows_for(classes), classes, 1}, 3, 1, classes % 2 == 1);
  }
}

TEST_CASE("many classes, up to 128256") {
  for (index_t const classes : many_classes) {
    check_index<float, std::int32_t>({2, classes, 1}, 1, classes % 3 == 0 ? 1 : 0, true);
    check_index<wf::bfloat16, std::int32_t>({2, classes, 1}, 0);
  }
  check_index<float, std::int32_t>({1, 40001, 1}, 3);
  check_index<double, std::int32_t>({2, 9001, 1}, 2, 0, true);
  check_index<float, std::int32_t>({2, 128256, 1}, 0, 0, true);
}

TEST_CASE_TEMPLATE("every mix of options", T, float, double) {
  for (int form = 0; form < 8; ++form) {
    for (index_t const classes : {3, 33, 100, 600}) {
      check_index<T, std::int64_t>({rows_for(classes), classes, 1}, form);
      check_probs<T>({rows_for(classes), classes, 1}, form, form % 2);
    }
    check_index<T, std::int64_t>({3, 7, 13}, form);
    check_probs<T>({2, 40, 3}, form);
  }
}

TEST_CASE_TEMPLATE("labels of every type", Label, std::uint8_t, std::int32_t, std::int64_t) {
  for (int form : {0, 3, 4}) {
    check_index<float, Label>({70, 10, 1}, form);
    check_index<float, Label>({9, 250, 1}, form);
    check_index<wf::half, Label>({9, 250, 1}, form);
  }
}

TEST_CASE_TEMPLATE("classes across memory", T, float, double) {
  for (index_t const classes : {1, 2, 8, 9, 21, 32, 33, 150, 256, 300, 513}) {
    for (index_t const inner : {2, 33, 100}) {
      if (classes * inner > 20000) continue;
      check_index<T, std::int64_t>({2, classes, inner}, classes % 8, inner % 2, classes % 2 == 0);
    }
  }
  check_probs<T>({2, 257, 3}, 3);
  check_index<wf::half, std::uint8_t>({3, 21, 65}, 0);
}

TEST_CASE("more rows than a grid's second dimension has, and none") {
  check_index<float, std::uint8_t>({70000, 3, 1}, 0);
  for (index_t const inner : {0, 1, 3}) {
    for (index_t const outer : {0, 3}) {
      if (outer * inner == 0) check_index<float, std::uint8_t>({outer, 3, inner}, 0);
    }
  }
  check_index<float, std::uint8_t>({0, 50000, 1}, 0);
}

TEST_CASE("losses and gradient may be left out") {
  loss_case<float, std::int32_t> const given({9, 77, 1}, 0);
  auto const sum = backend::cross_entropy_index<float>(wf::host{}, given.logits.data(), given.labels.data(),
                                                       given.host_options(), nullptr, nullptr);
  device_case<float, std::int32_t> there(given, 0);
  backend::cross_entropy_index<float>(wf::cuda{}, there.logits.data(), there.labels.data(),
                                      there.options(given), nullptr, nullptr, there.sum.data());
  check_sum<float>(there.sum.on_host(), sum);
  check_same(there.logits.on_host(), given.logits);
}

TEST_CASE_TEMPLATE("logits of 1e4 and -1e4, equal ones, one class", T, float, double) {
  std::vector<T> const logits{T(1e4), T(-1e4), T(1e4), T(9999), T(-1e4), T(-1e4), T(5), T(5), T(5)};
  std::vector<std::int32_t> const labels{0, 1, 2};
  device_vector<T> const x(logits);
  device_vector<std::int32_t> const y(labels);
  device_vector<T> losses(3), gradient(9);
  device_value<backend::loss_sum> sum;
  backend::categorical<T> o;
  o.outer = 3;
  o.classes = 3;
  backend::cross_entropy_index(wf::cuda{}, x.data(), y.data(), o, losses.data(), gradient.data(), sum.data());
  check_near(losses.on_host(), {T(0.69314718055994531), T(19999), T(1.0986122886681098)});
  T const third = T(1) / 3;
  check_near(gradient.on_host(), {T(-0.5), T(0), T(0.5), T(1), T(-1), T(0), third, third, third - 1});
  o.outer = 9;
  o.classes = 1;
  device_vector<std::int32_t> const zeros(std::vector<std::int32_t>(9, 0));
  device_vector<T> one_each(9);
  backend::cross_entropy_index(wf::cuda{}, x.data(), zeros.data(), o, one_each.data(), gradient.data(),
                               sum.data());
  check_same(one_each.on_host(), std::vector<T>(9, T(0)));
  check_same(gradient.on_host(), std::vector<T>(9, T(0)));
  CHECK(sum.on_host().total == 0);
}

TEST_CASE_TEMPLATE("NaN and infinity reach loss and gradient, in their row only", T, float, double) {
  T const infinity = std::numeric_limits<T>::infinity();
  for (index_t const classes : {3, 20, 100, 600, 40000}) {
    for (T const bad : {std::numeric_limits<T>::quiet_NaN(), infinity}) {
      auto logits = random_values<T>(static_cast<std::size_t>(2 * classes), 3);
      logits[1] = bad;
      logits[static_cast<std::size_t>(classes)] = -infinity;
      device_vector<T> const x(logits);
      device_vector<std::uint8_t> const y(std::vector<std::uint8_t>{0, 1});
      device_vector<T> losses(2), gradient(logits.size());
      device_value<backend::loss_sum> sum;
      backend::categorical<T> o;
      o.outer = 2;
      o.classes = classes;
      backend::cross_entropy_index(wf::cuda{}, x.data(), y.data(), o, losses.data(), gradient.data(),
                                   sum.data());
      auto const found = losses.on_host();
      CHECK_FALSE(std::isfinite(found[0]));
      CHECK(std::isfinite(found[1]));
      CHECK(gradient.on_host()[static_cast<std::size_t>(classes)] == 0);
    }
  }
}
