// SPDX-License-Identifier: Apache-2.0
// Laws of losses over classes: value against a long double reference, gradient against central differences,
// each option, sizes of one, huge logits, ignored rows, accumulation, static against run-time extents.
#include "losses.hpp"

using namespace laws;

namespace {

struct digit : wf::label_set<10> {};
struct trio : wf::label_set<3> {};
struct rows_source;
struct width;

template <class S>
using ids = wf::class_index<S>;
template <class S>
using ignoring = wf::class_index<S, wf::ignore<255>>;

/// -log softmax with smoothing and weights, as torch.nn.functional.cross_entropy; label < 0: ignored.
struct reference {
  long double total = 0, weight = 0;
  index_t rows = 0;
};
reference by_hand(std::vector<double> const& z, std::vector<double> const& y, index_t outer, index_t count,
                  index_t inner, double smoothing, std::vector<double> const& weights, double ignored) {
  reference result;
  for (index_t row = 0; row < outer * inner; ++row) {
    double const label = y[static_cast<std::size_t>(row)];
    if (label == ignored) continue;
    double const* first = z.data() + row / inner * count * inner + row % inner;
    auto const w = [&](index_t c) { return weights.empty() ? 1.0L : weights[static_cast<std::size_t>(c)]; };
    auto const picked = static_cast<index_t>(label);
    long double spread = 0;
    for (index_t c = 0; c < count; ++c) spread += w(c) * log_softmax(first, count, inner, c);
    result.total -= (1 - smoothing) * w(picked) * log_softmax(first, count, inner, picked) +
                    smoothing / static_cast<double>(count) * spread;
    result.weight += w(picked);
    ++result.rows;
  }
  return result;
}

std::vector<double> labels(index_t count, index_t classes, std::uint64_t seed) {
  auto result = numbers(count, seed, 0, static_cast<double>(classes));
  for (auto& v : result) v = std::floor(v);
  return result;
}

template <class E, class Z, class Y, class... Options>
void cross_entropy_law(index_t outer, index_t inner, double smoothing, std::vector<double> const& weights,
                       Options... options) {
  using tensor = Z;
  using S = typename Y::meaning::set;
  index_t const count = S::size;
  auto const values = numbers(outer * count * inner, 3 + static_cast<std::uint64_t>(outer), -4, 4);
  auto y = labels(outer * inner, count, 5);
  bool const ignores = wf::has_ignore<typename Y::meaning>;
  if (ignores && y.size() > 1) y[1] = 255;
  typename tensor::extents_type extents{};
  typename Y::extents_type label_extents{};
  extents[0] = outer;
  extents[1] = count;
  if constexpr (tensor::rank == 3) extents[2] = label_extents[1] = inner;
  label_extents[0] = outer;
  auto const z = filled<tensor>(values, extents);
  auto const ys = filled<Y>(y, label_extents);
  auto const want = by_hand(values, y, outer, count, inner, smoothing, weights, ignores ? 255 : -1);
  auto const got = wf::cross_entropy(z, ys, options...);
  CHECK(got.total() == doctest::Approx(static_cast<double>(want.total)).epsilon(1e-12));
  CHECK(got.rows() == want.rows);
  CHECK(got.item() == doctest::Approx(static_cast<double>(want.total / want.weight)).epsilon(1e-12));
  gradient_is_the_slope(
      z, [&]<class P>(P&& p) { return wf::cross_entropy(static_cast<P&&>(p), ys, options...); });
}

template <class S, class M = ids<S>>
using row_labels = wf::tensor<std::int32_t, M, wf::axes<wf::batch<rows_source, 1, 64>>>;
template <class S>
using row_logits = wf::tensor<double, wf::real, wf::axes<wf::batch<rows_source, 1, 64>, wf::classes<S>>>;
template <class S>
using map_logits = wf::tensor<double, wf::logits,
                              wf::axes<wf::batch<rows_source, 1, 64>, wf::classes<S>, wf::axis<width, 1, 9>>>;
template <class S>
using map_labels =
    wf::tensor<std::uint8_t, ids<S>, wf::axes<wf::batch<rows_source, 1, 64>, wf::axis<width, 1, 9>>>;

std::vector<double> const three_weights = {0.5, 2, 1.25};
auto weights() { return wf::class_weights<trio>::of({0.5, 2, 1.25}); }

}  // namespace

TEST_CASE("cross_entropy equals its definition, with each option, and its gradient is its slope") {
  for (index_t const rows : {1, 2, 7}) {
    CAPTURE(rows);
    cross_entropy_law<double, row_logits<trio>, row_labels<trio>>(rows, 1, 0, {});
    cross_entropy_law<double, row_logits<digit>, row_labels<digit>>(rows, 1, 0.1, {},
                                                                    wf::label_smoothing{0.1});
    cross_entropy_law<double, row_logits<trio>, row_labels<trio>>(rows, 1, 0, three_weights, weights());
    cross_entropy_law<double, row_logits<trio>, row_labels<trio>>(rows, 1, 0.3, three_weights, weights(),
                                                                  wf::label_smoothing{0.3});
    cross_entropy_law<double, row_logits<trio>, row_labels<trio, ignoring<trio>>>(
        rows, 1, 0.3, three_weights, weights(), wf::all_ignored::fails{}, wf::label_smoothing{0.3});
    cross_entropy_law<double, map_logits<trio>, map_labels<trio>>(rows, 5, 0.2, three_weights, weights(),
                                                                  wf::label_smoothing{0.2});
    cross_entropy_law<double, map_logits<trio>, map_labels<trio>>(rows, 1, 0, {});
  }
}

TEST_CASE("cross_entropy of huge logits in float is finite and right") {
  using tensor = wf::tensor<float, wf::real, wf::axes<wf::dim<2>, wf::classes<trio>>>;
  using label = wf::tensor<std::int64_t, ids<trio>, wf::axes<wf::dim<2>>>;
  auto const z = tensor::of({1e4f, -1e4f, 0, 1e4f, 1e4f, -1e4f});
  std::vector<double> slope;
  auto const total = [&](double a, double b) {
    auto made = wf::cross_entropy(watch(z, slope), filled<label>({a, b}, {2}), wf::reduction::sum{});
    double const result = made.total();
    (void)std::move(made).backward();
    return result;
  };
  CHECK(total(0, 0) == doctest::Approx(std::log(2.0)));
  CHECK(slope == std::vector<double>{0, 0, 0, -0.5, 0.5, 0});
  CHECK(total(1, 2) == doctest::Approx(20000 + 20000 + std::log(2.0)));
  CHECK(slope == std::vector<double>{1, -1, 0, 0.5, 0.5, -1});
}

TEST_CASE("cross_entropy of distributions and one-hot labels") {
  using tensor = row_logits<trio>;
  using probs = wf::tensor<double, wf::class_probs<trio>, tensor::axes_type>;
  using hot = wf::tensor<std::uint8_t, wf::one_hot<trio>, tensor::axes_type>;
  auto const values = numbers(12, 8, -3, 3);
  auto const z = filled<tensor>(values, {4, 3});
  std::vector<double> const q = {0.2, 0.3, 0.5, 1, 0, 0, 0, 0.25, 0.75, 0.1, 0.1, 0.8};
  auto const target = filled<probs>(q, {4, 3});
  long double plain = 0, full = 0;
  for (index_t i = 0; i < 12; ++i) {
    long double const lp = log_softmax(values.data() + i / 3 * 3, 3, 1, i % 3);
    double const share = q[static_cast<std::size_t>(i)];
    plain -= share * lp;
    full -= three_weights[static_cast<std::size_t>(i % 3)] * (0.8 * share + 0.2 / 3) * lp;
  }
  CHECK(wf::cross_entropy(z, target).item() ==
        doctest::Approx(static_cast<double>(plain / 4)).epsilon(1e-13));
  auto const with_all = [&]<class P>(P&& p) {
    return wf::cross_entropy(static_cast<P&&>(p), target, weights(), wf::label_smoothing{0.2});
  };
  CHECK(with_all(z).item() == doctest::Approx(static_cast<double>(full / 4)).epsilon(1e-13));
  gradient_is_the_slope(z, with_all);
  gradient_is_the_slope(z, [&]<class P>(P&& p) { return wf::cross_entropy(static_cast<P&&>(p), target); });
  auto const ones = filled<hot>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1}, {4, 3});
  auto const same = filled<row_labels<trio>>({0, 1, 2, 2}, {4});
  CHECK(wf::cross_entropy(z, ones).item() ==
        doctest::Approx(wf::cross_entropy(z, same).item()).epsilon(1e-14));
}

TEST_CASE("nll_loss picks log-probabilities") {
  using tensor = wf::tensor<double, wf::log_prob, row_logits<trio>::axes_type>;
  std::vector<double> const p = {-0.1, -2, -3, -1, -0.5, -4};
  auto const log_p = filled<tensor>(p, {2, 3});
  auto const y = filled<row_labels<trio, ignoring<trio>>>({2, 255}, {2});
  auto const z = filled<row_labels<trio>>({2, 0}, {2});
  CHECK(wf::nll_loss(log_p, z).item() == doctest::Approx(2.0));
  CHECK(wf::nll_loss(log_p, z, weights()).item() == doctest::Approx((1.25 * 3 + 0.5 * 1) / 1.75));
  CHECK(wf::nll_loss(log_p, y, wf::all_ignored::fails{}).item() == doctest::Approx(3.0));
  gradient_is_the_slope(log_p,
                        [&]<class P>(P&& x) { return wf::nll_loss(static_cast<P&&>(x), z, weights()); });
}

TEST_CASE("kl_div: batchmean, of probabilities and of their logarithms") {
  using tensor = wf::tensor<double, wf::log_prob, row_logits<trio>::axes_type>;
  using probs = wf::tensor<double, wf::class_probs<trio>, tensor::axes_type>;
  using given = wf::tensor<double, wf::simplex, tensor::axes_type>;
  std::vector<double> const q = {0.2, 0.3, 0.5, 1, 0, 0};
  auto const log_p = filled<tensor>({-0.7, -1.5, -1.3, -0.9, -1.1, -1.3}, {2, 3});
  long double total = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    if (q[i] > 0) total += q[i] * (std::log(q[i]) - log_p.data()[i]);
  }
  auto const target = filled<probs>(q, {2, 3});
  CHECK(wf::kl_div(log_p, target).item() == doctest::Approx(static_cast<double>(total / 2)).epsilon(1e-13));
  CHECK(wf::kl_div(log_p, filled<given>(q, {2, 3})).total() == doctest::Approx(static_cast<double>(total)));
  gradient_is_the_slope(log_p, [&]<class P>(P&& x) { return wf::kl_div(static_cast<P&&>(x), target); });
  std::vector<double> const log_q = {-1, -2, -0.7, -0.5, -3, -1.2};
  auto const logs = filled<tensor>(log_q, {2, 3});
  long double other = 0;
  for (std::size_t i = 0; i < 6; ++i) other += std::exp(log_q[i]) * (log_q[i] - log_p.data()[i]);
  CHECK(wf::kl_div(log_p, logs, wf::reduction::sum{}).item() == doctest::Approx(static_cast<double>(other)));
  auto const rows = wf::kl_div(log_p, logs, wf::reduction::none{});
  CHECK(rows(0) + rows(1) == doctest::Approx(static_cast<double>(other)));
}

TEST_CASE("all rows ignored: a named policy, never a silent NaN") {
  auto const z = filled<row_logits<trio>>({1, 2, 3, 4, 5, 6}, {2, 3});
  auto const y = filled<row_labels<trio, ignoring<trio>>>({255, 255}, {2});
  CHECK_THROWS_WITH_AS((void)wf::cross_entropy(z, y, wf::all_ignored::fails{}), doctest::Contains("[WF184]"),
                       wf::error);
  std::vector<double> slope;
  auto zero = wf::cross_entropy(watch(z, slope), y, wf::all_ignored::is_zero{});
  CHECK(zero.item() == 0);
  CHECK(zero.divisor() == 0);
  (void)std::move(zero).backward();
  CHECK(slope == std::vector<double>(6, 0.0));
  CHECK(wf::cross_entropy(z, y, wf::reduction::sum{}).item() == 0);
  auto const some = filled<row_labels<trio>>({0, 0}, {2});
  CHECK_THROWS_WITH_AS((void)wf::cross_entropy(z, some, wf::class_weights<trio>::of({0, 1, 1})),
                       doctest::Contains("[WF185]"), wf::error);
}

TEST_CASE("a label that was assumed in range is found, with its row") {
  auto const z = filled<row_logits<trio>>({1, 2, 3, 4, 5, 6}, {2, 3});
  CHECK_THROWS_WITH_AS((void)wf::cross_entropy(z, filled<row_labels<trio>>({0, 3}, {2})),
                       doctest::Contains("label 3 at row 1 is outside of [0, 3)"), wf::error);
  CHECK_THROWS_WITH_AS((void)wf::nll_loss(z.as<wf::log_prob>(), filled<row_labels<trio>>({-1, 0}, {2})),
                       doctest::Contains("label -1 at row 0"), wf::error);
}

TEST_CASE("sums and counts of parts add up to the whole") {
  auto const values = numbers(21, 4, -2, 2);
  auto const y = labels(7, 3, 9);
  auto const part = [&](index_t from, index_t to) {
    std::vector<double> const z(values.begin() + from * 3, values.begin() + to * 3);
    std::vector<double> const l(y.begin() + from, y.begin() + to);
    return wf::cross_entropy(filled<row_logits<trio>>(z, {to - from, 3}),
                             filled<row_labels<trio>>(l, {to - from}), weights());
  };
  auto const whole = part(0, 7);
  auto const a = part(0, 4), b = part(4, 7);
  CHECK(a.total() + b.total() == doctest::Approx(whole.total()).epsilon(1e-14));
  CHECK((a.total() + b.total()) / (a.divisor() + b.divisor()) ==
        doctest::Approx(whole.item()).epsilon(1e-14));
}

TEST_CASE("static and run-time extents give the same bits") {
  using fixed = wf::tensor<double, wf::real, wf::axes<wf::dim<5>, wf::classes<digit>>>;
  using fixed_labels = wf::tensor<std::int64_t, ids<digit>, wf::axes<wf::dim<5>>>;
  auto const values = numbers(50, 12, -3, 3);
  auto const y = labels(5, 10, 2);
  auto const a = wf::cross_entropy(filled<fixed>(values, {5, 10}), filled<fixed_labels>(y, {5}));
  auto const b =
      wf::cross_entropy(filled<row_logits<digit>>(values, {5, 10}), filled<row_labels<digit>>(y, {5}));
  CHECK(a.total() == b.total());
}

TEST_CASE("reduction::none: one loss a row, whose gradients are scaled on the way back") {
  auto const z = filled<map_logits<trio>>(numbers(24, 6, -2, 2), {2, 3, 4});
  auto const y = filled<map_labels<trio>>(labels(8, 3, 7), {2, 4});
  auto const rows = wf::cross_entropy(z, y, wf::reduction::none{});
  static_assert(std::is_same_v<decltype(rows)::axes_type, map_labels<trio>::axes_type>);
  double total = 0;
  for (index_t i = 0; i < rows.size(); ++i) total += rows.data()[i];
  CHECK(total == doctest::Approx(wf::cross_entropy(z, y, wf::reduction::sum{}).item()).epsilon(1e-13));
  auto const factor =
      filled<wf::tensor<double, wf::real, map_labels<trio>::axes_type>>(numbers(8, 1, 0, 3), {2, 4});
  gradient_is_the_slope(z, [&]<class P>(P&& p) {
    return wf::loss_of(wf::cross_entropy(static_cast<P&&>(p), y, wf::reduction::none{}) * factor);
  });
}

TEST_CASE("padded batches count their real rows only") {
  auto const z = filled<row_logits<trio>>({1, 2, 3, 4, 5, 7, 9, 9, 9}, {3, 3});
  auto const y = filled<row_labels<trio>>({0, 1, 0}, {3});
  using label = row_labels<trio>;
  auto const mask = filled<wf::padded<label>::mask_type>({1, 1, 0}, {3});
  wf::padded<label> const target{y, mask};
  auto const want =
      wf::cross_entropy(filled<row_logits<trio>>({1, 2, 3, 4, 5, 7}, {2, 3}), filled<label>({0, 1}, {2}));
  auto const got = wf::cross_entropy(z, target);
  CHECK(got.item() == want.item());
  CHECK(got.rows() == 2);
  gradient_is_the_slope(z, [&]<class P>(P&& p) { return wf::cross_entropy(static_cast<P&&>(p), target); });
}
