// SPDX-License-Identifier: Apache-2.0
// One call of a kernel, for test_executed.py, which counts its launches and instructions.
//   executed_work: name, bytes an element and columns of every work.   executed_work NAME ROWS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <wellformed/backend/elementwise_loss.hpp>
#include <wellformed/backend/normalise.hpp>
#include <wellformed/backend/reduce.hpp>
#include <wellformed/backend/softmax.hpp>
#include <wellformed/backend/update.hpp>
#include <wellformed/wellformed.hpp>

#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using wf::index_t;

namespace {

/// Numbers of [-2, 2).
template <class E>
host_vector<E> values(index_t count) {
  host_vector<E> made;
  for (index_t i = 0; i < count; ++i) made.push_back(E(static_cast<float>(i * 7919 % 1000) / 250 - 2));
  return made;
}

template <class E>
device_vector<E> numbers(index_t rows, index_t columns) {
  return device_vector<E>(values<E>(rows * columns));
}

template <class E>
void cross_entropy(index_t rows, index_t classes) {
  auto const logits = numbers<E>(rows, classes);
  std::vector<std::int64_t> ids(static_cast<std::size_t>(rows));
  for (std::size_t row = 0; row < ids.size(); ++row) ids[row] = static_cast<index_t>(row * 7 + 3) % classes;
  device_vector<std::int64_t> const labels(ids);
  device_vector<E> gradient(logits.size());
  device_value<backend::loss_sum> sum;
  backend::categorical<float> options;
  options.outer = rows;
  options.classes = classes;
  backend::cross_entropy_index(wf::cuda{}, logits.data(), labels.data(), options,
                               static_cast<float*>(nullptr), gradient.data(), sum.data());
}

void softmax(index_t rows, index_t columns) {
  auto const x = numbers<float>(rows, columns);
  device_vector<float> y(x.size());
  backend::softmax(wf::cuda{}, y.data(), x.data(), rows, columns, 1);
}

void softmax_backward(index_t rows, index_t columns) {
  auto const y = numbers<float>(rows, columns), slope = numbers<float>(rows, columns);
  device_vector<float> gradient(y.size());
  backend::softmax_backward(wf::cuda{}, gradient.data(), y.data(), slope.data(), rows, columns, 1);
}

void layer_norm(index_t rows, index_t columns) {
  auto const x = numbers<float>(rows, columns), weight = numbers<float>(1, columns);
  device_vector<float> y(x.size()), mean(static_cast<std::size_t>(rows)), deviation(mean.size());
  backend::layer_norm_forward(wf::cuda{}, y.data(), mean.data(), deviation.data(), x.data(), weight.data(),
                              weight.data(), 1e-5f, rows, columns);
}

void layer_norm_backward(index_t rows, index_t columns) {
  auto const x = numbers<float>(rows, columns), slope = numbers<float>(rows, columns);
  auto const weight = numbers<float>(1, columns), of_rows = numbers<float>(rows, 1);
  device_vector<float> gradient(x.size());
  auto of_weight = numbers<float>(1, columns), of_bias = numbers<float>(1, columns);
  backend::layer_norm_backward(wf::cuda{}, gradient.data(), of_weight.data(), of_bias.data(), slope.data(),
                               x.data(), of_rows.data(), of_rows.data(), weight.data(), rows, columns);
}

void bce_with_logits(index_t rows, index_t columns) {
  auto const logits = numbers<float>(rows, columns), targets = numbers<float>(rows, columns);
  device_vector<float> gradient(logits.size());
  device_value<backend::loss_sum> sum;
  backend::bce_with_logits(wf::cuda{}, logits.data(), targets.data(), rows, columns,
                           static_cast<float const*>(nullptr), static_cast<float*>(nullptr), gradient.data(),
                           sum.data());
}

void adamw(index_t rows, index_t columns) {
  auto parameters = numbers<float>(rows, columns);
  device_vector<float> first(host_vector<float>(parameters.size())), second(host_vector<float>(first.size()));
  auto const gradient = numbers<float>(rows, columns);
  backend::adam(wf::cuda{}, parameters.data(), first.data(), second.data(), gradient.data(), 1.0,
                backend::adam_rule{1e-3, 0.9, 0.999, 1e-8, 0.01, true}, 1, rows * columns);
}

void sum_of_rows(index_t rows, index_t columns) {
  auto const x = numbers<float>(rows, columns);
  device_vector<float> y(static_cast<std::size_t>(rows));
  backend::sum(wf::cuda{}, y.data(), x.data(), rows, columns, 1);
}

/// Six operations as one expression.
void chain(index_t rows, index_t) {
  using axes = wf::axes<wf::axis<struct rows_tag, 0, wf::unbounded>, wf::dim<1024>>;
  auto x = wf::tensor<float, wf::real, axes>::uninitialised({rows, 1024});
  auto const drawn = values<float>(x.size());
  std::copy(drawn.begin(), drawn.end(), x.mutable_data());
  auto const there = wf::move_to<wf::cuda>(x);
  auto const y = wf::eval(wf::abs(wf::relu(there * there + there) * 0.5f - there));
}

struct work {
  char const* name;
  int bytes;  ///< that an element must move
  index_t columns;
  void (*run)(index_t rows, index_t columns);
};

constexpr work works[] = {
    {"cross_entropy_10", 8, 10, cross_entropy<float>},
    {"cross_entropy_100", 8, 100, cross_entropy<float>},
    {"cross_entropy_1000", 8, 1000, cross_entropy<float>},
    {"cross_entropy_4096", 8, 4096, cross_entropy<float>},
    {"cross_entropy_32000", 8, 32000, cross_entropy<float>},
    {"cross_entropy_128256", 8, 128256, cross_entropy<float>},
    {"cross_entropy_bfloat16_2048", 4, 2048, cross_entropy<wf::bfloat16>},
    {"cross_entropy_bfloat16_32000", 4, 32000, cross_entropy<wf::bfloat16>},
    {"softmax_1000", 8, 1000, softmax},
    {"softmax_backward_1000", 12, 1000, softmax_backward},
    {"layer_norm_1024", 8, 1024, layer_norm},
    {"layer_norm_backward_1024", 12, 1024, layer_norm_backward},
    {"bce_with_logits", 12, 1000, bce_with_logits},
    {"adamw", 28, 1024, adamw},
    {"sum_of_rows", 4, 1024, sum_of_rows},
    {"chain", 8, 1024, chain},
};

}  // namespace

int main(int count, char** arguments) {
  for (work const& each : works) {
    if (count < 3) {
      std::printf("%s %d %lld\n", each.name, each.bytes, static_cast<long long>(each.columns));
    } else if (std::strcmp(each.name, arguments[1]) == 0) {
      each.run(std::strtoll(arguments[2], nullptr, 10), each.columns);
      wf::synchronise(wf::cuda{});
      return 0;
    }
  }
  return count < 3 ? 0 : 2;
}
