// SPDX-License-Identifier: Apache-2.0
// Every layer on a GPU against the CPU: a training pass, its gradients and the step, and what the model then
// says.
#include <doctest/doctest.h>

#include "on_both.hpp"

namespace wf = wellformed;
namespace nn = wellformed::nn;

namespace {

struct channels : wf::axis<channels, 2> {};
struct word : wf::label_set<11> {};
struct code;
using batch = wf::batch<struct rows_tag, 2, 64>;
template <wf::index_t N>
using matrix = wf::axes<batch, wf::dim<N>>;
using image = wf::axes<batch, channels, wf::dim<3>>;

template <class Net>
auto numbers_of(Net const& net) {
  using E = typename Net::element;
  auto const& held = net.numbers();
  std::vector<E> all(static_cast<std::size_t>(held->parameter_count + held->buffer_count));
  auto const parameters = static_cast<std::size_t>(held->parameter_count);
  wf::backend::copy_out(net.where(), all.data(), held.parameters(), parameters * sizeof(E));
  wf::backend::copy_out(net.where(), all.data() + parameters, held.buffers(),
                        (all.size() - parameters) * sizeof(E));
  return all;
}

/// One number that every output has a part in.
template <class T, class Node>
auto loss_of_all(wf::tracked_value<T, Node> y) {
  return wf::loss_of(wf::square(std::move(y) + 0.5));
}
template <class A, class B>
auto loss_of_all(std::tuple<A, B> y) {
  auto [a, b] = std::move(y);
  return loss_of_all(std::move(a)) + loss_of_all(std::move(b));
}

template <class Net, class X>
double train(Net& net, X const& x, int steps) {
  auto opt = wf::optim::sgd(net, {.lr = 0.05, .momentum = 0.5});
  double loss = 0;
  for (int t = 0; t < steps; ++t) loss = opt.step(loss_of_all(net.train(x)).backward()).loss();
  return loss;
}

template <class E, class X, class... Layers>
void check_in(X const& x, Layers const&... layers) {
  auto net = nn::sequential<E>(layers...);
  nn::initialise(net, wf::seed{5});
  auto gpu = wf::move_to<wf::cuda>(net.clone());
  auto const there = wf::move_to<wf::cuda>(x);
  CHECK(train(gpu, there, 3) == doctest::Approx(train(net, x, 3)).epsilon(tolerance<E> * 10));
  check_close(numbers_of(gpu), numbers_of(net), 20);
  if constexpr (wf::Tensor<decltype(net.eval(x))>)
    check_close(as_vector(gpu.eval(there)), as_vector(net.eval(x)), 20);
}

template <class Axes, class... Layers>
void check(wf::extents_of<Axes> const& extents, Layers const&... layers) {
  check_in<double>(numbers<double, Axes>(extents, 3, -1, 1), layers...);
  check_in<float>(numbers<float, Axes>(extents, 3, -1, 1), layers...);
}

}  // namespace

TEST_CASE("linear layers and activations") {
  check<matrix<5>>({2, 5}, nn::linear<5, 7>(), nn::relu(), nn::linear<7, 3>(nn::no_bias{}));
  check<matrix<5>>({33, 5}, nn::linear<5, 4>(), nn::gelu(), nn::tanh(), nn::leaky_relu(0.2), nn::sigmoid());
  check<matrix<1>>({2, 1}, nn::linear<1, 1>(), nn::silu(), nn::softplus());
}

TEST_CASE("normalisation") {
  check<matrix<6>>({2, 6}, nn::batch_norm<6>(0.1, 0.1), nn::linear<6, 2>());
  check<matrix<6>>({17, 6}, nn::linear<6, 33>(), nn::batch_norm<33>(), nn::linear<33, 2>());
  check<image>({3, 2, 3}, nn::batch_norm<channels>(), nn::flatten(), nn::linear<6, 2>());
  check<matrix<6>>({9, 6}, nn::layer_norm<6>(), nn::linear<6, 2>());
}

TEST_CASE("softmax, dropout") {
  check<matrix<6>>({5, 6}, nn::linear<6, 4>(), nn::softmax());
  check<matrix<6>>({5, 6}, nn::linear<6, 4>(), nn::log_softmax());
  check<matrix<6>>({5, 6}, nn::dropout(0.3), nn::linear<6, 9>(), nn::dropout(0.5), nn::linear<9, 1>());
}

TEST_CASE("residuals, heads, shared weights") {
  check<matrix<3>>({4, 3}, nn::residual(nn::linear<3, 5>(), nn::tanh(), nn::linear<5, 3>()),
                   nn::linear<3, 2>());
  check<matrix<4>>(
      {4, 4}, nn::linear<4, 4>(),
      nn::heads(nn::linear<4, 2>(), nn::sequential(nn::linear<4, 3>(), nn::tanh(), nn::linear<3, 1>())));
  check<matrix<5>>({3, 5}, nn::tied<code>(nn::linear<5, 2>()), nn::tanh(),
                   nn::tied_transposed<code>(nn::linear<2, 5>()));
}

TEST_CASE("an embedding reads ids, and tells one that was only assumed") {
  using ids_type = wf::tensor<std::int32_t, wf::token_id<word>, wf::axes<batch, wf::dim<3>>>;
  auto ids = ids_type::uninitialised({4, 3});
  for (wf::index_t i = 0; i < ids.size(); ++i)
    ids.unchecked_data()[i] = static_cast<std::int32_t>(i * 5 % 11);
  check_in<float>(ids, nn::embedding<word, 6>(), nn::linear<6, 2>());
  auto net = nn::sequential(nn::embedding<word, 6>());
  nn::initialise(net, wf::seed{1});
  auto gpu = wf::move_to<wf::cuda>(net.clone());
  ids.unchecked_data()[7] = 11;
  auto const text_of = [](auto work) -> std::string {
    try {
      work();
    } catch (wf::error const& e) {
      return e.what();
    }
    return "";
  };
  auto const expected = text_of([&] { static_cast<void>(net.eval(ids)); });
  CHECK(expected.find("[WF801]") == 0);
  CHECK(text_of([&] { static_cast<void>(as_vector(gpu.eval(wf::move_to<wf::cuda>(ids)))); }) == expected);
}
