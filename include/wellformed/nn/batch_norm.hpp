// SPDX-License-Identifier: Apache-2.0
// Batch normalisation, over rows and spatial positions, per feature.
#pragma once

#include <wellformed/backend/normalise.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/nn/batch_norm_rule.hpp>

namespace wellformed::nn {

/// What the way back of a normalisation needs.
struct normalised {
  raw input{};
  slab mean{};
  slab inverse_deviation{};
};

/// Computes: y = weight (x - mean) / sqrt(variance + eps) + bias, per feature. Training uses the mean and
/// variance of the batch, and moves the running ones towards them by `momentum` when a step commits;
/// evaluation uses those. Shapes: unchanged. Gradient: input, weight, bias. Refuses: WF316 the features are
/// no axis of the input, WF317 they could be two, WF420 training on a batch axis that allows a single value
/// per feature. Example: tests/unit/nn/test_batch_norm.cpp.
template <Axis F>
struct batch_norm_layer : stateless {
  static constexpr char const* name = "batch_norm";
  static constexpr index_t features = F::max;
  static constexpr index_t parameters = 2 * features;
  static constexpr index_t buffers = 2 * features;
  double momentum = 0.1;
  double eps = 1e-5;

  static constexpr auto parameter_table() {
    using enum parameter_info::start;
    return std::array<parameter_info, 2>{{{"weight", features, ones}, {"bias", features, zeros}}};
  }
  static constexpr auto buffer_table() {
    using enum parameter_info::start;
    return std::array<parameter_info, 2>{
        {{"running_mean", features, zeros}, {"running_var", features, ones}}};
  }

  template <class X>
  using output = typed<typename X::element, real, typename X::axes_type>;
  template <class X>
  using saved = normalised;

  template <class Mode, class X>
  static constexpr auto verdict() {
    return norm_check::batch_norm<Mode, F, typename X::axes_type>();
  }

  template <class X, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    constexpr int at = norm_check::feature_axis<F, typename X::axes_type>;
    auto y = uninitialised_like<E>(x);
    backend::batch_norm_eval(p.where, data<E>(y), data<E>(x), p.buffers, p.buffers + features, p.parameters,
                             p.parameters + features, static_cast<E>(eps), x.product(0, at), features,
                             x.product(at + 1, x.rank));
    return y;
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, normalised& keep) const {
    constexpr int at = norm_check::feature_axis<F, typename X::axes_type>;
    constexpr auto bytes = static_cast<std::size_t>(features) * sizeof(E);
    auto* const memory = p.where.memory();
    keep = {x, slab(bytes, memory), slab(bytes, memory)};
    slab const variance(bytes, memory);
    auto y = uninitialised_like<E>(x);
    auto* mean = static_cast<E*>(keep.mean.data());
    backend::batch_norm_train(p.where, data<E>(y), mean, static_cast<E*>(keep.inverse_deviation.data()),
                              static_cast<E*>(variance.data()), data<E>(x), p.parameters,
                              p.parameters + features, static_cast<E>(eps), x.product(0, at), features,
                              x.product(at + 1, x.rank));
    E const* const used = mean;
    backend::blend_statistics(p.where, p.decay, p.shift, used, momentum, features);
    backend::blend_statistics(p.where, p.decay + features, p.shift + features,
                              static_cast<E const*>(variance.data()), momentum, features);
    return y;
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, normalised& kept, raw const& gradient, bool want_input) const {
    constexpr int at = norm_check::feature_axis<F, typename X::axes_type>;
    raw gx;
    if (want_input) gx = uninitialised_like<E>(gradient);
    backend::batch_norm_backward(p.where, want_input ? data<E>(gx) : nullptr, p.gradient,
                                 p.gradient + features, data<E>(gradient), data<E>(kept.input),
                                 static_cast<E const*>(kept.mean.data()),
                                 static_cast<E const*>(kept.inverse_deviation.data()), p.parameters,
                                 gradient.product(0, at), features, gradient.product(at + 1, gradient.rank));
    return gx;
  }
};

/// Throws WF521 unless 0 <= momentum <= 1 and eps > 0.
inline void check_batch_norm(double momentum, double eps) {
  check_number("batch_norm", "momentum", momentum, 0, 1);
  check_number("batch_norm", "eps", eps, 1e-300, 1e300);
}

/// `batch_norm<128>()` normalises an axis `dim<128>`; an axis or a label set is named:
/// `batch_norm<channels>()`.
template <index_t Features>
auto batch_norm(double momentum = 0.1, double eps = 1e-5) {
  check_batch_norm(momentum, eps);
  return batch_norm_layer<dim<Features>>{{}, momentum, eps};
}
template <class Features>
auto batch_norm(double momentum = 0.1, double eps = 1e-5) {
  check_batch_norm(momentum, eps);
  return batch_norm_layer<typename axis_named<Features>::type>{{}, momentum, eps};
}

/// Refuses: WF342 sizes that are no constants.
template <std::integral Size, class... More>
constexpr auto batch_norm(Size, More...) {
  refuse::refused<refuse::wf342, refuse::got<Size>>::report();
  return refused_layer{};
}

}  // namespace wellformed::nn
