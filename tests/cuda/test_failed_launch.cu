// SPDX-License-Identifier: Apache-2.0
// A launch that the GPU refuses, wherever in a step it is, is an error; what became of the model is known,
// and the next step goes on.
#include <doctest/doctest.h>

#include "intercept.hpp"
#include "step_case.hpp"

namespace {

/// Steps a model twice, then with the launch refused that comes after `good` others, then once more. Returns
/// the text of the error, "" if there were no more launches.
template <class Steps>
std::string refuse_launch(int good, Steps optimiser_of, bool records) {
  auto net = model(), whole = model();
  auto opt = optimiser_of(net), whole_opt = optimiser_of(whole);
  auto step = wf::train::step(net, opt, loss_of_batch);
  auto undisturbed = wf::train::step(whole, whole_opt, loss_of_batch);
  step.record(records);
  undisturbed.record(records);
  auto const batch = on_gpu(batch_of(8, 1)), next = on_gpu(batch_of(8, 2));
  for (int t = 0; t < (records ? 3 : 1); ++t) {
    static_cast<void>(step(batch).loss());
    static_cast<void>(undisturbed(batch).loss());
  }
  auto const before = numbers_of(net);
  auto const draws = net.numbers()->draws;
  auto const steps = opt.steps();

  intercept::until_failure = good;
  auto const text = error_of([&] { static_cast<void>(step(next).loss()); });
  bool const refused = intercept::until_failure < 0;
  intercept::until_failure = -1;
  CHECK(refused == !text.empty());
  static_cast<void>(undisturbed(next).loss());
  if (!refused) {
    check_same(numbers_of(net), numbers_of(whole));
    return "";
  }
  CHECK(text.find("[WF654]") == 0);
  bool const half = text.find("changed the weights, but not the running statistics") != std::string::npos;
  if (half) {
    auto const parameters = static_cast<std::ptrdiff_t>(net.numbers()->parameter_count);
    auto const now = numbers_of(net), expected = numbers_of(whole);
    CHECK(std::equal(now.begin(), now.begin() + parameters, expected.begin()));
    CHECK(std::equal(now.begin() + parameters, now.end(), before.begin() + parameters));
    CHECK(opt.steps() == steps + 1);
  } else {
    check_same(numbers_of(net), before);
    CHECK(net.numbers()->draws == draws);
    CHECK(opt.steps() == steps);
    static_cast<void>(step(next).loss());
    check_same(numbers_of(net), numbers_of(whole));
  }
  CHECK(net.numbers()->draws == whole.numbers()->draws);
  CHECK(opt.steps() == whole_opt.steps());
  return text;
}

constexpr auto momentum = [](auto& net) { return wf::optim::sgd(net, {.lr = 0.1, .momentum = 0.9}); };

}  // namespace

TEST_CASE("a step computed piece by piece: each of its launches is refused once") {
  int refused = 0, halves = 0;
  for (std::string text; !(text = refuse_launch(refused, momentum, false)).empty(); ++refused) {
    halves += text.find("running statistics") != std::string::npos ? 1 : 0;
  }
  CHECK(refused > 10);
  CHECK(halves == 1);
}

TEST_CASE("a recorded step: its launch is refused, and nothing has changed") {
  CHECK(refuse_launch(0, momentum, true).find("launching a graph") != std::string::npos);
  CHECK(refuse_launch(1, momentum, true) == "");
}

TEST_CASE("of two optimisers the second is refused: the first has done its step, the second none") {
  auto a = model(), b = model();
  auto opt_a = momentum(a), opt_b = momentum(b);
  auto const batch = on_gpu(batch_of(8, 1));
  auto const both = [&] {
    auto loss = loss_of_batch(a, batch) + loss_of_batch(b, batch);
    static_cast<void>(wf::optim::step(std::move(loss).backward(), opt_a, opt_b));
  };
  intercept::seen = {};
  both();
  auto const launches = intercept::seen.launches;
  auto const before_a = numbers_of(a), before_b = numbers_of(b);
  intercept::until_failure = launches - 2;  // the last is that of b's statistics
  CHECK(error_of(both).find("[WF654]") == 0);
  CHECK(intercept::until_failure == -1);
  CHECK(opt_a.steps() == 2);
  CHECK(opt_b.steps() == 1);
  check_same(numbers_of(b), before_b);
  CHECK(numbers_of(a) != before_a);
  both();
  CHECK(opt_b.steps() == 2);
  CHECK(numbers_of(b) != before_b);
}
