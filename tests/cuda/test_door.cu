// SPDX-License-Identifier: Apache-2.0
// A user's own kernels: they see tensors through typed views; what is out of bounds is an error at the next
// synchronisation, and what a GPU cannot launch is an error at the call.
#undef NDEBUG  // with it, bounds are not checked
#include <doctest/doctest.h>

#include <string>

#include <wellformed/cuda/launch.cuh>
#include <wellformed/tensor/move_to.hpp>
#include <wellformed/types/cuda_device.hpp>

namespace wf = wellformed;
using wf::index_t;

struct some_rows;
using row = wf::batch<some_rows, 0, 10000>;
using matrix = wf::axes<row, wf::dim<3>>;

/// y(i) = sum over j of w(j) x(i, j). `beyond` is added to the row that is read.
__global__ void weigh(wf::cuda_view<float, matrix> x, wf::cuda_view<float, wf::axes<wf::dim<3>>> w,
                      wf::cuda_view<float, wf::axes<row>, wf::read_write> y, index_t beyond) {
  index_t const i = index_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= y.extent<row>()) return;
  float sum = 0;
  for (index_t j = 0; j < x.extent<wf::dim<3>>(); ++j) sum += w(j) * x(i + beyond, j);
  y(i) = sum;
}

__global__ void scatter(wf::cuda_view<float, wf::axes<row>, wf::read_write> y, index_t shift) {
  index_t const i = index_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < y.size()) y(i + shift) = 7;
}

__global__ void reverse(wf::cuda_view<float, wf::axes<row>, wf::read_write> y, int count) {
  extern __shared__ float held[];
  held[threadIdx.x] = y(threadIdx.x);
  __syncthreads();
  y(threadIdx.x) = held[count - 1 - static_cast<int>(threadIdx.x)];
}

__global__ void __launch_bounds__(64) narrow_blocks(int) {}

namespace {

template <class M, class Axes>
using on_host = wf::tensor<float, M, Axes>;

template <class F>
std::string text_of_error(F f) {
  try {
    f();
  } catch (wf::error const& found) {
    return found.what();
  }
  return "no error";
}

struct weighing {
  index_t rows;
  wf::tensor<float, wf::real, matrix, wf::cuda> x;
  wf::tensor<float, wf::real, wf::axes<wf::dim<3>>, wf::cuda> w;
  wf::tensor<float, wf::real, wf::axes<row>, wf::cuda> y;

  explicit weighing(index_t of)
      : rows(of),
        x(numbers(of)),
        w(wf::move_to<wf::cuda>(on_host<wf::real, wf::axes<wf::dim<3>>>::of({1, 10, 100}))),
        y(decltype(y)::uninitialised({of})) {}
  static wf::tensor<float, wf::real, matrix, wf::cuda> numbers(index_t rows) {
    auto x = on_host<wf::real, matrix>::uninitialised({rows, 3});
    for (index_t i = 0; i < x.size(); ++i) x.unchecked_data()[i] = static_cast<float>(i % 7);
    return wf::move_to<wf::cuda>(x);
  }
  void run(index_t beyond = 0) {
    wf::launch(x.where(), weigh, wf::launch_shape<64>{}, rows, wf::view(x), wf::view(w), wf::mutable_view(y),
               beyond);
  }
};

float expected_row(index_t i) {
  auto const at = [&](index_t j) { return static_cast<float>((i * 3 + j) % 7); };
  return at(0) + 10 * at(1) + 100 * at(2);
}

}  // namespace

TEST_CASE("a kernel reads and writes tensors by index") {
  for (index_t const rows : {0, 1, 31, 33, 1025}) {
    weighing w(rows);
    w.run();
    auto const y = wf::move_to<wf::host>(w.y);
    for (index_t i = 0; i < rows; ++i) REQUIRE(y(i) == expected_row(i));
  }
}

TEST_CASE("a view knows its extents and its GPU; one to write serves to read") {
  weighing w(5);
  auto const x = wf::view(w.x);
  static_assert(!std::is_assignable_v<decltype(*x.data()), float>);
  CHECK(x.size() == 15);
  CHECK(x.extent<row>() == 5);
  CHECK(x.extent<wf::dim<3>>() == 3);
  CHECK(x.where().ordinal == 0);
  wf::cuda_view<float, wf::axes<row>> const y = wf::mutable_view(w.y);
  CHECK(y.size() == 5);
  CHECK(y.data() == w.y.address());
}

TEST_CASE("elements shared with a copy are copied before they are written") {
  weighing w(4);
  w.run();
  auto const before = w.y;
  wf::launch(w.y.where(), scatter, wf::launch_shape<32>{}, 4, wf::mutable_view(w.y), index_t{0});
  auto const kept = wf::move_to<wf::host>(before), written = wf::move_to<wf::host>(w.y);
  for (index_t i = 0; i < 4; ++i) {
    CHECK(kept(i) == expected_row(i));
    CHECK(written(i) == 7);
  }
}

TEST_CASE("an index out of bounds is an error, and the GPU lives on") {
  weighing w(40);
  auto const wait = [] { wf::synchronise(wf::cuda{}); };
  for (int turn = 0; turn < 3; ++turn) {
    w.run(2);  // rows 40 and 41, by threads 38 and 39
    CHECK(text_of_error(wait) ==
          "[WF305] a kernel of the program: index 40 on axis 0 of 40 elements, in thread 38");
    w.run(-1);
    CHECK(text_of_error(wait) ==
          "[WF305] a kernel of the program: index -1 on axis 0 of 40 elements, in thread 0");
    wf::launch(w.y.where(), scatter, wf::launch_shape<32>{}, 40, wf::mutable_view(w.y), index_t{39});
    CHECK(text_of_error(wait) ==
          "[WF305] a kernel of the program: index 40 on axis 0 of 40 elements, in thread 1");
    w.run();
    auto const y = wf::move_to<wf::host>(w.y);
    for (index_t i = 0; i < 40; ++i) REQUIRE(y(i) == expected_row(i));
  }
}

TEST_CASE("shared memory, beyond what is free as well") {
  for (index_t const bytes : {4 * 100, 100 * 1024}) {
    weighing w(100);
    w.run();
    wf::launch(wf::cuda{}, reverse, wf::launch_size{100, bytes}, 100, wf::mutable_view(w.y), 100);
    auto const y = wf::move_to<wf::host>(w.y);
    for (index_t i = 0; i < 100; ++i) REQUIRE(y(i) == expected_row(99 - i));
  }
}

TEST_CASE("what no GPU can launch is an error at the call") {
  weighing w(4);
  auto const with = [&](wf::launch_size size, index_t count) {
    return text_of_error(
        [&] { wf::launch(wf::cuda{}, scatter, size, count, wf::mutable_view(w.y), index_t{0}); });
  };
  CHECK(with({1025, 0}, 4) == "[WF655] launch: a block of 1025 threads; a GPU runs 1 to 1024");
  CHECK(with({0, 0}, 4).find("[WF655] launch: a block of 0 threads") == 0);
  CHECK(with({32, 0}, -1).find("[WF655] launch: -1 threads") == 0);
  CHECK(with({32, 0}, index_t{1} << 36) ==
        "[WF655] launch: 68719476736 threads in blocks of 32; a grid has 0 to 2147483647 blocks, so let each "
        "thread do "
        "several elements");
  CHECK(with({32, 1 << 20}, 4)
            .find("[WF656] launch: 1048576 bytes of shared memory a block; GPU 0 gives 0 to ") == 0);
  CHECK(with({32, 0}, 0) == "no error");
  auto const text =
      text_of_error([] { wf::launch(wf::cuda{}, narrow_blocks, wf::launch_shape<128>{}, 1, 0); });
  CHECK(text.find("[WF657] launch: a block of 128 threads; this kernel, with ") == 0);
  CHECK(text.find(" has at most 64; take fewer, or write __launch_bounds__(128) at the kernel") !=
        std::string::npos);
  auto const y = wf::mutable_view(w.y);
  CHECK_THROWS_WITH(
      wf::launch(wf::cuda{1}, scatter, wf::launch_shape<32>{}, 4, y, index_t{0}),
      doctest::Contains("[WF604] launch: a view of a tensor on GPU 0 goes to a kernel on GPU 1"));
}
