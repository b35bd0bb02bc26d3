// SPDX-License-Identifier: Apache-2.0
// Node kind `contract` on the host: matrix products, row-major, through Eigen (src/backend/contract.cpp).
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// c (m, n) = op(a) op(b) + beta * c; op(a) is (m, k), op(b) is (k, n). For float and double.
template <class T>
void matmul(host, T* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a, bool transpose_b,
            T beta);

/// y (rows, out) = x (rows, in) w^T + bias; w is (out, in); bias (out) may be null.
template <class T>
void linear_forward(host, T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in, index_t out);

/// gx (rows, in) = gy w, unless null; gw (out, in) += gy^T x; gb (out) += column sums of gy, unless null.
template <class T>
void linear_backward(host, T* gx, T* gw, T* gb, T const* gy, T const* x, T const* w, index_t rows, index_t in,
                     index_t out);

}  // namespace wellformed::backend
