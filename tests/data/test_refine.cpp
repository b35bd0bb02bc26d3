// SPDX-License-Identifier: Apache-2.0
// refine: what enters is checked whole, and the error says which rows, values, range and likely cause.
#include <doctest/doctest.h>

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
  auto const y = wf::refine<ids<wf::class_index<digit, wf::ignore<255>>>>(std::vector<int>{1, 255}, {2}).value();
  CHECK(y(1) == 255);
  holds(complaint<ids<wf::class_index<digit, wf::ignore<255>>>>(std::vector<int>{1, -1}, {2}), {"ignored 255"});
  holds(complaint<ids<wf::class_index<voc>>>(std::vector<int>{1, 0}, {2}), {"[WF808]", "reserved 0", "empty list"});
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
  holds(complaint<numbers<wf::real, 1>>(std::vector<double>{1, HUGE_VAL}, {2, 1}), {"[WF803]", "row 1 is inf"});
  holds(complaint<numbers<wf::boolean, 1>>(std::vector<int>{0, 255}, {2, 1}), {"divide by 255"});
}

TEST_CASE("refine: rows of probabilities and one-hot labels sum to one") {
  auto const q = wf::refine<over<wf::class_probs<mood>, mood>>(std::vector<double>{0.25, 0.75}, {1, 2}).value();
  CHECK(q(0, 1) == 0.75);
  holds(complaint<over<wf::class_probs<mood>, mood>>(std::vector<double>{0.25, 0.75, 0.5, 0.6}, {2, 2}),
        {"[WF805]", "1 of 2 rows", "row 1 sums to 1.1"});
  holds(complaint<over<wf::one_hot<mood>, mood>>(std::vector<int>{1, 1}, {1, 2}), {"[WF806]", "multi_hot"});
  holds(complaint<over<wf::one_hot<mood>, mood>>(std::vector<int>{0, 2}, {1, 2}), {"[WF804]", "0 and 1"});
  CHECK(wf::refine<over<wf::multi_hot<mood>, mood>>(std::vector<int>{1, 1}, {1, 2}).has_value());
  CHECK(wf::refine<over<wf::log_prob, mood>>(std::vector<double>{std::log(0.25), std::log(0.75)}, {1, 2}).has_value());
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
