// SPDX-License-Identifier: Apache-2.0
// For the tests of your own models: one step, gradients, and what compiles and what does not. An outcome goes
// into CHECK of doctest (or another framework that takes what is bool and prints), which shows its text.
#pragma once

#include <string>
#include <vector>

#include <wellformed/loss/verdict.hpp>
#include <wellformed/metrics/verdict.hpp>
#include <wellformed/nn/parameters.hpp>
#include <wellformed/optim/step_result.hpp>

namespace wellformed::testing {

/// Whether something held, and what did not.
class outcome {
 public:
  outcome() = default;  ///< it held
  explicit outcome(std::string failure) : failure_(std::move(failure)) {}

  explicit operator bool() const noexcept { return failure_.empty(); }
  std::string const& text() const noexcept { return failure_; }  ///< empty if it held

  template <class Stream>
    requires requires(Stream& stream, std::string const& text) { stream << text; }
  friend Stream& operator<<(Stream& stream, outcome const& o) {
    stream << (o ? "it holds" : o.failure_);
    return stream;
  }

 private:
  std::string failure_;
};

/// The outcomes of comparisons, in words. Compiled in src/testing.
outcome loss_not_lower(double before, double after);
outcome skipped_step();
outcome unchanged_parameter(char const* name);
outcome wrong_gradient(char const* name, index_t number, double backward, double differences);

/// Computes: two steps on one batch; the second must find a lower loss. A step that is skipped is a failure.
/// Example: `auto step = train::step(net, opt, loss); CHECK(testing::step_lowers_loss(step, b));`
template <class Step, class Batch>
outcome step_lowers_loss(Step& step, Batch& b) {
  optim::step_figures const first = step(b).figures();
  optim::step_figures const second = step(b).figures();
  if (first.skipped || second.skipped) return skipped_step();
  return second.loss < first.loss ? outcome() : loss_not_lower(first.loss, second.loss);
}

/// Computes: one step; it must change at least one number of each parameter. One that never changes is cut
/// off from the loss, or hidden behind dead units. Example: `CHECK(testing::step_changes_parameters(step,
/// b));`
template <class Step, class Batch>
outcome step_changes_parameters(Step& step, Batch& b) {
  auto& net = step.net();
  using element = typename std::remove_cvref_t<decltype(net)>::element;
  std::vector<element> before;
  nn::for_each_parameter(net, [&](char const*, element const* data, index_t count) {
    before.insert(before.end(), data, data + count);
  });
  if (step(b).skipped()) return skipped_step();
  outcome result;
  auto const* old = before.data();
  nn::for_each_parameter(net, [&](char const* name, element const* data, index_t count) {
    bool same = true;
    for (index_t i = 0; i < count; ++i) same = same && data[i] == old[i];
    old += count;
    if (same && result) result = unchanged_parameter(name);
  });
  return result;
}

/// How gradients are compared. 0 stands for what suits the element type: steps of 2e-3 (float), 1e-5
/// (double); tolerances of 2e-2 and 1e-5, relative to the greater of both slopes and a tenth of the greatest.
struct gradient_options {
  double step = 0;
  double tolerance = 0;
  index_t most = 64;  ///< numbers that are looked at in each parameter, evenly spread
};

template <class E>
gradient_options filled_in(gradient_options o) {
  constexpr bool is_double = sizeof(E) == 8;
  if (o.step <= 0) o.step = is_double ? 1e-5 : 2e-3;
  if (o.tolerance <= 0) o.tolerance = is_double ? 1e-5 : 2e-2;
  if (o.most < 1) o.most = 1;
  return o;
}

/// Central difference of `value()` by the number at `at`.
template <class E, class Value>
double slope_at(E& at, double step, Value&& value) {
  E const held = at;
  E const up = static_cast<E>(held + static_cast<E>(step)),
          down = static_cast<E>(held - static_cast<E>(step));
  at = up;
  double const above = value();
  at = down;
  double const below = value();
  at = held;
  return (above - below) / (static_cast<double>(up) - static_cast<double>(down));
}

/// Computes: the gradient of `loss(net, b)` by each parameter, against central differences of its total. Near
/// the kink of a relu a difference is none; so a number counts as right if a quarter of the step agrees. The
/// loss must be the same each time: no dropout that draws anew. Models in double are checked more sharply.
/// Example: `CHECK(testing::gradients_hold(net, loss, b));`
template <class Net, class Loss, class Batch>
outcome gradients_hold(Net& net, Loss&& loss, Batch& b, gradient_options const& given = {}) {
  using E = typename Net::element;
  auto const o = filled_in<E>(given);
  // The gradients are gone before the differences are taken: their random draws count as never made.
  auto const backward = [&] {
    auto gradients = loss(net, b).backward();
    auto const* const entry = gradients.find(net.numbers().id());
    return std::vector<E>(entry->values(), entry->values() + Net::parameter_count);
  }();
  double greatest = 0;
  auto const size_of = [](double v) { return v < 0 ? -v : v; };
  for (E const v : backward) greatest = size_of(v) > greatest ? size_of(v) : greatest;
  auto const total = [&] { return static_cast<double>(loss(net, b).total()); };
  outcome result;
  E const* const first = net.numbers().parameters();
  nn::for_each_parameter(net, [&](char const* name, E* data, index_t count) {
    index_t const stride = count <= o.most ? 1 : (count + o.most - 1) / o.most;
    for (index_t i = 0; i < count && result; i += stride) {
      double const said = backward[static_cast<std::size_t>(data + i - first)];
      bool right = false;
      double slope = 0;
      double const widths[] = {o.step, o.step / 4};
      for (double const width : widths) {
        if (right) break;
        slope = slope_at(data[i], width, total);
        double scale = greatest / 10;
        for (double const v : {size_of(said), size_of(slope)}) scale = v > scale ? v : scale;
        right = size_of(said - slope) <= o.tolerance * scale;
      }
      if (!right) result = wrong_gradient(name, i, said, slope);
    }
  });
  return result;
}

/// Verdicts as concepts, for static_assert: what a call on values of these types would say. Example:
/// `static_assert(testing::AcceptsTraining<net_type, images>);`
/// `static_assert(testing::RefusesLoss<losses::cross_entropy, probabilities, ids, 101>);`
template <class Net, class X>
concept AcceptsTraining = decltype(Net::template call_verdict<nn::train_mode, X>())::ok;
template <class Net, class X>
concept AcceptsEvaluation = decltype(Net::template call_verdict<nn::eval_mode, X>())::ok;
template <class Loss, class Prediction, class Labels, class... Options>
concept AcceptsLoss = decltype(loss_check::verdict<Loss, Prediction, Labels, Options...>())::ok;
template <class Prediction, class Labels>
concept AcceptsMetric = decltype(metrics::verdict<Prediction, Labels>())::ok;

/// Refused, and by this rule: Code 101 is WF101.
template <class Net, class X, int Code>
concept RefusesTraining =
    decltype(Net::template call_verdict<nn::train_mode, X>())::code == Code && Code != 0;
template <class Net, class X, int Code>
concept RefusesEvaluation =
    decltype(Net::template call_verdict<nn::eval_mode, X>())::code == Code && Code != 0;
template <class Loss, class Prediction, class Labels, int Code>
concept RefusesLoss = decltype(loss_check::verdict<Loss, Prediction, Labels>())::code == Code && Code != 0;
template <class Prediction, class Labels, int Code>
concept RefusesMetric = decltype(metrics::verdict<Prediction, Labels>())::code == Code && Code != 0;

}  // namespace wellformed::testing
