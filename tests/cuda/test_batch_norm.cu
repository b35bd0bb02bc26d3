// SPDX-License-Identifier: Apache-2.0
// Batch normalisation: statistics, values and gradients of the GPU against the CPU's, for all ways that a
// shape can be cut up.
#include <wellformed/backend/normalise.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;
namespace backend = wf::backend;

namespace {

struct shape {
  index_t batch, features, spatial;
  std::size_t size() const { return static_cast<std::size_t>(batch * features * spatial); }
};

/// With one chunk, several chunks, tiles that are not full, accesses of 16 bytes and of one element.
shape const shapes[] = {{2, 1, 1},    {31, 33, 1},  {64, 128, 1}, {1025, 10, 1}, {1031, 132, 1},
                        {4099, 3, 1}, {2, 1027, 1}, {3, 5, 7},    {2, 3, 64},    {33, 4, 49},
                        {5, 2, 4096}, {1, 3, 1023}, {7, 65, 12}};

/// Features with unlike offsets, as beside an offset of 1e4.
template <class T>
std::vector<T> inputs(shape const& s, double offset) {
  auto x = random_values<T>(s.size(), 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto const feature = static_cast<index_t>(i) / s.spatial % s.features;
    x[i] += static_cast<T>(offset * static_cast<double>(feature % 3));
  }
  return x;
}

template <class T>
T const* as_const(T* p) {
  return p;
}

}  // namespace

TEST_CASE_TEMPLATE("batch norm in training", T, float, double) {
  for (auto const& s : shapes) {
    for (std::size_t const shift : {0, 1}) {
      for (double const offset : {0.0, 1e4}) {
        CAPTURE(s.batch);
        CAPTURE(s.features);
        CAPTURE(s.spatial);
        CAPTURE(offset);
        auto const f = static_cast<std::size_t>(s.features);
        auto const x = inputs<T>(s, offset), weight = random_values<T>(f, 2), bias = random_values<T>(f, 3);
        bool const affine = shift == 0;
        std::vector<T> y(s.size()), mean(f), inverse(f), unbiased(f);
        backend::batch_norm_train(wf::host{}, y.data(), mean.data(), inverse.data(), unbiased.data(),
                                  x.data(), affine ? weight.data() : nullptr, affine ? bias.data() : nullptr,
                                  T(1e-5), s.batch, s.features, s.spatial);
        device_vector<T> const dx(x, shift), dweight(weight), dbias(bias);
        device_vector<T> dy(s.size(), shift), dmean(f), dinverse(f), dunbiased(f);
        backend::batch_norm_train(wf::cuda{}, dy.data(), dmean.data(), dinverse.data(), dunbiased.data(),
                                  dx.data(), affine ? dweight.data() : nullptr,
                                  affine ? dbias.data() : nullptr, T(1e-5), s.batch, s.features, s.spatial);
        double const slack = sizeof(T) == 8 && offset > 0 ? 1e3 : 1;  // of a mean of 1e4, in deviations
        check_close(dmean.on_host(), mean);
        check_close(dinverse.on_host(), inverse, slack);
        check_close(dunbiased.on_host(), unbiased, slack);
        check_close(dy.on_host(), y, slack);
      }
    }
  }
}

TEST_CASE_TEMPLATE("batch norm in evaluation", T, float, double) {
  for (auto const& s : shapes) {
    for (std::size_t const shift : {0, 1}) {
      CAPTURE(s.features);
      auto const f = static_cast<std::size_t>(s.features);
      auto const x = inputs<T>(s, 0), weight = random_values<T>(f, 2), bias = random_values<T>(f, 3),
                 mean = random_values<T>(f, 4), variance = random_values<T>(f, 5, 0, 2);
      std::vector<T> y(s.size());
      backend::batch_norm_eval(wf::host{}, y.data(), x.data(), mean.data(), variance.data(), weight.data(),
                               bias.data(), T(1e-5), s.batch, s.features, s.spatial);
      device_vector<T> const dx(x, shift), dweight(weight), dbias(bias), dmean(mean), dvariance(variance);
      device_vector<T> dy(s.size(), shift);
      backend::batch_norm_eval(wf::cuda{}, dy.data(), dx.data(), dmean.data(), dvariance.data(),
                               dweight.data(), dbias.data(), T(1e-5), s.batch, s.features, s.spatial);
      check_close(dy.on_host(), y);
    }
  }
  backend::batch_norm_eval<T>(wf::cuda{}, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, T(1), 0, 3,
                              5);
}

TEST_CASE_TEMPLATE("batch norm's way back", T, float, double) {
  for (auto const& s : shapes) {
    for (std::size_t const shift : {0, 1}) {
      for (bool const want_input : {true, false}) {
        CAPTURE(s.batch);
        CAPTURE(s.features);
        CAPTURE(s.spatial);
        auto const f = static_cast<std::size_t>(s.features);
        auto const x = inputs<T>(s, 0), gy = random_values<T>(s.size(), 6), weight = random_values<T>(f, 2),
                   mean = random_values<T>(f, 4), inverse = random_values<T>(f, 5, 0.5, 2);
        auto gweight = integers<T>(f, 7), gbias = integers<T>(f, 8);
        device_vector<T> dgweight(gweight), dgbias(gbias), dgx(s.size(), shift);
        bool const affine = shift == 0;
        std::vector<T> gx(s.size());
        backend::batch_norm_backward(wf::host{}, want_input ? gx.data() : nullptr,
                                     affine ? gweight.data() : nullptr, affine ? gbias.data() : nullptr,
                                     gy.data(), x.data(), mean.data(), inverse.data(),
                                     affine ? weight.data() : nullptr, s.batch, s.features, s.spatial);
        device_vector<T> const dx(x, shift), dgy(gy, shift), dweight(weight), dmean(mean), dinverse(inverse);
        backend::batch_norm_backward(wf::cuda{}, want_input ? dgx.data() : nullptr,
                                     affine ? dgweight.data() : nullptr, affine ? dgbias.data() : nullptr,
                                     dgy.data(), dx.data(), dmean.data(), dinverse.data(),
                                     affine ? dweight.data() : nullptr, s.batch, s.features, s.spatial);
        double const slack = 10;  // sums over the batch of numbers of both signs
        check_close(dgweight.on_host(), gweight, slack);
        check_close(dgbias.on_host(), gbias, slack);
        if (want_input) check_close(dgx.on_host(), gx, slack);
      }
    }
  }
}

TEST_CASE("an outlier as the first value costs no precision") {
  for (shape const s : {shape{2053, 3, 1}, shape{3, 3, 1025}}) {
    auto x = random_values<float>(s.size(), 1);
    for (index_t c = 0; c < 3; ++c) x[static_cast<std::size_t>(c * s.spatial)] = 1e5f;
    std::vector<float> y(s.size()), mean(3), inverse(3), unbiased(3);
    backend::batch_norm_train(wf::host{}, y.data(), mean.data(), inverse.data(), unbiased.data(),
                              as_const(x.data()), as_const<float>(nullptr), as_const<float>(nullptr), 1e-5f,
                              s.batch, s.features, s.spatial);
    device_vector<float> const dx(x);
    device_vector<float> dy(s.size()), dmean(3), dinverse(3), dunbiased(3);
    backend::batch_norm_train(wf::cuda{}, dy.data(), dmean.data(), dinverse.data(), dunbiased.data(),
                              dx.data(), as_const<float>(nullptr), as_const<float>(nullptr), 1e-5f, s.batch,
                              s.features, s.spatial);
    check_close(dmean.on_host(), mean, 0.1);
    for (std::size_t c = 0; c < 3; ++c)
      CHECK(dinverse.on_host()[c] == doctest::Approx(inverse[c]).epsilon(1e-6));
    check_close(dy.on_host(), y, 0.1);
  }
}

TEST_CASE("sums over many blocks have the same bits in every run") {
  for (shape const s : {shape{4099, 7, 1}, shape{5, 3, 4099}}) {
    auto const f = static_cast<std::size_t>(s.features);
    device_vector<float> const x(random_values<float>(s.size(), 1)), gy(random_values<float>(s.size(), 2));
    check_repeatable([&] {
      device_vector<float> y(s.size()), mean(f), inverse(f), unbiased(f);
      backend::batch_norm_train(wf::cuda{}, y.data(), mean.data(), inverse.data(), unbiased.data(), x.data(),
                                as_const<float>(nullptr), as_const<float>(nullptr), 1e-5f, s.batch,
                                s.features, s.spatial);
      return inverse.on_host();
    });
    check_repeatable([&] {
      std::vector<float> const zeros(f), ones(f, 1.0f);
      device_vector<float> gweight(zeros), gbias(zeros);
      device_vector<float> const mean(zeros), inverse(ones);
      backend::batch_norm_backward(wf::cuda{}, static_cast<float*>(nullptr), gweight.data(), gbias.data(),
                                   gy.data(), x.data(), mean.data(), inverse.data(), as_const<float>(nullptr),
                                   s.batch, s.features, s.spatial);
      return gweight.on_host();
    });
  }
}
