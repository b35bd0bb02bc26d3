// SPDX-License-Identifier: Apache-2.0
// What Wellformed does of the works.
#include <wellformed/backend/contract.hpp>
#include <wellformed/backend/elementwise_loss.hpp>
#include <wellformed/backend/normalise.hpp>
#include <wellformed/backend/update.hpp>
#include <wellformed/wellformed.hpp>

#include "contest.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using contest::ids, contest::keep, contest::numbers;

namespace {

struct digit : wf::label_set<10> {};
using index = std::size_t;

std::function<void()> cross_entropy(wf::index_t rows, wf::index_t classes) {
  auto const n = static_cast<index>(rows * classes);
  return [=, x = numbers(n, 1), g = std::vector<float>(n),
          y = ids(static_cast<index>(rows), static_cast<index>(classes))]() mutable {
    backend::categorical<float> options;
    options.outer = rows;
    options.classes = classes;
    keep(backend::cross_entropy_index(wf::host{}, x.data(), y.data(), options, static_cast<float*>(nullptr),
                                      g.data()));
  };
}

std::function<void()> bce_with_logits(wf::index_t rows, wf::index_t columns) {
  auto const n = static_cast<index>(rows * columns);
  auto targets = numbers(n, 2);
  for (float& t : targets) t = t > 0 ? 1.0f : 0.0f;
  return [=, x = numbers(n, 1), g = std::vector<float>(n)]() mutable {
    keep(backend::bce_with_logits<float>(wf::host{}, x.data(), targets.data(), rows, columns, nullptr,
                                         nullptr, g.data()));
  };
}

std::function<void()> chain() {
  using vector = wf::tensor<float, wf::real, wf::axes<wf::dim<(1 << 24)>>>;
  auto make = [](unsigned seed) {
    auto x = vector::uninitialised({1 << 24});
    auto const values = numbers(1 << 24, seed);
    std::copy(values.begin(), values.end(), x.mutable_data());
    return x;
  };
  return [a = make(1), b = make(2)] { keep(wf::eval(wf::abs(wf::relu(a * b + a) * 0.5f - b))); };
}

std::function<void()> layer_norm(wf::index_t rows, wf::index_t n) {
  auto const size = static_cast<index>(rows * n);
  return [=, x = numbers(size, 1), y = std::vector<float>(size), gy = numbers(size, 2),
          gx = std::vector<float>(size), weight = numbers(static_cast<index>(n), 3),
          bias = numbers(static_cast<index>(n), 4), mean = std::vector<float>(static_cast<index>(rows)),
          deviation = std::vector<float>(static_cast<index>(rows)),
          gw = std::vector<float>(static_cast<index>(n)),
          gb = std::vector<float>(static_cast<index>(n))]() mutable {
    backend::layer_norm_forward(wf::host{}, y.data(), mean.data(), deviation.data(), x.data(), weight.data(),
                                bias.data(), 1e-5f, rows, n);
    backend::layer_norm_backward(wf::host{}, gx.data(), gw.data(), gb.data(), gy.data(), x.data(),
                                 mean.data(), deviation.data(), weight.data(), rows, n);
  };
}

std::function<void()> adamw(wf::index_t n) {
  auto const size = static_cast<index>(n);
  return [=, p = numbers(size, 1), g = numbers(size, 2), m = std::vector<float>(size),
          v = std::vector<float>(size), step = wf::index_t{0}]() mutable {
    backend::adam(wf::host{}, p.data(), m.data(), v.data(), g.data(), 1.0,
                  backend::adam_rule{1e-4, 0.9, 0.999, 1e-8, 0.01, true}, ++step, n);
  };
}

/// y (m, n) = x (m, k) w (n, k)^T
std::function<void()> product(wf::index_t m, wf::index_t n, wf::index_t k) {
  return [=, x = numbers(static_cast<index>(m * k), 1), w = numbers(static_cast<index>(n * k), 2),
          y = std::vector<float>(static_cast<index>(m * n))]() mutable {
    backend::linear_forward<float>(wf::host{}, y.data(), x.data(), w.data(), nullptr, m, k, n);
  };
}

template <wf::index_t Rows, wf::index_t In>
struct batch {
  wf::tensor<float, wf::real, wf::axes<wf::dim<Rows>, wf::dim<In>>> x;
  wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<wf::dim<Rows>>> y;
  batch() : x(decltype(x)::uninitialised({Rows, In})), y(decltype(y)::uninitialised({Rows})) {
    auto const values = numbers(Rows * In, 1);
    std::copy(values.begin(), values.end(), x.mutable_data());
    auto const classes = ids(Rows, 10);
    std::copy(classes.begin(), classes.end(), y.unchecked_data());
  }
};

template <wf::index_t Rows, wf::index_t In, wf::index_t Hidden>
std::function<void()> step() {
  static auto net =
      wf::nn::sequential(wf::nn::linear<In, Hidden>(), wf::nn::relu(), wf::nn::linear<Hidden, digit>());
  wf::nn::initialise(net, wf::seed{1});
  static auto opt = wf::optim::sgd(net, {.lr = 1e-3});
  static auto advance =
      wf::train::step(net, opt, [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });
  static batch<Rows, In> const data;
  return [] { advance(data); };
}

contest::works const offered{
    {"cross_entropy 64x10", [] { return cross_entropy(64, 10); }},
    {"cross_entropy 4096x1000", [] { return cross_entropy(4096, 1000); }},
    {"cross_entropy 512x32000", [] { return cross_entropy(512, 32000); }},
    {"bce_with_logits 4096x1000", [] { return bce_with_logits(4096, 1000); }},
    {"chain of 6, 16M", [] { return chain(); }},
    {"layer_norm 4096x1024", [] { return layer_norm(4096, 1024); }},
    {"adamw 10M", [] { return adamw(10000000); }},
    {"step 64-32-10, batch 32", [] { return step<32, 64, 32>(); }},
    {"step 784-128-10, batch 64", [] { return step<64, 784, 128>(); }},
    {"product 8x8x8", [] { return product(8, 8, 8); }},
    {"product 16x16x16", [] { return product(16, 16, 16); }},
    {"product 32x32x64", [] { return product(32, 32, 64); }},
    {"product 64x10x128", [] { return product(64, 10, 128); }},
    {"product 64x128x784", [] { return product(64, 128, 784); }},
    {"product 256x256x256", [] { return product(256, 256, 256); }},
    {"product 1024x1024x1024", [] { return product(1024, 1024, 1024); }},
};

}  // namespace

int main() { return contest::serve(offered); }
