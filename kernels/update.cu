// SPDX-License-Identifier: Apache-2.0
// Optimiser rules on a GPU: one launch over all parameters, with the CPU's bits. After an offence in the
// stream, or if the device decided against the step, every number stays as it is.
#include <wellformed/backend/update.hpp>

#include <wellformed/core/math.hpp>

#include "flat_pass.cuh"
#include "uncontracted.cuh"

namespace wellformed::backend {

namespace {

/// Whether a step may be done.
struct permission {
  error_record* word;
  step_control const* control;  // null: the host decided

  __device__ bool granted() const {
    if (has_offence(word)) {
      if (blockIdx.x == 0 && threadIdx.x == 0) seal(word);
      return false;
    }
    return control == nullptr || control->go != 0;
  }
};

template <class T>
struct commit {
  permission may;
  __device__ bool begin() const { return may.granted(); }
  /// From buffer, decay, shift.
  __device__ void operator()(T const (&x)[3], T (&y)[1]) const { y[0] = plus(times(x[1], x[0]), x[2]); }
};

template <class T>
struct sgd_numbers {
  T factor, lr, momentum, decay;
  bool first, nesterov;

  sgd_numbers() = default;
  WF_HD sgd_numbers(sgd_rule const& rule, double scale, index_t step)
      : factor(static_cast<T>(scale)),
        lr(static_cast<T>(rule.lr)),
        momentum(static_cast<T>(rule.momentum)),
        decay(static_cast<T>(rule.weight_decay)),
        first(step <= 1),
        nesterov(rule.nesterov) {}
};

/// With the numbers of the host, or of the device's decision.
template <class T>
struct sgd_rate {
  permission may;
  sgd_numbers<T> by;

  __device__ bool begin() {
    if (!may.granted()) return false;
    if (may.control != nullptr) {
      by.factor = static_cast<T>(may.control->scale);
      by.lr = static_cast<T>(may.control->lr);
      by.first = may.control->step <= 1;
    }
    return true;
  }
  __device__ T gradient(T p, T g) const { return plus(times(by.factor, g), times(by.decay, p)); }
  __device__ T moved(T p, T g) const { return plus(p, -times(by.lr, g)); }
};

template <class T>
struct plain_sgd : sgd_rate<T> {
  /// From parameter, gradient.
  __device__ void operator()(T const (&x)[2], T (&y)[1]) const {
    y[0] = this->moved(x[0], this->gradient(x[0], x[1]));
  }
};

template <class T>
struct momentum_sgd : sgd_rate<T> {
  /// From parameter, velocity, gradient to parameter, velocity.
  __device__ void operator()(T const (&x)[3], T (&y)[2]) const {
    auto const& by = this->by;
    T const g = this->gradient(x[0], x[2]);
    T const v = by.first ? g : plus(times(by.momentum, x[1]), g);
    y[0] = this->moved(x[0], by.nesterov ? plus(g, times(by.momentum, v)) : v);
    y[1] = v;
  }
};

/// x^n for n >= 0 by products alone.
__device__ double power(double x, index_t n) {
  double result = 1;
  for (; n > 0; n /= 2, x *= x) {
    if (n % 2 != 0) result *= x;
  }
  return result;
}

template <class T>
struct adam_numbers {
  T factor, eps, b1, b2, c1, c2, step_size, root, coupled, shrink;

  adam_numbers() = default;
  /// decay1, decay2: the step-th powers of the betas.
  WF_HD adam_numbers(adam_rule const& rule, double scale, double lr, double decay1, double decay2)
      : factor(static_cast<T>(scale)),
        eps(static_cast<T>(rule.eps)),
        b1(static_cast<T>(rule.beta1)),
        b2(static_cast<T>(rule.beta2)),
        c1(static_cast<T>(1.0 - rule.beta1)),
        c2(static_cast<T>(1.0 - rule.beta2)),
        step_size(static_cast<T>(lr / (1.0 - decay1))),
        root(static_cast<T>(math::sqrt(1.0 - decay2))),
        coupled(static_cast<T>(rule.decoupled ? 0.0 : rule.weight_decay)),
        shrink(static_cast<T>(rule.decoupled ? 1.0 - lr * rule.weight_decay : 1.0)) {}
};

/// From parameter, first and second moment, gradient to parameter and moments.
template <class T>
struct adam_step {
  adam_numbers<T> by;

  __device__ void operator()(T const (&x)[4], T (&y)[3]) const {
    T const g = plus(times(by.factor, x[3]), times(by.coupled, x[0]));
    y[1] = plus(times(by.b1, x[1]), times(by.c1, g));
    y[2] = plus(times(by.b2, x[2]), times(times(by.c2, g), g));
    T const below = plus(math::sqrt(y[2]) / by.root, by.eps);
    y[0] = plus(times(by.shrink, x[0]), -(times(by.step_size, y[1]) / below));
  }
};

template <class T>
struct host_adam : adam_step<T> {
  permission may;
  __device__ bool begin() const { return may.granted(); }
};

template <class T>
struct device_adam : adam_step<T> {
  permission may;
  adam_rule rule;

  /// One thread of a block takes the powers.
  __device__ bool begin() {
    __shared__ adam_numbers<T> shared;
    if (!may.granted()) return false;
    if (threadIdx.x == 0) {
      auto const& decided = *may.control;
      shared = adam_numbers<T>(rule, decided.scale, decided.lr, power(rule.beta1, decided.step),
                               power(rule.beta2, decided.step));
    }
    __syncthreads();
    this->by = shared;
    return true;
  }
};

permission ask(cuda where, step_control const* control) { return {context_of(where).word(), control}; }

template <class T>
void run_sgd(cuda where, T* parameters, T* velocity, T const* gradient, sgd_rate<T> const& rate,
             index_t count) {
  if (velocity == nullptr) {
    flat_pass::zip<2, T>("sgd", where, {parameters}, {parameters, gradient}, plain_sgd<T>{rate}, count);
  } else {
    flat_pass::zip<1, T>("sgd", where, {parameters, velocity}, {parameters, velocity, gradient},
                         momentum_sgd<T>{rate}, count);
  }
}

template <class T, class Step>
void run_adam(cuda where, T* parameters, T* first, T* second, T const* gradient, Step const& step,
              index_t count) {
  // Few blocks that go on and on: what begin() costs is paid once each.
  index_t const most = index_t{context_of(where).multiprocessors()} * 8;
  flat_pass::zip<1, T>("adam", where, {parameters, first, second}, {parameters, first, second, gradient},
                       step, count, most);
}

}  // namespace

template <class T>
void sgd(cuda where, T* parameters, T* velocity, T const* gradient, double scale, sgd_rule rule, index_t step,
         index_t count) {
  run_sgd(where, parameters, velocity, gradient, sgd_rate<T>{ask(where, nullptr), {rule, scale, step}},
          count);
}

template <class T>
void sgd(cuda where, T* parameters, T* velocity, T const* gradient, step_control const* control,
         sgd_rule rule, index_t count) {
  run_sgd(where, parameters, velocity, gradient, sgd_rate<T>{ask(where, control), {rule, 0.0, 0}}, count);
}

template <class T>
void adam(cuda where, T* parameters, T* first, T* second, T const* gradient, double scale, adam_rule rule,
          index_t step, index_t count) {
  auto const t = static_cast<double>(step);
  adam_numbers<T> const by(rule, scale, rule.lr, math::pow(rule.beta1, t), math::pow(rule.beta2, t));
  run_adam(where, parameters, first, second, gradient, host_adam<T>{{by}, ask(where, nullptr)}, count);
}

template <class T>
void adam(cuda where, T* parameters, T* first, T* second, T const* gradient, step_control const* control,
          adam_rule rule, index_t count) {
  run_adam(where, parameters, first, second, gradient, device_adam<T>{{}, ask(where, control), rule}, count);
}

template <class T>
void commit_statistics(cuda where, T* buffers, T const* decay, T const* shift, index_t count) {
  commit_statistics(where, buffers, decay, shift, nullptr, count);
}

template <class T>
void commit_statistics(cuda where, T* buffers, T const* decay, T const* shift, step_control const* control,
                       index_t count) {
  flat_pass::zip<1, T>("commit_statistics", where, {buffers}, {buffers, decay, shift},
                       commit<T>{ask(where, control)}, count);
}

#define WF_FOR(T)                                                                          \
  template void sgd(cuda, T*, T*, T const*, double, sgd_rule, index_t, index_t);           \
  template void sgd(cuda, T*, T*, T const*, step_control const*, sgd_rule, index_t);       \
  template void adam(cuda, T*, T*, T*, T const*, double, adam_rule, index_t, index_t);     \
  template void adam(cuda, T*, T*, T*, T const*, step_control const*, adam_rule, index_t); \
  template void commit_statistics(cuda, T*, T const*, T const*, index_t);                  \
  template void commit_statistics(cuda, T*, T const*, T const*, step_control const*, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
