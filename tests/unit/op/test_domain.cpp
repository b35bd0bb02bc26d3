// SPDX-License-Identifier: Apache-2.0
// How operations move domains. Every function of the two tables is evaluated on samples of every domain: the
// values must lie in the domain that the rule promises. Then the flows that matter, by name.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;
namespace rule = wf::domain_rule;

namespace {

struct digit : wf::label_set<3> {};
struct source;
using rows = wf::batch<source, 1, 8>;

template <class M>
using scores = wf::tensor<double, M, wf::axes<rows, wf::classes<digit>>>;
template <class X, class M>
inline constexpr bool means = std::is_same_v<typename X::meaning, M>;

template <class M>
std::vector<double> samples() {
  std::vector<double> all{0, 1e-9, 0.25, 0.5, 1};
  if constexpr (!rule::in_unit<M>) {
    for (double const x : {1.5, 3.0, 20.0}) all.push_back(x);
    if constexpr (!rule::from_zero<M>) {
      for (double const x : {-1e-9, -0.5, -1.0, -2.5, -20.0}) all.push_back(x);
    }
  }
  return all;
}

template <class M>
bool holds(double y) {
  if (!(y == y)) return true;  // outside of the operation's own domain: WF520 and its like
  if constexpr (rule::is<M, wf::signed_unit>) return y >= -1 && y <= 1;
  if constexpr (rule::in_unit<M>) return y >= 0 && y <= 1;
  if constexpr (rule::from_zero<M>) return y >= 0;
  return true;
}

template <class F, class M>
void check_unary() {
  using to = typename F::rule::template apply<M>;
  for (double const x : samples<M>()) {
    double const y = F{}.template value<double>(x);
    CHECK_MESSAGE(holds<to>(y), std::string(F::name), " of ", x, " is ", y);
  }
}
template <class... F>
void check_all(wf::unary_list<F...>) {
  (check_unary<F, wf::real>(), ...);
  (check_unary<F, wf::logits>(), ...);
  (check_unary<F, wf::signed_unit>(), ...);
  (check_unary<F, wf::nonnegative>(), ...);
  (check_unary<F, wf::half_line>(), ...);
  (check_unary<F, wf::unit_interval>(), ...);
  (check_unary<F, wf::unspecified>(), ...);
}

template <class F, class A, class B>
void check_pair() {
  using to = typename rule::domain_in<F::rule::of(rule::range_of<A>, rule::range_of<B>)>::type;
  for (double const a : samples<A>()) {
    for (double const b : samples<B>()) {
      double const y = F{}.template value<double>(a, b);
      CHECK_MESSAGE(holds<to>(y), std::string(F::name), " of ", a, " and ", b, " is ", y);
    }
  }
}
/// A tensor with a number of any sign, on either side.
template <class F, class M>
void check_number() {
  using left = typename rule::domain_in<F::rule::of(rule::range::number, rule::range_of<M>)>::type;
  using right = typename rule::domain_in<F::rule::of(rule::range_of<M>, rule::range::number)>::type;
  for (double const a : samples<wf::real>()) {
    for (double const b : samples<M>()) {
      double const y = F{}.template value<double>(a, b);
      double const z = F{}.template value<double>(b, a);
      bool const power = std::string(F::name) == "pow" && a < 0;  // a negative base has no real powers
      CHECK_MESSAGE((power || holds<left>(y)), std::string(F::name), " of number ", a, " and ", b, " is ", y);
      CHECK_MESSAGE(holds<right>(z), std::string(F::name), " of ", b, " and number ", a, " is ", z);
    }
  }
}
template <class F, class... M>
void check_pairs() {
  (check_pair<F, wf::nonnegative, M>(), ...);
  (check_pair<F, wf::unit_interval, M>(), ...);
  (check_pair<F, wf::real, M>(), ...);
  (check_number<F, M>(), ...);
}
template <class... F>
void check_all_pairs(wf::unary_list<F...>) {
  (check_pairs<F, wf::real, wf::nonnegative, wf::unit_interval, wf::half_line, wf::unspecified>(), ...);
}

template <class M = wf::real>
scores<M> z();  // only its type is asked

/// What a loss on logits says of a prediction.
template <class P>
inline constexpr int refused_as_logits =
    wf::loss_table::code<wf::losses::cross_entropy>(wf::loss_table::prediction_of<typename P::meaning>, 0);

}  // namespace

TEST_CASE("values lie where the rule of the operation says") {
  check_all(wf::unary_functions{});
  check_all_pairs(wf::binary_functions{});
}

TEST_CASE("what was built from exp, relu or a square is no score") {
  using wf::exp, wf::relu, wf::square;
  static_assert(means<decltype(1.0 / (1.0 + exp(-z()))), wf::half_line>);
  static_assert(means<decltype(exp(z()) / (1.0 + exp(z()))), wf::half_line>);
  static_assert(means<decltype(exp(z()) / exp(z())), wf::nonnegative>);

  static_assert(means<decltype(relu(z()) * 1), wf::half_line>);
  static_assert(means<decltype(relu(z()) + relu(z())), wf::nonnegative>);
  static_assert(means<decltype(wf::gelu(z())), wf::half_line>);
  static_assert(means<decltype(wf::log1p(exp(z()))), wf::nonnegative>);
  static_assert(means<decltype(wf::pow(2.0, z())), wf::nonnegative>);
  static_assert(means<decltype(wf::maximum(z(), relu(z()))), wf::nonnegative>);
  static_assert(means<decltype(wf::sum<rows>(relu(z()) * 2.0)), wf::half_line>);
  static_assert(refused_as_logits<decltype(1.0 / (1.0 + exp(-z())))> == 104);
  static_assert(refused_as_logits<decltype(exp(z()) / exp(z()))> == 104);
  static_assert(refused_as_logits<decltype(relu(z()) * 1)> == 104);
}

TEST_CASE("what may be any number again may be a score") {
  using wf::exp, wf::log, wf::relu, wf::square;
  static_assert(means<decltype(-square(z())), wf::real>);
  static_assert(means<decltype(-(0.5 * square(z()))), wf::real>);
  static_assert(means<decltype(-square(z()) / 2.0), wf::real>);
  static_assert(means<decltype(relu(z()) - relu(z())), wf::real>);
  static_assert(means<decltype(log(exp(z()) + 1e-9)), wf::real>);
  static_assert(means<decltype((z() - z()) / wf::sqrt(square(z()) + 1e-5)), wf::real>);
  static_assert(means<decltype(z() * exp(z())), wf::real>);
  static_assert(means<decltype(z() + relu(z())), wf::real>);
  static_assert(means<decltype(wf::sigmoid(z()) * z()), wf::real>);
  static_assert(means<decltype(z() / 0.1), wf::real>);
  static_assert(means<decltype(wf::tanh(z())), wf::signed_unit>);
  static_assert(means<decltype(wf::tanh(wf::relu(z()))), wf::unit_interval>);
  static_assert(means<decltype(wf::tanh(z()) * 10.0), wf::real>);
  static_assert(means<decltype(wf::maximum(wf::minimum(z(), 10.0), -10.0)), wf::real>);
}

TEST_CASE("probabilities keep what stays true of them") {
  using wf::sigmoid;
  static_assert(means<decltype(sigmoid(z()) * sigmoid(z())), wf::unit_interval>);
  static_assert(means<decltype(wf::sqrt(sigmoid(z()) * sigmoid(z()))), wf::unit_interval>);
  static_assert(means<decltype(wf::softmax(z()) + wf::softmax(z())), wf::nonnegative>);
  static_assert(means<decltype(wf::softmax(z()) * 1.0), wf::unspecified>);
  static_assert(means<decltype(1.0 - sigmoid(z())), wf::unspecified>);
  static_assert(means<decltype(-sigmoid(z())), wf::unspecified>);
  static_assert(means<decltype(sigmoid(z()) - sigmoid(z())), wf::unspecified>);
  static_assert(means<decltype(2.0 * sigmoid(z()) * relu(z())), wf::unspecified>);
  static_assert(means<decltype(wf::concat<digit>(relu(z()), sigmoid(z()))), wf::nonnegative>);
  static_assert(means<decltype(wf::concat<digit>(relu(z()), z())), wf::real>);
}
