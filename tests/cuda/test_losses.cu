// SPDX-License-Identifier: Apache-2.0
// Every loss on a GPU against the CPU: figures, gradient of the sum, one number a row; classes in the middle,
// ignored rows, weights, smoothing, masks, and labels that are no class.
#include <doctest/doctest.h>

#include <string>

#include "on_both.hpp"

namespace wf = wellformed;

namespace {

struct colour : wf::label_set<5> {};
struct spam : wf::label_set<2> {};
struct tags : wf::label_set<3> {};
using batch = wf::batch<struct rows_tag, 1, 64>;
using reduction_sum = wf::reduction::sum;

template <class E, class Axes>
using real_tensor = wf::tensor<E, wf::real, Axes>;

template <class M, class E, class Axes>
auto labels(wf::extents_of<Axes> const& extents, int classes, int first = 0) {
  auto y = wf::tensor<E, M, Axes>::uninitialised(extents);
  for (wf::index_t i = 0; i < y.size(); ++i)
    y.unchecked_data()[i] = static_cast<E>(first + (i * 7 + i / 3) % classes);
  return y;
}

struct seen {
  double total, divisor;
  wf::index_t rows;
};

/// The figures of f(x, y) and the gradient of its sum by x.
template <class F, class X, class Y>
seen look(F f, X const& x, Y const& y, std::vector<typename X::element>& gradient) {
  using node = keeping_node<X>;
  auto const store = wf::counted<typename node::kept>::make();
  auto loss = f(wf::tracked_value<X, node>(x, node{store}), y);
  seen const result{loss.total(), loss.divisor(), loss.rows()};
  static_cast<void>(std::move(loss).backward());
  gradient = as_vector(**store);
  return result;
}

template <class F, class X, class Y>
void check_loss(F f, X const& x, Y const& y) {
  std::vector<typename X::element> expected_gradient, found_gradient;
  auto const expected = look(f, x, y, expected_gradient);
  auto const found = look(f, wf::move_to<wf::cuda>(x), wf::move_to<wf::cuda>(y), found_gradient);
  constexpr double close = tolerance<typename X::element>;
  CHECK(found.total == doctest::Approx(expected.total).epsilon(close));
  CHECK(found.divisor == doctest::Approx(expected.divisor).epsilon(close));
  CHECK(found.rows == expected.rows);
  check_close(found_gradient, expected_gradient);
}

template <class F, class X, class Y>
void check_rows(F f, X const& x, Y const& y) {
  check_close(as_vector(f(wf::move_to<wf::cuda>(x), wf::move_to<wf::cuda>(y))), as_vector(f(x, y)));
}

using wide = wf::axes<batch, wf::classes<colour>>;
using spatial = wf::axes<batch, wf::classes<colour>, wf::dim<3>>;

template <class E>
void check_cross_entropy() {
  for (wf::index_t const n : {1, 7, 33}) {
    CAPTURE(n);
    auto const x = numbers<E, wide>({n, 5}, 1, -3, 3);
    auto const y = labels<wf::class_index<colour>, std::uint8_t, wf::axes<batch>>({n}, 5);
    check_loss([](auto&& z, auto const& t) { return wf::cross_entropy(std::move(z), t); }, x, y);
    check_loss(
        [](auto&& z, auto const& t) { return wf::cross_entropy(std::move(z), t, wf::label_smoothing{0.2}); },
        x, y);
    check_loss(
        [](auto&& z, auto const& t) {
          return wf::cross_entropy(std::move(z), t, wf::class_weights<colour>::of({1, 2, 0.5, 3, 1}),
                                   reduction_sum{});
        },
        x, y);
    check_rows([](auto const& z, auto const& t) { return wf::cross_entropy(z, t, wf::reduction::none{}); }, x,
               y);
    check_loss([](auto&& z, auto const& t) { return wf::nll_loss(wf::log_softmax(std::move(z)), t); }, x, y);
    auto const many =
        labels<wf::class_index<colour, wf::ignore<255>>, std::uint8_t, wf::axes<batch, wf::dim<3>>>({n, 3},
                                                                                                    5);
    many.elements();
    check_loss([](auto&& z,
                  auto const& t) { return wf::cross_entropy(std::move(z), t, wf::all_ignored::is_zero{}); },
               numbers<E, spatial>({n, 5, 3}, 2, -3, 3), many);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("cross entropy", E, float, double) { check_cross_entropy<E>(); }

TEST_CASE("binary cross entropy, with a weight for each column") {
  using answers = wf::axes<batch, wf::classes<tags>>;
  for (wf::index_t const n : {1, 31}) {
    auto const x = numbers<float, answers>({n, 3}, 1, -4, 4);
    auto const y = labels<wf::multi_hot<tags>, std::uint8_t, answers>({n, 3}, 2);
    check_loss([](auto&& z, auto const& t) { return wf::binary_cross_entropy_with_logits(std::move(z), t); },
               x, y);
    check_loss(
        [](auto&& z, auto const& t) {
          return wf::binary_cross_entropy_with_logits(std::move(z), t, wf::pos_weight<tags>::of({1, 2, 3}));
        },
        x, y);
    check_loss([](auto&& z, auto const& t) { return wf::binary_cross_entropy(wf::sigmoid(std::move(z)), t); },
               x, y);
  }
}

TEST_CASE("regression") {
  using axes = wf::axes<batch, wf::dim<4>>;
  for (wf::index_t const n : {1, 31}) {
    auto const x = numbers<double, axes>({n, 4}, 1, -2, 2), y = numbers<double, axes>({n, 4}, 2, -2, 2);
    check_loss([](auto&& z, auto const& t) { return wf::mse_loss(std::move(z), t); }, x, y);
    check_loss([](auto&& z, auto const& t) { return wf::l1_loss(std::move(z), t, reduction_sum{}); }, x, y);
    check_loss([](auto&& z, auto const& t) { return wf::huber_loss(std::move(z), t, wf::huber_delta{0.5}); },
               x, y);
    check_rows([](auto const& z, auto const& t) { return wf::mse_loss(z, t, wf::reduction::none{}); }, x, y);
    check_loss([](auto&& z, auto const&) { return wf::loss_of(wf::square(std::move(z))); }, x, y);
  }
}

TEST_CASE("divergence of distributions") {
  auto const x = numbers<double, wide>({9, 5}, 1, -2, 2), q = numbers<double, wide>({9, 5}, 2, -2, 2);
  auto const target = [](auto const& t) { return wf::eval(wf::softmax(t)); };
  check_loss([&](auto&& z, auto const& t) { return wf::kl_div(wf::log_softmax(std::move(z)), target(t)); }, x,
             q);
  check_rows([&](auto const& z,
                 auto const& t) { return wf::kl_div(wf::log_softmax(z), target(t), wf::reduction::none{}); },
             x, q);
}

TEST_CASE("losses are added and weighed as on the CPU") {
  auto const x = numbers<float, wide>({8, 5}, 1, -3, 3);
  auto const y = labels<wf::class_index<colour>, std::int64_t, wf::axes<batch>>({8}, 5);
  auto const twice = [](auto&& z, auto const& t) {
    auto [a, b] = wf::share<2>(std::move(z));
    return wf::cross_entropy(std::move(a), t) +
           0.5 * wf::cross_entropy(std::move(b), t, wf::label_smoothing{0.1});
  };
  check_loss(twice, x, y);
}

TEST_CASE("a label that is no class is told as on the CPU, when somebody asks") {
  auto const x = numbers<float, wide>({8, 5}, 1);
  auto y = labels<wf::class_index<colour>, std::int32_t, wf::axes<batch>>({8}, 5);
  y.unchecked_data()[6] = 5;
  auto const text_of = [](auto const& prediction, auto const& label) -> std::string {
    try {
      auto const loss = wf::cross_entropy(prediction, label);
      static_cast<void>(loss.item());
    } catch (wf::error const& e) {
      return e.what();
    }
    return "";
  };
  auto const expected = text_of(x, y);
  CHECK(expected.find("[WF820]") == 0);
  for (int round = 0; round < 3; ++round)
    CHECK(text_of(wf::move_to<wf::cuda>(x), wf::move_to<wf::cuda>(y)) == expected);
  y.unchecked_data()[6] = 0;
  CHECK(text_of(wf::move_to<wf::cuda>(x), wf::move_to<wf::cuda>(y)).empty());
}
