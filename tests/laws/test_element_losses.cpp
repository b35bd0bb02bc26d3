// SPDX-License-Identifier: Apache-2.0
// Laws of losses that compare element by element, and of losses made by the user.
#include "losses.hpp"

using namespace laws;

namespace {

struct tumour : wf::label_set<2> {};
struct trio : wf::label_set<3> {};
struct rows_source;
using rows = wf::batch<rows_source, 1, 64>;

template <class M, class... A>
using numbers_of = wf::tensor<double, M, wf::axes<rows, A...>>;

long double answer(long double z, long double t, long double w) {
  long double const log_p = z < 0 ? z - std::log1p(std::exp(z)) : -std::log1p(std::exp(-z));
  return -(w * t * log_p + (1 - t) * (log_p - z));
}

}  // namespace

TEST_CASE("binary_cross_entropy_with_logits: one column, several labels, soft targets, weights") {
  auto const values = numbers(6, 3, -5, 5);
  auto const z =
      filled<numbers_of<wf::real, wf::positive<tumour>>>({values[0], values[1], values[2]}, {3, 1});
  auto const y = filled<wf::tensor<std::uint8_t, wf::binary<tumour>, wf::axes<rows>>>({1, 0, 1}, {3});
  long double total = 0, weighted = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    total += answer(values[i], i != 1, 1);
    weighted += answer(values[i], i != 1, 3);
  }
  auto const weight = wf::pos_weight<wf::binary<tumour>>::of({3});
  CHECK(wf::binary_cross_entropy_with_logits(z, y).item() == doctest::Approx(static_cast<double>(total / 3)));
  CHECK(wf::binary_cross_entropy_with_logits(z, y, weight).item() ==
        doctest::Approx(static_cast<double>(weighted / 3)));
  gradient_is_the_slope(z, [&]<class P>(P&& p) {
    return wf::binary_cross_entropy_with_logits(static_cast<P&&>(p), y, weight);
  });

  auto const many = filled<numbers_of<wf::logits, wf::classes<trio>>>(values, {2, 3});
  std::vector<double> const hot = {1, 0, 1, 0, 0, 1}, w = {2, 0.5, 4};
  auto const labels =
      filled<wf::tensor<float, wf::multi_hot<trio>, wf::axes<rows, wf::classes<trio>>>>(hot, {2, 3});
  (void)labels;
  auto const same = filled<numbers_of<wf::multi_hot<trio>, wf::classes<trio>>>(hot, {2, 3});
  long double all = 0;
  for (std::size_t i = 0; i < 6; ++i) all += answer(values[i], hot[i], w[i % 3]);
  auto const columns = wf::pos_weight<trio>::of({2, 0.5, 4});
  auto const law = [&]<class P>(P&& p) {
    return wf::binary_cross_entropy_with_logits(static_cast<P&&>(p), same, columns);
  };
  CHECK(law(many).item() == doctest::Approx(static_cast<double>(all / 6)).epsilon(1e-13));
  gradient_is_the_slope(many, law);

  auto const plain = filled<numbers_of<wf::real, wf::dim<2>>>(values, {3, 2});
  auto const soft = filled<numbers_of<wf::unit_interval, wf::dim<2>>>({0.1, 0.9, 1, 0, 0.5, 0.25}, {3, 2});
  gradient_is_the_slope(plain, [&]<class P>(P&& p) {
    return wf::binary_cross_entropy_with_logits(static_cast<P&&>(p), soft,
                                                wf::pos_weight<wf::dim<2>>::of({2, 3}));
  });
}

TEST_CASE("weights of classes in the middle: (batch, classes, width)") {
  auto const values = numbers(12, 5, -2, 2);
  std::vector<double> const hot = {1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0}, w = {2, 0.5, 4};
  auto const z = filled<numbers_of<wf::real, wf::classes<trio>, wf::dim<2>>>(values, {2, 3, 2});
  auto const y = filled<numbers_of<wf::multi_hot<trio>, wf::classes<trio>, wf::dim<2>>>(hot, {2, 3, 2});
  long double all = 0;
  for (std::size_t i = 0; i < 12; ++i) all += answer(values[i], hot[i], w[i / 2 % 3]);
  CHECK(wf::binary_cross_entropy_with_logits(z, y, wf::pos_weight<trio>::of({2, 0.5, 4})).total() ==
        doctest::Approx(static_cast<double>(all)).epsilon(1e-13));
}

TEST_CASE("binary_cross_entropy_with_logits of huge logits in float is finite and right") {
  using tensor = wf::tensor<float, wf::real, wf::axes<wf::dim<4>>>;
  using target = wf::tensor<float, wf::unit_interval, wf::axes<wf::dim<4>>>;
  auto const z = tensor::of({1e4f, -1e4f, 1e4f, -1e4f});
  std::vector<double> slope;
  auto made = wf::binary_cross_entropy_with_logits(watch(z, slope), filled<target>({1, 0, 0, 1}, {4}),
                                                   wf::reduction::sum{});
  CHECK(made.item() == 20000);
  (void)std::move(made).backward();
  CHECK(slope == std::vector<double>{0, 0, 1, -1});
}

TEST_CASE("binary_cross_entropy of probabilities") {
  auto const p = filled<numbers_of<wf::unit_interval, wf::dim<2>>>({0.2, 0.7, 0.5, 0.9}, {2, 2});
  auto const t = filled<numbers_of<wf::unit_interval, wf::dim<2>>>({0, 1, 0.25, 0.5}, {2, 2});
  auto const law = [&]<class P>(P&& x) { return wf::binary_cross_entropy(static_cast<P&&>(x), t); };
  double const want =
      -(std::log(0.8) + std::log(0.7) + std::log(0.5) + 0.5 * std::log(0.9) + 0.5 * std::log(0.1));
  CHECK(law(p).item() == doctest::Approx(want / 4));
  gradient_is_the_slope(p, law);
  auto const sure = filled<numbers_of<wf::unit_interval, wf::dim<1>>>({0}, {1, 1});
  auto const yes = filled<wf::tensor<bool, wf::binary<tumour>, wf::axes<rows>>>({1}, {1});
  CHECK(wf::binary_cross_entropy(sure, yes).item() == 100);  // as PyTorch
}

TEST_CASE("mse, l1 and huber: values, gradients, both sides tracked") {
  for (index_t const count : {1, 5}) {
    auto const a = filled<numbers_of<wf::real, wf::dim<3>>>(numbers(count * 3, 1, -3, 3), {count, 3});
    auto const b =
        filled<numbers_of<wf::regression<3>, wf::dim<3>>>(numbers(count * 3, 2, -3, 3), {count, 3});
    long double square = 0, size = 0, bent = 0;
    for (index_t i = 0; i < a.size(); ++i) {
      long double const d = a.data()[i] - b.data()[i];
      square += d * d;
      size += std::abs(d);
      bent += std::abs(d) <= 0.5L ? d * d / 2 : 0.5L * (std::abs(d) - 0.25L);
    }
    auto const n = static_cast<long double>(count) * 3;
    auto const half = wf::huber_delta{0.5};
    CHECK(wf::mse_loss(a, b).item() == doctest::Approx(static_cast<double>(square / n)).epsilon(1e-13));
    CHECK(wf::l1_loss(a, b).item() == doctest::Approx(static_cast<double>(size / n)).epsilon(1e-13));
    CHECK(wf::huber_loss(a, b, half).item() == doctest::Approx(static_cast<double>(bent / n)).epsilon(1e-13));
    gradient_is_the_slope(a, [&]<class P>(P&& p) { return wf::mse_loss(static_cast<P&&>(p), b); });
    gradient_is_the_slope(a, [&]<class P>(P&& p) { return wf::l1_loss(static_cast<P&&>(p), b); });
    gradient_is_the_slope(a, [&]<class P>(P&& p) { return wf::huber_loss(static_cast<P&&>(p), b, half); });
    auto const other = b.as<wf::real>();
    std::vector<double> at_target;
    gradient_is_the_slope(a, [&]<class P>(P&& p) {
      return wf::mse_loss(static_cast<P&&>(p), watch(other, at_target), wf::reduction::sum{});
    });
    gradient_is_the_slope(other, [&]<class P>(P&& p) {
      return wf::huber_loss(watch(a, at_target), static_cast<P&&>(p), wf::reduction::sum{});
    });
  }
}

TEST_CASE("reduction::none of an element-wise loss, padded rows, a user's own loss") {
  auto const a = filled<numbers_of<wf::real, wf::dim<2>>>({1, 2, 3, 4, 5, 6}, {3, 2});
  using label = numbers_of<wf::regression<2>, wf::dim<2>>;
  auto const b = filled<label>({0, 0, 1, 1, 0, 0}, {3, 2});
  auto const each = wf::mse_loss(a, b, wf::reduction::none{});
  CHECK(each(1, 1) == 9);
  wf::padded<label> const target{b, filled<wf::padded<label>::mask_type>({1, 1, 0}, {3})};
  CHECK(wf::mse_loss(a, target).item() == doctest::Approx((1 + 4 + 4 + 9) / 4.0));
  CHECK(wf::mse_loss(a, target).rows() == 2);
  gradient_is_the_slope(a, [&]<class P>(P&& p) { return wf::mse_loss(static_cast<P&&>(p), target); });
  gradient_is_the_slope(a, [&]<class P>(P&& p) {
    return wf::loss_of(wf::l1_loss(static_cast<P&&>(p), b, wf::reduction::none{}) * a);
  });
  gradient_is_the_slope(a, [&]<class P>(P&& p) {
    return wf::loss_of(wf::exp(static_cast<P&&>(p)) * 0.5, wf::reduction::sum{});
  });
  CHECK(wf::loss_of(wf::square(a)).item() == doctest::Approx(91 / 6.0));
}

TEST_CASE("options and rows that only data can refuse") {
  auto const a = filled<numbers_of<wf::real, wf::dim<1>>>({1, 2}, {2, 1});
  auto const b = filled<numbers_of<wf::real, wf::dim<1>>>({1, 2, 3}, {3, 1});
  CHECK_THROWS_WITH_AS((void)wf::mse_loss(a, b), doctest::Contains("[WF402]"), wf::error);
  auto const other = numbers_of<wf::real, wf::dim<1>>::uninitialised({2, 1}, 8);
  auto const batch = numbers_of<wf::real, wf::dim<1>>::uninitialised({2, 1}, 7);
  CHECK_THROWS_WITH_AS((void)wf::mse_loss(batch, other), doctest::Contains("[WF410]"), wf::error);
  CHECK_THROWS_WITH_AS(wf::label_smoothing{1}, doctest::Contains("[WF182]"), wf::error);
  CHECK_THROWS_WITH_AS(wf::label_smoothing{std::nan("")}, doctest::Contains("[WF182]"), wf::error);
  CHECK_THROWS_WITH_AS(wf::huber_delta{0}, doctest::Contains("[WF183]"), wf::error);
  CHECK_THROWS_WITH_AS(wf::class_weights<trio>::of({1, 2}), doctest::Contains("got 2 weights for 3"),
                       wf::error);
  CHECK_THROWS_WITH_AS(wf::class_weights<trio>::of({1, 2, -1}), doctest::Contains("weight 2 is -1"),
                       wf::error);
  auto const none = wf::tensor<double, wf::real, wf::axes<wf::dim<0>>>::uninitialised();
  CHECK_THROWS_WITH_AS((void)wf::mse_loss(none, none), doctest::Contains("[WF184]"), wf::error);
}

TEST_CASE("losses add: the item is the sum of the items, whatever the counts") {
  auto const a = filled<numbers_of<wf::real, wf::dim<2>>>({1, 2}, {1, 2});
  auto const b = filled<numbers_of<wf::real, wf::dim<2>>>({1, 2, 3, 5}, {2, 2});
  auto const zero = [](index_t n) {
    return filled<numbers_of<wf::real, wf::dim<2>>>(std::vector<double>(static_cast<std::size_t>(n * 2)),
                                                    {n, 2});
  };
  std::vector<double> slope, other;
  auto both = wf::mse_loss(watch(a, other), zero(1)) + 2.0 * wf::mse_loss(watch(b, slope), zero(2));
  CHECK(both.item() == doctest::Approx(2.5 + 2 * 39 / 4.0));
  double const divisor = both.divisor();
  (void)std::move(both).backward();
  CHECK(slope[3] / divisor == doctest::Approx(2 * 2 * 5 / 4.0));
}
