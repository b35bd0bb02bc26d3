// SPDX-License-Identifier: Apache-2.0
// Scalar functions for host and device under one name, without <cmath> (0.2 s a file).
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed::math {

WF_HD inline float exp(float x) { return __builtin_expf(x); }
WF_HD inline double exp(double x) { return __builtin_exp(x); }
WF_HD inline float log(float x) { return __builtin_logf(x); }
WF_HD inline double log(double x) { return __builtin_log(x); }
WF_HD inline float log1p(float x) { return __builtin_log1pf(x); }
WF_HD inline double log1p(double x) { return __builtin_log1p(x); }
WF_HD inline float sqrt(float x) { return __builtin_sqrtf(x); }
WF_HD inline double sqrt(double x) { return __builtin_sqrt(x); }
WF_HD inline float tanh(float x) { return __builtin_tanhf(x); }
WF_HD inline double tanh(double x) { return __builtin_tanh(x); }
WF_HD inline float erf(float x) { return __builtin_erff(x); }
WF_HD inline double erf(double x) { return __builtin_erf(x); }
WF_HD inline float sin(float x) { return __builtin_sinf(x); }
WF_HD inline double sin(double x) { return __builtin_sin(x); }
WF_HD inline float cos(float x) { return __builtin_cosf(x); }
WF_HD inline double cos(double x) { return __builtin_cos(x); }
WF_HD inline float pow(float x, float y) { return __builtin_powf(x, y); }
WF_HD inline double pow(double x, double y) { return __builtin_pow(x, y); }
WF_HD inline float abs(float x) { return __builtin_fabsf(x); }
WF_HD inline double abs(double x) { return __builtin_fabs(x); }

/// Logistic function, without overflow on either side.
template <class T>
WF_HD T sigmoid(T x) {
  if (x >= T(0)) return T(1) / (T(1) + exp(-x));
  T const e = exp(x);
  return e / (T(1) + e);
}

}  // namespace wellformed::math
