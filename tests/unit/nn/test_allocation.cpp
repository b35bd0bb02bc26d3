// SPDX-License-Identifier: Apache-2.0
// A training loop asks for no memory after its first step: neither the pool nor operator new.
#include <doctest/doctest.h>

#include <cstdlib>
#include <new>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;
namespace nn = wf::nn;

namespace {
long asked = 0;

struct digit : wf::label_set<10> {};
struct rows;
using input = wf::tensor<float, wf::real, wf::axes<wf::batch<rows, 2, 64>, wf::dim<64>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<wf::batch<rows, 2, 64>>>;

void* take(std::size_t bytes) {
  ++asked;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc{};
}
}  // namespace

void* operator new(std::size_t bytes) { return take(bytes); }
void* operator new[](std::size_t bytes) { return take(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("no allocation after the first step") {
  auto net = nn::sequential(nn::linear<64, 32>(), nn::batch_norm<32>(), nn::relu(), nn::dropout(0.1),
                            nn::residual(nn::linear<32, 32>(), nn::gelu(), nn::layer_norm<32>()),
                            nn::heads(nn::linear<32, digit>(), nn::sequential(nn::linear<32, 4>(), nn::tanh(),
                                                                              nn::linear<4, digit>())));
  nn::initialise(net, wf::seed{7});
  auto opt = wf::optim::adamw(net, {.lr = 1e-3});
  auto x = input::uninitialised({48, 64}, 1);
  auto y = labels::uninitialised({48}, 1);
  for (wf::index_t i = 0; i < x.size(); ++i) x.unchecked_data()[i] = static_cast<float>(i % 13) * 0.1f;
  for (wf::index_t i = 0; i < y.size(); ++i) y.unchecked_data()[i] = i % 10;
  auto const step = [&] {
    auto [a, b] = net.train(x);
    auto loss = wf::cross_entropy(std::move(a), y) + wf::cross_entropy(std::move(b), y);
    opt.step(std::move(loss).backward());
    (void)net.eval(x);
  };
  step();
  auto const system = wf::host_pool().system_allocations;
  auto const news = asked;
  for (int i = 0; i < 5; ++i) step();
  CHECK(wf::host_pool().system_allocations == system);
  CHECK(asked == news);
}
