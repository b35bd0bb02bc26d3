// SPDX-License-Identifier: Apache-2.0
// refine: what enters is checked whole, and the error says which rows, values, range and likely cause.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <wellformed/data/refine.hpp>

namespace wf = wellformed;

namespace {

struct digit : wf::label_set<10> {};
struct voc : wf::label_set<21> {
  static constexpr wf::index_t reserved = 0;
};
struct mood : wf::label_set<2> {
  static constexpr char const* names[2] = {"bad", "good"};
};
struct rows;
using batch_axis = wf::batch<rows, 1, 64>;

template <class M>
using ids = wf::tensor<std::int64_t, M, wf::axes<batch_axis>>;
template <class M, wf::index_t N>
using numbers = wf::tensor<float, M, wf::axes<batch_axis, wf::dim<N>>>;
template <class M, class S>
using over = wf::tensor<double, M, wf::axes<batch_axis, wf::classes<S>>>;

template <class T, class Raw>
std::string complaint(Raw const& raw, typename T::extents_type extents) {
  auto const got = wf::refine<T>(raw, extents, "y");
  REQUIRE_FALSE(got.has_value());
  CHECK_THROWS_AS((void)wf::refine<T>(raw, extents, "y").value(), wf::error);
  return got.error().what();
}

bool holds(std::string const& text, std::initializer_list<char const*> words) {
  for (auto const* word : words) {
    INFO(text, " lacks ", word);
    CHECK(text.find(word) != std::string::npos);
  }
  return true;
}

}  // namespace

TEST_CASE("refine: ids in range become class_index, with their values") {
  auto const y = wf::refine<ids<wf::class_index<digit>>>(std::vector<int>{0, 9, 4}, {3}).value();
  CHECK(y(1) == 9);
  CHECK(y.rows() == 3);
}

TEST_CASE("refine: every usual cause of a bad id has its hint") {
  using T = ids<wf::class_index<digit>>;
  holds(complaint<T>(std::vector<int>{1, 10, 3}, {3}), {"[WF801] y", "row 1 is 10", "0 to 9", "1-based"});
  auto const shifted = complaint<T>(std::vector<int>{5, 10, 7}, {3});
  holds(shifted, {"from 5 to 10", "the last one is 9", "subtract 1"});
  CHECK(shifted.find("min 1") == std::string::npos);
  CHECK(complaint<T>(std::vector<int>{0, 10, 7}, {3}).find("1-based") == std::string::npos);
  holds(complaint<T>(std::vector<int>{0, -1, 3, -1}, {4}), {"2 of 4", "-1 x2", "declare ignore<-1>"});
  holds(complaint<T>(std::vector<int>{0, 255, 0}, {3}), {"mask image"});
  holds(complaint<T>(std::vector<int>{3, 255, 0}, {3}), {"declare ignore<255>"});
  holds(complaint<T>(std::vector<int>{-1, 1, 1}, {3}), {"signed_label"});
  holds(complaint<T>(std::vector<float>{1, 2e27f}, {2}), {"row 1", "corrupt"});
  holds(complaint<T>(std::vector<float>{0.5f, 1}, {2}), {"[WF802]", "row 0 is 0.5", "regression<D>"});
  holds(complaint<T>(std::vector<double>{1, std::nan("")}, {2}), {"[WF803]", "row 1 is nan"});
  holds(complaint<T>(std::vector<int>{0, 10, 3}, {3}), {"one too many"});
  holds(complaint<T>(std::vector<int>{36, 94, 83}, {3}), {"36 x1", "map them by name"});
}

TEST_CASE("refine: the ignored id passes, a reserved one does not") {
  auto const y =
      wf::refine<ids<wf::class_index<digit, wf::ignore<255>>>>(std::vector<int>{1, 255}, {2}).value();
  CHECK(y(1) == 255);
  holds(complaint<ids<wf::class_index<digit, wf::ignore<255>>>>(std::vector<int>{1, -1}, {2}),
        {"ignored 255"});
  holds(complaint<ids<wf::class_index<voc>>>(std::vector<int>{1, 0}, {2}),
        {"[WF808]", "reserved 0", "empty list"});
}

TEST_CASE("refine: names of the set appear in the range") {
  holds(complaint<ids<wf::class_index<mood>>>(std::vector<int>{2}, {1}), {"bad to good"});
}

TEST_CASE("refine: domains") {
  CHECK(wf::refine<numbers<wf::unit_interval, 2>>(std::vector<float>{0, 1}, {1, 2}).value()(0, 1) == 1);
  holds(complaint<numbers<wf::unit_interval, 2>>(std::vector<float>{-0.3f, 1.2f}, {1, 2}),
        {"[WF804]", "row 0 column 0 is", "0 to 1", "sigmoid"});
  holds(complaint<numbers<wf::unit_interval, 2>>(std::vector<float>{3, 97}, {1, 2}), {"percentages"});
  holds(complaint<numbers<wf::unit_interval, 2>>(std::vector<int>{3, 255}, {1, 2}), {"8-bit"});
  holds(complaint<numbers<wf::nonnegative, 2>>(std::vector<float>{3, -1}, {1, 2}), {"row 0 column 1 is -1"});
  holds(complaint<numbers<wf::signed_unit, 2>>(std::vector<float>{-1, 1.5f}, {1, 2}),
        {"row 0 column 1 is 1.5"});
  holds(complaint<numbers<wf::real, 1>>(std::vector<double>{1, HUGE_VAL}, {2, 1}),
        {"[WF803]", "row 1 is inf"});
  holds(complaint<numbers<wf::boolean, 1>>(std::vector<int>{0, 255}, {2, 1}), {"divide by 255"});
}

TEST_CASE("refine: rows of probabilities and one-hot labels sum to one") {
  auto const q =
      wf::refine<over<wf::class_probs<mood>, mood>>(std::vector<double>{0.25, 0.75}, {1, 2}).value();
  CHECK(q(0, 1) == 0.75);
  holds(complaint<over<wf::class_probs<mood>, mood>>(std::vector<double>{0.25, 0.75, 0.5, 0.6}, {2, 2}),
        {"[WF805]", "1 of 2 rows", "row 1 sums to 1.1"});
  holds(complaint<over<wf::one_hot<mood>, mood>>(std::vector<int>{1, 1}, {1, 2}), {"[WF806]", "multi_hot"});
  holds(complaint<over<wf::one_hot<mood>, mood>>(std::vector<int>{0, 2}, {1, 2}), {"[WF804]", "0 and 1"});
  CHECK(wf::refine<over<wf::multi_hot<mood>, mood>>(std::vector<int>{1, 1}, {1, 2}).has_value());
  CHECK(wf::refine<over<wf::log_prob, mood>>(std::vector<double>{std::log(0.25), std::log(0.75)}, {1, 2})
            .has_value());
}

TEST_CASE("refine: counts and extents") {
  holds(complaint<ids<wf::class_index<digit>>>(std::vector<int>{1, 2}, {3}), {"[WF807]", "2 values for 3"});
  holds(complaint<ids<wf::class_index<digit>>>(std::vector<int>{}, {0}), {"[WF302]", "1 to 64"});
}

TEST_CASE("refine: signed labels, tokens, positions, indices") {
  using signs = wf::tensor<float, wf::signed_label, wf::axes<batch_axis>>;
  CHECK(wf::refine<signs>(std::vector<int>{-1, 1}, {2}).has_value());
  holds(complaint<signs>(std::vector<int>{0, 1}, {2}), {"-1 and 1", "binary<S>"});
  holds(complaint<ids<wf::token_id<digit>>>(std::vector<int>{10}, {1}), {"0 to 9"});
  holds(complaint<ids<wf::position<5>>>(std::vector<int>{5}, {1}), {"0 to 4"});
  holds(complaint<ids<wf::index_into<wf::dim<3>>>>(std::vector<int>{-1, 3}, {2}), {"2 of 2", "0 to 2"});
}

TEST_CASE("assume_in_range takes what it is given") {
  auto const y = wf::assume_in_range<ids<wf::class_index<digit>>>(std::vector<int>{12}, {1});
  CHECK(y(0) == 12);
}

TEST_CASE("refine: several causes at once have a hint each, and the range that was found is named") {
  using T = ids<wf::class_index<digit>>;
  holds(complaint<T>(std::vector<double>{1, -1, 2.5, std::nan(""), 3e12}, {5}),
        {"[WF803]", "4 of 5", "found -1 to 3000000000000", "ignore<-1>", "fractional", "corrupt", "nan x1"});
  holds(complaint<T>(std::vector<int>{1, 255, 10, 3}, {4}), {"declare ignore<255>", "1-based"});
  holds(complaint<T>(std::vector<int>{-1, -2, 3}, {3}), {"several negative values"});
  holds(complaint<ids<wf::class_index<voc>>>(std::vector<int>{0, 21, 3}, {3}),
        {"[WF801]", "reserved id 0", "21 x1"});
  holds(complaint<over<wf::class_probs<mood>, mood>>(std::vector<double>{-1, 2, 0.5, 0.6}, {2, 2}),
        {"[WF804]", "2 of 4", "\n[WF805]", "1 of 2 rows", "row 1 sums to 1.1"});
}

TEST_CASE("refine: the whole array is scanned, a few offenders are shown, all are counted") {
  std::vector<int> raw(64, 3);
  for (std::size_t i = 20; i < 60; ++i) raw[i] = static_cast<int>(100 + i);
  auto const text = complaint<ids<wf::class_index<digit>>>(raw, {64});
  holds(text, {"40 of 64", "row 20 is 120", "row 24 is 124", ", ...", "and 32 other values"});
  CHECK(text.find("row 25") == std::string::npos);
}

TEST_CASE("refine: coordinates of more than two axes") {
  using mask = wf::tensor<std::uint8_t, wf::class_index<digit, wf::ignore<255>>,
                          wf::axes<batch_axis, wf::dim<2>, wf::dim<3>>>;
  std::vector<std::uint8_t> raw(12, 4);
  raw[2] = 255;
  raw[10] = 200;
  holds(complaint<mask>(raw, {2, 2, 3}), {"element (1, 1, 1) is 200", "ignored 255"});
  raw[10] = 0;
  CHECK(wf::refine<mask>(raw, {2, 2, 3}).value()(0, 0, 2) == 255);
  using probs = wf::tensor<float, wf::class_probs<mood>, wf::axes<batch_axis, wf::classes<mood>, wf::dim<2>>>;
  holds(complaint<probs>(std::vector<double>{0.5, 0.25, 0.5, 0.5}, {1, 2, 2}),
        {"element (0, 0, 1) sums to 0.75"});
  CHECK(wf::refine<probs>(std::vector<double>{0.5, 0.25, 0.5, 0.75}, {1, 2, 2}).has_value());
}

TEST_CASE("refine: rows of probabilities, with their likely cause") {
  using T = over<wf::class_probs<mood>, mood>;
  holds(complaint<T>(std::vector<double>{0.3333, 0.667}, {1, 2}), {"within 1e-04", "rounded"});
  holds(complaint<T>(std::vector<double>{1, 1}, {1, 2}), {"sums to 2", "multi_hot<S>"});
  holds(complaint<T>(std::vector<double>{40, 60}, {1, 2}), {"percentages"});
  holds(complaint<T>(std::vector<double>{-2.5, 3}, {1, 2}), {"logits"});
  holds(complaint<over<wf::log_prob, mood>>(std::vector<double>{0.5, -3}, {1, 2}),
        {"not above 0", "log_softmax"});
  CHECK(wf::refine<over<wf::log_prob, mood>>(std::vector<double>{0, -HUGE_VAL}, {1, 2}).has_value());
  holds(complaint<over<wf::one_hot<mood>, mood>>(std::vector<double>{0, 0}, {1, 2}), {"[WF806]", "no class"});
  holds(complaint<over<wf::multi_hot<mood>, mood>>(std::vector<double>{0.5, 1}, {1, 2}), {"hard labels"});
}

TEST_CASE("refine: binary labels") {
  using T = wf::tensor<float, wf::binary<mood>, wf::axes<batch_axis>>;
  CHECK(wf::refine<T>(std::vector<int>{0, 1}, {2}).value()(1) == 1);
  holds(complaint<T>(std::vector<int>{1, 2, 2}, {3}), {"1-based"});
  holds(complaint<T>(std::vector<int>{-1, 1}, {2}), {"signed_label"});
  holds(complaint<T>(std::vector<int>{0, 255}, {2}), {"mask image"});
}

TEST_CASE("refine: values that the element type cannot hold") {
  holds(complaint<numbers<wf::real, 1>>(std::vector<double>{1, 1e300}, {2, 1}),
        {"[WF812]", "row 1 is 1e+300"});
  using halves = wf::tensor<wf::half, wf::real, wf::axes<wf::dim<2>>>;
  holds(complaint<halves>(std::vector<float>{1, 70000}, {2}), {"[WF812]", "65504"});
  CHECK(static_cast<float>(wf::refine<halves>(std::vector<float>{1, 0.5f}).value()(1)) == 0.5f);
}

TEST_CASE("refine: indices into a run-time axis are below its extent now") {
  struct nodes;
  using open =
      wf::tensor<std::int32_t, wf::index_into<wf::axis<nodes, 1, wf::unbounded>>, wf::axes<batch_axis>>;
  CHECK(wf::refine<open>(std::vector<int>{0, 499}, {2}, wf::within{500}).has_value());
  auto const wrong = wf::refine<open>(std::vector<int>{0, 500}, {2}, wf::within{500});
  REQUIRE_FALSE(wrong.has_value());
  holds(wrong.error().what(), {"[WF801]", "0 to 499", "row 1 is 500"});
}

TEST_CASE("refine: static extents, arrays, every raw type") {
  using three = wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<wf::dim<3>>>;
  CHECK(wf::refine<three>(std::array<std::uint8_t, 3>{1, 2, 3}).value()(2) == 3);
  unsigned long long const raw[] = {7, 8, 9};
  CHECK(wf::refine<three>(raw).value()(0) == 7);
  auto const wrong = wf::refine<three>(std::vector<short>{7, 8, -100}, "labels.npy");
  REQUIRE_FALSE(wrong.has_value());
  holds(wrong.error().what(), {"[WF801] labels.npy", "ignore<-100>"});
}

TEST_CASE("result: a value has no error, an error has no value") {
  CHECK_THROWS_WITH_AS((void)wf::result<int>(3).error(), doctest::Contains("[WF800]"), wf::error);
}
