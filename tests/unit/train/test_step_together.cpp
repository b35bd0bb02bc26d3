// SPDX-License-Identifier: Apache-2.0
// Several optimisers on one loss: all step, or none writes anything.
#include <doctest/doctest.h>

#include "failed_step.hpp"

namespace {

struct body : plain_layer {};
struct head : plain_layer {};
using encoder = plain_model<float, body>;
using decoder = plain_model<float, head>;
using both = wf::gradients<float, 2, wf::type_list<body, head>>;
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

/// What a loss over both models brings: gradients, pending statistics and a random draw of each.
both gradients_of_both(encoder const& a, decoder const& b, int t) {
  both result;
  auto const fill = [&](auto const& net) {
    auto& entry = result.entry(net.numbers());
    auto const values = wave<float>(t);
    for (std::size_t i = 0; i < values.size(); ++i) entry.values()[i] = values[i];
    auto const bytes = static_cast<std::size_t>(plain_layer::buffers) * sizeof(float);
    wf::slab decay(bytes), shift(bytes);
    for (index_t i = 0; i < plain_layer::buffers; ++i) {
      static_cast<float*>(decay.data())[i] = 0.5f;
      static_cast<float*>(shift.data())[i] = 1;
    }
    wf::compose_statistics<wf::host>(entry, decay, shift);
    entry.draws.add(wf::draw_claim<float>(net.numbers(), 1));
  };
  fill(a);
  fill(b);
  result.set_loss(wf::loss_figures{1, 1, 1}, true, true);
  return result;
}

/// Two models with optimisers of different kinds, warm.
struct pair {
  encoder a;
  decoder b;
  decltype(wf::optim::sgd(a, {.lr = 0.1, .momentum = 0.9})) slow{
      wf::optim::sgd(a, {.lr = 0.1, .momentum = 0.9})};
  decltype(wf::optim::adam(b)) fast{wf::optim::adam(b)};

  pair() {
    for (int t = 1; t <= 3; ++t) wf::optim::step(gradients_of_both(a, b, t), slow, fast);
  }
  std::string bytes() const { return failed_step::bytes_of(a, slow) + failed_step::bytes_of(b, fast); }
};

/// Both models lose the draw that was in flight; all else must be as before.
template <class Step>
void must_write_nothing(pair& p, both gradients, Step const& step) {
  auto& first = p.a.held->in_flight;
  auto& second = p.b.held->in_flight;
  auto const in_flight = std::array{first, second};
  auto const before = p.bytes();
  step(std::move(gradients));
  CHECK(std::array{first + 1, second + 1} == in_flight);
  first = in_flight[0];
  second = in_flight[1];
  CHECK(p.bytes() == before);
  first = second = 0;
}

int code_of_step(pair& p, both gradients) {
  try {
    wf::optim::step(std::move(gradients), p.slow, p.fast);
  } catch (wf::error const& problem) {
    return problem.code();
  }
  return 0;
}

}  // namespace

TEST_CASE("one loss steps several optimisers together") {
  pair p;
  auto const before = p.bytes();
  auto const done = wf::optim::step(gradients_of_both(p.a, p.b, 4), p.slow, p.fast);
  CHECK(done[0].step() == 4);
  CHECK(done[1].step() == 4);
  CHECK_FALSE(done[0].skipped());
  CHECK(p.slow.steps() == 4);
  CHECK(p.fast.steps() == 4);
  CHECK(p.bytes() != before);
  CHECK(p.a.held->draws == 4);
  CHECK(p.b.held->draws == 4);
}

TEST_CASE("if the step of one optimiser throws, none has written anything") {
  for (int const which : {0, 1}) {
    pair p;
    auto const spoiled = [&] {
      auto g = gradients_of_both(p.a, p.b, 4);
      failed_step::spoil(g.find(which == 0 ? p.a.held.id() : p.b.held.id())->gradient, 5, nan_value);
      return g;
    };
    must_write_nothing(p, spoiled(), [&](both g) { CHECK(code_of_step(p, std::move(g)) == 724); });
    auto const odd_statistics = [&] {
      auto g = gradients_of_both(p.a, p.b, 4);
      failed_step::spoil(g.find(which == 0 ? p.a.held.id() : p.b.held.id())->shift, 1, nan_value);
      return g;
    };
    must_write_nothing(p, odd_statistics(), [&](both g) { CHECK(code_of_step(p, std::move(g)) == 727); });
    CHECK(code_of_step(p, gradients_of_both(p.a, p.b, 4)) == 0);
  }
}

TEST_CASE("if one optimiser skips a step by name, all skip it") {
  for (int const which : {0, 1}) {
    pair p;
    p.slow.on_non_finite(wf::optim::skip_step);
    p.fast.on_non_finite(wf::optim::skip_step);
    auto g = gradients_of_both(p.a, p.b, 4);
    failed_step::spoil(g.find(which == 0 ? p.a.held.id() : p.b.held.id())->gradient, 0, nan_value);
    must_write_nothing(p, std::move(g), [&](both given) {
      auto const done = wf::optim::step(std::move(given), p.slow, p.fast);
      CHECK(done[0].skipped());
      CHECK(done[1].skipped());
    });
    CHECK(p.slow.steps() == 3);
    CHECK(p.fast.steps() == 3);
  }
}

TEST_CASE("gradients of a stranger are refused by all before one is planned") {
  pair p, other;
  must_write_nothing(p, gradients_of_both(p.a, p.b, 4), [&](both g) {
    int code = 0;
    try {
      wf::optim::step(std::move(g), p.slow, other.fast);
    } catch (wf::error const& problem) {
      code = problem.code();
    }
    CHECK(code == 706);
    auto const dropped = std::move(g);
  });
}
