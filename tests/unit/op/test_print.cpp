// SPDX-License-Identifier: Apache-2.0
// Tensors as text.
#include <doctest/doctest.h>

#include <sstream>

#include <wellformed/op/arithmetic.hpp>
#include <wellformed/op/cast.hpp>
#include <wellformed/op/print.hpp>

namespace {

namespace wf = wellformed;

template <class X>
std::string text_of(X const& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

}  // namespace

TEST_CASE("tensors print row by row, in brackets") {
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<2>, wf::dim<3>>>::of({1, 2.5f, 3, -4, 5, 6});
  CHECK(text_of(x) == "[[1, 2.5, 3],\n [-4, 5, 6]]");
  CHECK(text_of(x + 1) == "[[2, 3.5, 4],\n [-3, 6, 7]]");
  CHECK(text_of(wf::cast<wf::half>(x)) == text_of(x));
  CHECK(text_of(wf::tensor<double, wf::real, wf::axes<>>::of({3})) == "3");
  using cube = wf::tensor<double, wf::real, wf::axes<wf::dim<2>, wf::dim<2>, wf::dim<1>>>;
  CHECK(text_of(cube::of({1, 2, 3, 4})) == "[[[1],\n  [2]],\n\n [[3],\n  [4]]]");
}

TEST_CASE("bytes print as numbers") {
  auto x = wf::tensor<std::uint8_t, wf::real, wf::axes<wf::dim<2>>>::uninitialised();
  x.mutable_data()[0] = 65;
  x.mutable_data()[1] = 255;
  CHECK(text_of(x) == "[65, 255]");
}

TEST_CASE("large tensors print their ends") {
  auto x = wf::tensor<float, wf::real, wf::axes<wf::dim<2>, wf::dim<600>>>::uninitialised();
  for (wf::index_t i = 0; i < x.size(); ++i) x.mutable_data()[i] = static_cast<float>(i);
  CHECK(text_of(x) == "[[0, 1, 2, ..., 597, 598, 599],\n [600, 601, 602, ..., 1197, 1198, 1199]]");
}
