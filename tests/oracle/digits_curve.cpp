// SPDX-License-Identifier: Apache-2.0
// Trains the digits model for 100 steps from given weights, rows in the order of the file, and prints each
// loss. Arguments: the data file, a file of initial parameters (text, in order).
#include <fstream>

#include "dump.hpp"

namespace {

struct digit : wf::label_set<10> {};
struct train_rows;
using schema = wf::data::columns<wf::pixels<64, 16>, wf::class_index<digit>>;

template <class E, class Make>
void run(char const* name, char const* data, char const* initial, Make make_optimizer) {
  auto const rows = wf::data::read_csv<schema, E>(data).value();
  auto loader = wf::data::loader<train_rows>(rows, wf::batch_size<64>, wf::drop);
  auto net = wf::nn::sequential<E>(wf::nn::linear<64, 128>(), wf::nn::batch_norm<128>(), wf::nn::relu(),
                                   wf::nn::linear<128, digit>());
  wf::nn::initialise(net, wf::seed{1});
  std::ifstream numbers(initial);
  std::string word;
  for (wf::index_t i = 0; i < net.numbers()->parameter_count; ++i) {
    numbers >> word;
    net.numbers().parameters()[i] = static_cast<E>(std::stod(word));
  }
  auto opt = make_optimizer(net);
  std::vector<double> losses;
  while (losses.size() < 100) {
    for (auto& b : loader) {
      if (losses.size() == 100) break;
      auto loss = wf::cross_entropy(net.train(b.x), b.y);
      losses.push_back(loss.item());
      opt.step(std::move(loss).backward());
    }
  }
  dump(name, losses.data(), 100);
}

}  // namespace

int main(int, char** arguments) {
  auto const sgd = [](auto& net) { return wf::optim::sgd(net, {.lr = 1e-3}); };
  auto const adamw = [](auto& net) { return wf::optim::adamw(net, {.lr = 1e-3}); };
  run<double>("f64.sgd", arguments[1], arguments[2], sgd);
  run<double>("f64.adamw", arguments[1], arguments[2], adamw);
  run<float>("f32.sgd", arguments[1], arguments[2], sgd);
  run<float>("f32.adamw", arguments[1], arguments[2], adamw);
}
