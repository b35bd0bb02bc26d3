// SPDX-License-Identifier: Apache-2.0
// Every operation of op/ on fixed inputs: dumps inputs, value and, through tracked leaves, the gradient of
// sum(value * weights) by each floating input. test_ops.py says what PyTorch makes of the same inputs.
#include <cstring>

#include "../laws/leaf.hpp"
#include "dump.hpp"

namespace {

using wf::index_t;

struct three : wf::label_set<3> {};
struct words : wf::label_set<6> {};
struct rows;
struct key;
struct pair;
using batch = wf::batch<rows, 2, 64>;
using keys = wf::axis<key, 4>;
using cube = wf::tensor<double, wf::real, wf::axes<batch, keys, wf::classes<three>>>;
using matrix = wf::tensor<double, wf::real, wf::axes<keys, wf::classes<three>>>;
using row = wf::tensor<double, wf::real, wf::axes<keys>>;
using weight = wf::tensor<double, wf::real, wf::axes<wf::classes<three>, wf::dim<5>>>;
using wide = wf::tensor<double, wf::real, wf::axes<batch, wf::axis<pair, 2>, keys>>;
using column = wf::tensor<double, wf::real, wf::axes<batch, wf::dim<1>>>;
using vector = wf::tensor<double, wf::real, wf::axes<wf::axis<rows, 0, 4096>>>;

template <class T>
void dump_tensor(std::string const& name, T const& x) {
  std::printf("%s", (name + ".shape").c_str());
  for (auto const extent : x.extents()) std::printf(" %d", static_cast<int>(extent));
  std::vector<double> values;
  for (index_t i = 0; i < x.size(); ++i) values.push_back(wf::convert<double>(x.data()[i]));
  std::printf("\n");
  dump(name, values.data(), x.size());
}

template <class T, class Values>
T tensor_of(typename T::extents_type const& extents, Values const& values) {
  auto x = T::uninitialised(extents);
  for (index_t i = 0; i < x.size(); ++i) {
    x.unchecked_data()[i] = wf::convert<typename T::element>(values[static_cast<std::size_t>(i)]);
  }
  return x;
}
template <class T>
T random(typename T::extents_type const& extents, std::uint64_t key_of_numbers) {
  return tensor_of<T>(extents, numbers{key_of_numbers}.normal(wf::product(extents), 1.5));
}

/// Only the numbers that come out: for operations without a slope, and inputs of any element type.
template <class F, class... T>
auto record_value(std::string const& name, F const& f, T const&... inputs) {
  std::printf("case %s\n", name.c_str());
  int number = 0;
  (dump_tensor("input" + std::to_string(number++), inputs), ...);
  auto value = wf::eval(f(T(inputs)...));
  dump_tensor("value", value);
  return value;
}

template <bool Tracked, class T>
auto operand(T const& x, laws::gradient_store const& store) {
  if constexpr (Tracked) {
    return laws::leaf(x, store);
  } else {
    return x;
  }
}

/// Numbers that come out, and the gradient by each input of doubles, one at a time.
template <class F, class... T>
void record(std::string const& name, F const& f, T const&... inputs) {
  auto const value = record_value(name, f, inputs...);
  auto const weights = numbers{4711}.normal(value.size(), 1);
  dump("weights", weights.data(), value.size());
  auto const by = [&]<std::size_t... I, std::size_t K>(std::index_sequence<I...>,
                                                       std::integral_constant<std::size_t, K>) {
    auto const store = std::make_shared<std::vector<double>>();
    laws::run_back(wf::eval(f(operand < I == K > (inputs, store)...)), weights);
    dump("gradient" + std::to_string(K), store->data(), static_cast<index_t>(store->size()));
  };
  auto const all = std::index_sequence_for<T...>{};
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (
        [&] {
          if constexpr (std::is_same_v<typename T::element, double>)
            by(all, std::integral_constant<std::size_t, K>{});
        }(),
        ...);
  }(all);
}

bool is(char const* name, std::initializer_list<char const*> names) {
  for (auto const* each : names) {
    if (std::strcmp(name, each) == 0) return true;
  }
  return false;
}

/// Whether an operation is defined, with a slope, at x.
bool defined_at(char const* name, double x) {
  if (is(name, {"log", "sqrt"})) return x > 0;
  if (is(name, {"log1p"})) return x > -1;
  if (is(name, {"reciprocal"})) return x != 0;
  return true;
}
bool defined_at(char const* name, double a, double b) {
  if (is(name, {"divide"})) return b != 0;
  if (is(name, {"pow"})) return a > 0 || (a == 0 && (b == 0 || b >= 1));
  return true;
}

/// F over its operands, whatever its domain rule says.
template <class F>
auto of() {
  return [](auto&&... x) { return wf::build_map<F, wf::real>(F{}, std::forward<decltype(x)>(x)...); };
}

template <class F>
void record_unary() {
  auto candidates = numbers{1}.normal(200, 2);
  for (double const x : {0.0, -0.0, 1.0, -1.0, 0.5, 1e-9, -1e-9, 12.0, -12.0}) candidates.push_back(x);
  std::vector<double> at;
  for (double const x : candidates) {
    if (defined_at(F::name, x)) at.push_back(x);
  }
  record(F::name, of<F>(), tensor_of<vector>({static_cast<index_t>(at.size())}, at));
}

template <class F>
void record_binary() {
  auto first = numbers{2}.normal(200, 2), second = numbers{3}.normal(200, 2);
  for (double const x : {0.0, 1.0, -1.0, 3.0}) {
    for (double const y : {0.0, 1.0, -1.0, 3.0}) {  // equal ones as well
      first.push_back(x);
      second.push_back(y);
    }
  }
  std::vector<double> a, b;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!defined_at(F::name, first[i], second[i])) continue;
    a.push_back(first[i]);
    b.push_back(second[i]);
  }
  auto const count = static_cast<index_t>(a.size());
  record(F::name, of<F>(), tensor_of<vector>({count}, a), tensor_of<vector>({count}, b));
}

template <class... F>
void record_all_unary(wf::unary_list<F...>) {
  (record_unary<F>(), ...);
}
template <class... F>
void record_all_binary(wf::unary_list<F...>) {
  (record_binary<F>(), ...);
}

#define X std::forward<decltype(x)>(x)
#define Y std::forward<decltype(y)>(y)
#define F1(...) [](auto&& x) { return __VA_ARGS__; }
#define F2(...) [](auto&& x, auto&& y) { return __VA_ARGS__; }

void record_with_numbers() {
  auto const x = random<vector>({50}, 4);
  record("negate.operator", F1(-X), x);
  record("add.number", F1(X + 2.5), x);
  record("subtract.number", F1(2.5 - X), x);
  record("multiply.number", F1(2.5 * X), x);
  record("divide.number", F1(2.5 / X), x);
  record("pow.number", F1(wf::pow(X, 3.0)), x);
  record("pow.zeroth", F1(wf::pow(X, 0.0)), tensor_of<vector>({3}, std::vector<double>{-1, 0, 2}));
  record("maximum.number", F1(wf::maximum(X, 0.5)), x);
  record("chain", F1(wf::exp(-wf::square(wf::tanh(X * 2.0) + 1.0))), x);
  record("assume_logits", F1(wf::assume_logits(X)), x);
  record("assume_simplex", F1(wf::assume_simplex(X)), x);
}

void record_reductions(cube const& x, matrix const& m) {
  record("softmax", F1(wf::softmax(X)), x);
  record("softmax.key", F1(wf::softmax<key>(X)), x);
  record("log_softmax", F1(wf::log_softmax(X)), x);
  record("log_softmax.key", F1(wf::log_softmax<key>(X)), x);
  record("log_softmax.large", F1(wf::log_softmax(X * 1e4)), m);
  record("sum.rows", F1(wf::sum<rows>(X)), x);
  record("sum.key", F1(wf::sum<key>(X)), x);
  record("sum.three", F1(wf::sum<three>(X)), x);
  record("mean.rows", F1(wf::mean<rows>(X)), x);
  record("mean.key", F1(wf::mean<key>(X)), x);
  record("max.key", F1(wf::max<key>(X)), x);
  record("max.three", F1(wf::max<three>(X)), x);
  record("max.equal", F1(wf::max<three>(X)),
         tensor_of<matrix>({4, 3}, std::vector<double>{1, 1, 0, 0, 2, 2, 3, 3, 3, 0, 0, 1}));
  record("variance.biased", F1(wf::variance<key>(X, wf::biased{})), x);
  record("variance.unbiased", F1(wf::variance<key>(X, wf::unbiased{})), x);
  record("variance.rows", F1(wf::variance<rows>(X, wf::unbiased{})), x);
  record("variance.shifted", F1(wf::variance<key>(X + 1e4, wf::biased{})), x);
  record("sum_all", F1(wf::sum_all(X)), m);
  record("mean_all", F1(wf::mean_all(X)), m);
  record_value("argmax.key", F1(wf::argmax<key>(X)), x);
  record_value("argmax.three", F1(wf::argmax<three>(X)), x);
}

void record_shapes(cube const& x, matrix const& m) {
  record("permute", F1(wf::permute<rows, three, key>(X)), x);
  record("permute.matrix", F1(wf::permute<three, key>(X)), m);
  record("merge_axes", F1(wf::merge_axes<key, three>(X)), x);
  record("split_axis", F1(wf::split_axis<key, wf::dim<2>, wf::dim<2>>(X)), x);
  record("flatten", F1(wf::flatten(X)), x);
  record("squeeze", F1(wf::squeeze<wf::dim<1>>(X)), random<column>({5, 1}, 9));
  record("unsqueeze", F1(wf::unsqueeze<wf::dim<1>>(X)), x);
  record("slice.key", F1(wf::slice<key, 1, 2>(X)), x);
  record("slice.rows", F1(wf::slice<rows, 1, 1>(X)), x);
  record("slice.three", F1(wf::slice<three, 2, 1>(X)), x);
  record("concat.key", F2(wf::concat<key>(X, Y)), x, random<cube>({5, 4, 3}, 10));
  record("concat.three", F2(wf::concat<three>(X, Y)), x, random<cube>({5, 4, 3}, 10));
  record("concat.first", F2(wf::concat<key>(X, Y)), m, random<matrix>({4, 3}, 11));
}

void record_products(cube const& x, matrix const& m) {
  record("matmul", F2(wf::matmul(X, Y)), x, random<weight>({3, 5}, 12));
  record("matmul.key", F2(wf::matmul<key>(X, Y)), x, m);
  record("matmul.rows", F2(wf::matmul<rows>(X, Y)), x, random<wide>({5, 2, 4}, 13));
  auto const times = [](auto&& x, auto&& y) {
    auto repeated = wf::broadcast_like(X, y);
    return std::move(repeated) * Y;
  };
  record("broadcast_like.row", times, random<row>({4}, 14), x);
  record("broadcast_like.matrix", times, m, x);
}

void record_choices(cube const& x, matrix const& m) {
  using order = wf::tensor<std::int32_t, wf::index_into<batch>, wf::axes<batch>>;
  using several = wf::tensor<std::int64_t, wf::index_into<batch>, wf::axes<batch, wf::dim<2>>>;
  using picked = wf::tensor<std::int32_t, wf::class_index<three>, wf::axes<wf::dim<5>>>;
  using table = wf::tensor<double, wf::real, wf::axes<wf::classes<words>, wf::dim<2>>>;
  using ids = wf::tensor<std::int64_t, wf::token_id<words>, wf::axes<batch, keys>>;
  record("gather.rows", F2(wf::gather<rows>(X, Y)), x, tensor_of<order>({7}, numbers{20}.ids(7, 5, false)));
  record("gather.several", F2(wf::gather<rows>(X, Y)), x,
         tensor_of<several>({7, 2}, numbers{21}.ids(14, 5, false)));
  record("gather.three", F2(wf::gather<three>(X, Y)), m,
         tensor_of<picked>({5}, numbers{22}.ids(5, 3, false)));
  record("gather.words", F2(wf::gather<words>(X, Y)), random<table>({6, 2}, 23),
         tensor_of<ids>({5, 4}, numbers{24}.ids(20, 6, false)));
  using mask = wf::tensor<bool, wf::drop_mask, cube::axes_type>;
  auto const dropped = tensor_of<mask>({5, 4, 3}, numbers{25}.bits(60));
  record("masked_fill", F2(wf::masked_fill(X, Y, 0.5)), x, dropped);
  record_value("invert", F1(wf::invert(x)), dropped);
}

struct swapped {
  static constexpr index_t to[3] = {2, 0, 1};
};

void record_labels() {
  using ids = wf::tensor<std::int64_t, wf::class_index<three>, wf::axes<batch>>;
  using some_ignored = wf::tensor<std::int64_t, wf::class_index<three, wf::ignore<-1>>, wf::axes<batch>>;
  using shares = wf::tensor<double, wf::class_probs<three>, wf::axes<batch, wf::classes<three>>>;
  auto const y = tensor_of<ids>({9}, numbers{30}.ids(9, 3, false));
  record_value("to_one_hot", F1(wf::to_one_hot<double>(X)), y);
  record_value("relabel", F1(wf::relabel<three>(X, swapped{})), y);
  record_value("relabel.ignored", F1(wf::relabel<three>(X, swapped{})),
               tensor_of<some_ignored>({9}, numbers{31}.ids(9, 3, true)));
  auto const a = tensor_of<shares>({5, 3}, numbers{32}.shares(5, 3));
  record("smooth", F1(wf::smooth(X, 0.3)), a);
  record("mixup", F2(wf::mixup(X, Y, 0.25)), a, tensor_of<shares>({5, 3}, numbers{33}.shares(5, 3)));
}

template <class From, class To>
void record_cast(std::string const& name) {
  using from = wf::tensor<From, wf::real, vector::axes_type>;
  auto values = numbers{40}.normal(300, 30);
  for (double const x : {0.0, -0.0, 1.0 + 0x1p-11, 1.0 + 0x3p-11, 1.0 + 0x1p-8, 1.0 + 0x3p-8, 0x1p-14,
                         0x1p-15 + 0x1p-24, 0x1p-24, 0x1.8p-25, 0x1p-25, 65504.0, -65519.0}) {
    values.push_back(x);
  }
  record_value(name, F1(wf::cast<To>(X)), tensor_of<from>({static_cast<index_t>(values.size())}, values));
}

void record_casts() {
  record_cast<float, wf::half>("cast.half");
  record_cast<float, wf::bfloat16>("cast.bfloat16");
  record_cast<double, float>("cast.float");
  record_cast<wf::half, double>("cast.from_half");
  record_cast<wf::bfloat16, float>("cast.from_bfloat16");
  auto halves = numbers{41}.normal(40, 3);
  for (double const x : {0.5, 1.5, 2.5, -0.5, -1.5}) halves.push_back(x);
  record_value("round_to", F1(wf::round_to<std::int32_t>(X)), tensor_of<vector>({45}, halves));
}

}  // namespace

int main() {
  auto const x = random<cube>({5, 4, 3}, 7);
  auto const m = random<matrix>({4, 3}, 8);
  record_all_unary(wf::unary_functions{});
  record_all_binary(wf::binary_functions{});
  record_with_numbers();
  record_reductions(x, m);
  record_shapes(x, m);
  record_products(x, m);
  record_choices(x, m);
  record_labels();
  record_casts();
}
