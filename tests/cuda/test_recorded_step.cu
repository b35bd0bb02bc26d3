// SPDX-License-Identifier: Apache-2.0
// A recorded step: the same numbers as step by step, one launch a batch, and a bad batch that changes
// nothing.
#include <doctest/doctest.h>

#include "step_case.hpp"

TEST_CASE(
    "recorded steps leave the bits of single ones: batches of two sizes, a schedule, clipping, dropout") {
  auto a = model(), b = model();
  auto opt_a = wf::optim::adamw(a, {.lr = 1e-2}), opt_b = wf::optim::adamw(b, {.lr = 1e-2});
  for (auto* opt : {&opt_a, &opt_b}) {
    opt->schedule(wf::optim::cosine{.total_steps = 20, .warm_up = 3});
    opt->clip_global_norm(0.5);
  }
  auto recorded = wf::train::step(a, opt_a, loss_of_batch);
  auto single = wf::train::step(b, opt_b, loss_of_batch);
  single.record(false);
  for (std::uint64_t t = 0; t < 10; ++t) {
    CAPTURE(t);
    auto batch = on_gpu(batch_of(t % 3 == 2 ? 5 : 8, t));
    auto const found = recorded(batch), expected = single(batch);
    CHECK(found.loss() == expected.loss());
    CHECK(found.lr() == doctest::Approx(expected.lr()).epsilon(1e-14));
    CHECK(found.step() == expected.step());
    CHECK(found.gradient_norm() == expected.gradient_norm());
  }
  CHECK(opt_a.steps_on_device().launches() == 8);  // all but the first of each size
  CHECK(opt_b.steps_on_device().launches() == 0);
  CHECK(opt_a.steps() == 10);
  check_same(numbers_of(a), numbers_of(b));
}

TEST_CASE("a bad label changes nothing, is told with row and value, and the next step goes on") {
  auto net = model();
  auto opt = wf::optim::sgd(net, {.lr = 0.1, .momentum = 0.9});
  auto step = wf::train::step(net, opt, loss_of_batch);
  for (std::uint64_t t = 0; t < 3; ++t) static_cast<void>(step(on_gpu(batch_of(8, t))).loss());
  auto const before = numbers_of(net);
  auto const draws = net.numbers()->draws;
  for (int round = 0; round < 3; ++round) {
    auto const text = error_of([&] { static_cast<void>(step(on_gpu(batch_of(8, 9, 3))).loss()); });
    CHECK(text.find("[WF820]") != std::string::npos);
    CHECK(text.find("label 3 at row 1") != std::string::npos);
    check_same(numbers_of(net), before);
    CHECK(opt.steps() == 3);
    CHECK(net.numbers()->draws == draws);
  }
  CHECK(step(on_gpu(batch_of(8, 4))).step() == 4);
  CHECK(opt.steps() == 4);
}

TEST_CASE("a loss that is not finite is an error by default and a skipped step by name") {
  auto net = model();
  auto opt = wf::optim::adam(net, {.lr = 1e-2});
  auto step = wf::train::step(net, opt, loss_of_batch);
  for (std::uint64_t t = 0; t < 3; ++t) static_cast<void>(step(on_gpu(batch_of(8, t))).loss());
  auto const before = numbers_of(net);
  auto bad = batch_of(8, 4);
  bad.x.mutable_data()[7] = __builtin_inff();
  auto const there = on_gpu(bad);
  auto const text = error_of([&] { static_cast<void>(step(there).loss()); });
  CHECK(text.find("[WF72") != std::string::npos);
  check_same(numbers_of(net), before);
  opt.on_non_finite(wf::optim::skip_step);
  CHECK(step(there).skipped());
  CHECK(opt.skipped() == 1);
  check_same(numbers_of(net), before);
  CHECK_FALSE(step(on_gpu(batch_of(8, 5))).skipped());
  CHECK(opt.steps() == 4);
}

TEST_CASE("nobody waits for a step until its numbers are asked for, and results outlive what made them") {
  std::vector<wf::optim::step_result> results;
  {
    auto net = model();
    auto opt = wf::optim::sgd(net, {.lr = 0.1});
    auto step = wf::train::step(net, opt, loss_of_batch);
    for (std::uint64_t t = 0; t < 80; ++t)
      results.push_back(step(on_gpu(batch_of(4, t % 4))));  // more than the ring
  }
  for (std::size_t t = 0; t < results.size(); ++t)
    CHECK(results[t].step() == static_cast<wf::index_t>(t) + 1);
  CHECK(results[79].loss() < results[0].loss());
}

TEST_CASE("a step is replayed on the host: the same figures, the same errors, and nothing changes") {
  auto net = model();
  auto opt = wf::optim::sgd(net, {.lr = 0.1, .momentum = 0.9});
  auto step = wf::train::step(net, opt, loss_of_batch);
  for (std::uint64_t t = 0; t < 3; ++t) static_cast<void>(step(on_gpu(batch_of(8, t))).loss());
  auto const before = numbers_of(net);
  auto const draws = net.numbers()->draws;

  auto const good = batch_of(8, 4);
  auto const replayed = step.replay_on_host(on_gpu(good));
  CHECK(step.replay_on_host(good).loss == replayed.loss);
  CHECK(replayed.step == 4);

  auto const bad_label = batch_of(8, 9, 3);
  auto const told = error_of([&] { static_cast<void>(step(on_gpu(bad_label)).loss()); });
  CHECK(told.find("label 3 at row 1") != std::string::npos);
  CHECK(error_of([&] {
          static_cast<void>(step.replay_on_host(on_gpu(bad_label)));
        }).find("label 3 at row 1") != std::string::npos);

  auto infinite = batch_of(8, 4);
  infinite.x.mutable_data()[7] = __builtin_inff();
  auto const there = on_gpu(infinite);
  auto const text = error_of([&] { static_cast<void>(step(there).loss()); });
  CHECK(text.find("[WF723]") != std::string::npos);
  CHECK(error_of([&] { static_cast<void>(step.replay_on_host(there)); }) == text);

  check_same(numbers_of(net), before);
  CHECK(net.numbers()->draws == draws);
  CHECK(opt.steps() == 3);
  auto const done = step(on_gpu(good));
  CHECK(done.step() == 4);
  CHECK(done.loss() == doctest::Approx(replayed.loss).epsilon(1e-5));
  CHECK(done.gradient_norm() == doctest::Approx(replayed.gradient_norm).epsilon(1e-4));
}

TEST_CASE("class weights and a loss times a number are recorded too, with the bits of single steps") {
  auto const weighed = [](auto& n, auto& b) {
    return 0.75 * (wf::cross_entropy(n.train(b.x), b.y, wf::class_weights<colour>::of({1, 2.5, 0.5})) * 2);
  };
  auto a = model(), b = model();
  auto opt_a = wf::optim::adam(a, {.lr = 1e-2}), opt_b = wf::optim::adam(b, {.lr = 1e-2});
  auto recorded = wf::train::step(a, opt_a, weighed);
  auto single = wf::train::step(b, opt_b, weighed);
  single.record(false);
  for (std::uint64_t t = 0; t < 6; ++t) {
    auto const batch = on_gpu(batch_of(8, t));
    auto const found = recorded(batch), expected = single(batch);
    CHECK(found.loss() == expected.loss());
    CHECK(found.weight() == expected.weight());
    CHECK(found.gradient_norm() == expected.gradient_norm());
  }
  CHECK(opt_a.steps_on_device().launches() == 5);
  CHECK(opt_b.steps_on_device().launches() == 0);
  check_same(numbers_of(a), numbers_of(b));

  auto infinite = batch_of(8, 7);
  infinite.x.mutable_data()[7] = __builtin_inff();
  CHECK(error_of([&] { static_cast<void>(recorded(on_gpu(infinite)).loss()); }).find("[WF723]") == 0);
  check_same(numbers_of(a), numbers_of(b));
}

TEST_CASE("weights of positive answers are recorded too") {
  using answers = wf::tensor<float, wf::multi_hot<colour>, wf::axes<rows_axis, wf::classes<colour>>>;
  auto const weighed = [](auto& n, auto& b) {
    return wf::binary_cross_entropy_with_logits(n.train(b.x), b.y, wf::pos_weight<colour>::of({1, 2, 3}));
  };
  auto a = model(), b = model();
  auto opt_a = wf::optim::sgd(a, {.lr = 0.1}), opt_b = wf::optim::sgd(b, {.lr = 0.1});
  auto recorded = wf::train::step(a, opt_a, weighed);
  auto single = wf::train::step(b, opt_b, weighed);
  single.record(false);
  for (std::uint64_t t = 0; t < 5; ++t) {
    auto y = answers::uninitialised({8, 3});
    for (wf::index_t i = 0; i < y.size(); ++i)
      y.unchecked_data()[i] = (i + static_cast<wf::index_t>(t)) % 2 == 0;
    auto x = wf::move_to<wf::cuda>(batch_of(8, t).x);
    auto const there = wf::move_to<wf::cuda>(y);
    wf::data::moved_batch<decltype(x), std::remove_const_t<decltype(there)>> batch(x, there, 8);
    CHECK(recorded(batch).loss() == single(batch).loss());
  }
  CHECK(opt_a.steps_on_device().launches() == 4);
  check_same(numbers_of(a), numbers_of(b));
}

TEST_CASE("constants of any length become part of a recording") {
  for (std::size_t const count : {std::size_t{1}, std::size_t{2048}, std::size_t{2049}, std::size_t{9001}}) {
    std::vector<unsigned char> from(count), back(count);
    for (std::size_t i = 0; i < count; ++i) from[i] = static_cast<unsigned char>(i * 7 + i / 256);
    wf::slab const to(count, wf::cuda{}.memory());
    struct argument {
      wf::slab const& to;
      std::vector<unsigned char>& from;
    } all{to, from};
    auto const recorded = wf::backend::record(
        wf::cuda{},
        [](void* given) {
          auto& a = *static_cast<argument*>(given);
          wf::backend::copy_constants(wf::cuda{}, a.to.data(), a.from.data(), a.from.size());
        },
        &all);
    REQUIRE(static_cast<bool>(recorded));
    auto const expected = from;
    std::fill(from.begin(), from.end(), static_cast<unsigned char>(0));
    recorded.launch();
    wf::backend::copy_out(wf::cuda{}, back.data(), to.data(), count);
    CHECK(back == expected);
  }
}
