// SPDX-License-Identifier: Apache-2.0
// Batches reach the GPU in a stream of their own: nobody waits, and every byte arrives before it is used.
#include <doctest/doctest.h>

#include "intercept.hpp"
#include "step_case.hpp"

TEST_CASE("recorded steps upload beside the computation, without a wait but for a buffer in use") {
  auto net = model(), single = model();
  auto opt = wf::optim::sgd(net, {.lr = 0.1}), single_opt = wf::optim::sgd(single, {.lr = 0.1});
  auto step = wf::train::step(net, opt, loss_of_batch);
  auto one = wf::train::step(single, single_opt, loss_of_batch);
  one.record(false);
  std::vector<host_batch> batches;
  for (std::uint64_t t = 0; t < 40; ++t) batches.push_back(batch_of(8, t));
  for (std::size_t t = 0; t < 3; ++t) static_cast<void>(step(batches[t]).loss());

  intercept::seen = {};
  std::vector<wf::optim::step_result> results;
  for (std::size_t t = 3; t < 40; ++t) results.push_back(step(batches[t]));
  CHECK(intercept::seen.graphs == 37);
  CHECK(intercept::seen.launches == 0);
  CHECK(intercept::seen.waits == 0);
  CHECK(intercept::seen.uploads == 2 * 37);                       // x and y
  CHECK(intercept::seen.event_waits <= intercept::seen.uploads);  // of a buffer, before it is filled again
  CHECK(intercept::seen.upload != intercept::seen.computation);

  for (std::size_t t = 0; t < 40; ++t) {
    auto const expected = one(on_gpu(batches[t])).loss();
    if (t >= 3) CHECK(results[t - 3].loss() == expected);
  }
  check_same(numbers_of(net), numbers_of(single));
}

TEST_CASE("copies longer than all buffers, and the source may be changed at once") {
  constexpr std::size_t count = 5'000'011;  // 19 MB, 20 parts
  std::vector<std::uint32_t> there(count), back(count);
  wf::slab const room(count * sizeof(std::uint32_t), wf::cuda{}.memory());
  for (std::uint32_t round = 1; round < 4; ++round) {
    for (std::size_t i = 0; i < count; ++i) there[i] = static_cast<std::uint32_t>(i) * round;
    wf::backend::copy_in(wf::cuda{}, room.data(), there.data(), count * sizeof(std::uint32_t));
    std::fill(there.begin(), there.end(), 7U);
    wf::backend::copy_out(wf::cuda{}, back.data(), room.data(), count * sizeof(std::uint32_t));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i)
      wrong += back[i] != static_cast<std::uint32_t>(i) * round ? 1U : 0U;
    CHECK(wrong == 0);
  }
}

TEST_CASE(
    "memory that is freed and used again at once, between several steps, errors and a move of a model") {
  auto a = model(), b = model(), c = model(), d = model();
  auto opt_a = wf::optim::sgd(a, {.lr = 0.1}), opt_b = wf::optim::sgd(b, {.lr = 0.1});
  auto opt_c = wf::optim::sgd(c, {.lr = 0.1}), opt_d = wf::optim::sgd(d, {.lr = 0.1});
  auto first = wf::train::step(a, opt_a, loss_of_batch), second = wf::train::step(b, opt_b, loss_of_batch);
  auto plain_first = wf::train::step(c, opt_c, loss_of_batch),
       plain_second = wf::train::step(d, opt_d, loss_of_batch);
  plain_first.record(false);
  plain_second.record(false);
  for (std::uint64_t t = 0; t < 12; ++t) {
    auto const x = batch_of(8, t), y = batch_of(5, t + 50);
    std::vector<wf::optim::step_result> mine;
    mine.push_back(first(x));
    mine.push_back(second(y));
    if (t == 6) {
      CHECK(error_of([&] { static_cast<void>(first(batch_of(8, t, 3)).loss()); }).find("label 3 at row 1") !=
            std::string::npos);
      auto const moved = wf::move_to<wf::cuda>(wf::nn::sequential(wf::nn::linear<5, 8>()));
    }
    CHECK(mine[0].loss() == plain_first(x).loss());
    CHECK(mine[1].loss() == plain_second(y).loss());
  }
  check_same(numbers_of(a), numbers_of(c));
  check_same(numbers_of(b), numbers_of(d));
}
