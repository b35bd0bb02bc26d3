// SPDX-License-Identifier: Apache-2.0
// Element-wise expressions on a GPU against the same expressions on the CPU: values and gradients, of every
// function, for sizes with and without whole packets, and of operands that repeat.
#include <doctest/doctest.h>

#include "on_both.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;

namespace {

using row = wf::axis<struct rows_tag, 0, wf::unbounded>;
using line = wf::axes<row>;

template <class E, class... F>
void check_functions(wf::unary_list<F...>, wf::index_t n) {
  auto const x = numbers<E, line>({n}, 1);
  auto const one = [&]<class Function>(Function) {
    CAPTURE(Function::name);
    check_on_both([]<class V>(V&& v) { return wf::build_map<Function, wf::real>({}, static_cast<V&&>(v)); },
                  x);
  };
  (one(F{}), ...);
}

}  // namespace

TEST_CASE("every function has the value and the gradient of the CPU") {
  for (wf::index_t const n : {0, 31, 64}) {
    CAPTURE(n);
    check_functions<float>(wf::unary_functions{}, n);
    check_functions<double>(wf::unary_functions{}, n);
  }
}

TEST_CASE("an expression of many operations is right at every size") {
  for (wf::index_t const n : {0, 1, 3, 4, 33, 1023, 1024, 1025, 4099}) {
    CAPTURE(n);
    auto const a = numbers<float, line>({n}, 1), b = numbers<float, line>({n}, 2);
    check_on_both(
        []<class X>(X&& x, auto const& y) {
          return wf::exp(static_cast<X&&>(x) * 0.5 - y) / (y + 1.0) + y * y - 0.25;
        },
        a, b);
  }
}

TEST_CASE("operands repeat along axes that they lack") {
  using axes = wf::axes<row, wf::dim<6>, wf::dim<8>>;
  for (wf::index_t const n : {0, 1, 5}) {
    CAPTURE(n);
    auto const x = numbers<float, axes>({n, 6, 8}, 1);
    auto const times = []<class C>(C&& c, auto const& v) {
      return v * wf::broadcast_like(static_cast<C&&>(c), v);
    };
    check_on_both(times, numbers<float, wf::axes<wf::dim<8>>>({8}, 2), x);
    check_on_both(times, numbers<float, wf::axes<wf::dim<6>>>({6}, 3), x);
    check_on_both(times, numbers<float, wf::axes<row>>({n}, 4), x);
    check_on_both(times, numbers<float, wf::axes<row, wf::dim<8>>>({n, 8}, 5), x);
    check_on_both(times, numbers<float, wf::axes<>>({}, 6), x);
  }
}

TEST_CASE("indices of 64 bits and steps of a block give the same elements") {
  using steps = backend::steps<2>;
  for (std::size_t const n : {8, 1000, 3072, 70000}) {
    CAPTURE(n);
    auto const x = random_values<float>(n, 1), column = random_values<float>(n / 4, 2);
    device_vector<float> const there(x), repeated(column);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = x[i] + column[i / 4];
    backend::apply<wf::add_function, backend::load<float>, backend::load_repeated<float, steps>> const sum{
        {},
        {{{there.data()}},
         {{repeated.data(), nullptr, steps{{static_cast<wf::index_t>(n / 4), 4}, {1, 0}}}}}};
    for (bool const is_together : {true, false}) {
      device_vector<float> y(n);
      backend::map_kernel<wf::index_t, 4><<<3, backend::map_threads, 0, backend::stream_of(wf::cuda{})>>>(
          y.data(), sum, static_cast<wf::index_t>(n), is_together);
      backend::check_launch("map");
      CHECK(y.on_host() == expected);
    }
  }
}

TEST_CASE("axes with bounds need no indices of 64 bits") {
  CHECK(backend::most_of<backend::bounded_count<128>> < backend::most_of_32_bits);
  CHECK(backend::most_of<wf::index_t> >= backend::most_of_32_bits);
  CHECK(wf::axis_list::max_size<wf::axes<wf::axis<struct rows_tag, 0, 1 << 16>, wf::dim<1 << 16>>> >=
        backend::most_of_32_bits);
}
