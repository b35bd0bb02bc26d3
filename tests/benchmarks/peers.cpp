// SPDX-License-Identifier: Apache-2.0
// The works by Eigen, by a BLAS, by loops written by hand, and by memory alone.
#include <cstring>

#include <Eigen/Core>
#ifdef WITH_BLAS
#include <cblas.h>
#endif

#include "contest.hpp"

using contest::ids, contest::keep, contest::numbers;
using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using row_array = Eigen::Map<Eigen::ArrayXf>;

namespace {

using index = std::size_t;

std::function<void()> eigen_cross_entropy(index rows, index classes) {
  return [=, x = numbers(rows * classes, 1), g = std::vector<float>(rows * classes),
          y = ids(rows, classes)]() mutable {
    float loss = 0;
    for (index r = 0; r < rows; ++r) {
      row_array const in(x.data() + r * classes, static_cast<Eigen::Index>(classes));
      row_array out(g.data() + r * classes, static_cast<Eigen::Index>(classes));
      float const most = in.maxCoeff();
      out = (in - most).exp();
      float const total = out.sum();
      auto const label = static_cast<Eigen::Index>(y[r]);
      loss += std::log(total) + most - in[label];
      out *= 1.0f / total;
      out[label] -= 1.0f;
    }
    keep(loss);
  };
}

/// As many bytes as the work must read and write.
std::function<void()> copies(index count) {
  return [=, x = numbers(count, 1), y = std::vector<float>(count)]() mutable {
    std::memcpy(y.data(), x.data(), count * sizeof(float));
    keep(y[0]);
  };
}

std::function<void()> eigen_chain() {
  return [a = numbers(1 << 24, 1), b = numbers(1 << 24, 2), o = std::vector<float>(1 << 24)]() mutable {
    row_array const x(a.data(), 1 << 24), y(b.data(), 1 << 24);
    row_array(o.data(), 1 << 24) = ((x * y + x).max(0.0f) * 0.5f - y).abs();
    keep(o[0]);
  };
}

std::function<void()> eigen_product(int m, int n, int k) {
  return [=, x = numbers(static_cast<index>(m * k), 1), w = numbers(static_cast<index>(n * k), 2),
          y = std::vector<float>(static_cast<index>(m * n))]() mutable {
    Eigen::Map<matrix>(y.data(), m, n).noalias() =
        Eigen::Map<matrix>(x.data(), m, k) * Eigen::Map<matrix>(w.data(), n, k).transpose();
    keep(y[0]);
  };
}

#ifdef WITH_BLAS
std::function<void()> blas_product(int m, int n, int k) {
  return [=, x = numbers(static_cast<index>(m * k), 1), w = numbers(static_cast<index>(n * k), 2),
          y = std::vector<float>(static_cast<index>(m * n))]() mutable {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1, x.data(), k, w.data(), k, 0, y.data(),
                n);
    keep(y[0]);
  };
}
#endif

/// Forward, cross entropy, backward and SGD of a net of two layers, as a careful user of Eigen writes it.
template <int Rows, int In, int Hidden>
std::function<void()> eigen_step() {
  struct state {
    matrix x, w1, w2, h, z, dz, dh, g1, g2;
    Eigen::RowVectorXf b1, b2;
    std::vector<std::int64_t> y = ids(Rows, 10);
    state()
        : x(matrix::Random(Rows, In)),
          w1(matrix::Random(Hidden, In) * 0.05f),
          w2(matrix::Random(10, Hidden) * 0.1f) {
      b1.setZero(Hidden);
      b2.setZero(10);
    }
    void operator()() {
      h.noalias() = x * w1.transpose();
      h = (h.rowwise() + b1).cwiseMax(0.0f);
      z.noalias() = h * w2.transpose();
      z.rowwise() += b2;
      float loss = 0;
      dz.resize(Rows, 10);
      for (int r = 0; r < Rows; ++r) {
        float const most = z.row(r).maxCoeff();
        dz.row(r) = (z.row(r).array() - most).exp();
        float const total = dz.row(r).sum();
        auto const label = static_cast<Eigen::Index>(y[static_cast<index>(r)]);
        loss += std::log(total) + most - z(r, label);
        dz.row(r) *= 1.0f / (total * Rows);
        dz(r, label) -= 1.0f / Rows;
      }
      keep(loss);
      g2.noalias() = dz.transpose() * h;
      dh.noalias() = dz * w2;
      dh = (h.array() > 0.0f).select(dh, 0.0f);
      g1.noalias() = dh.transpose() * x;
      w2 -= 1e-3f * g2;
      b2 -= 1e-3f * dz.colwise().sum();
      w1 -= 1e-3f * g1;
      b1 -= 1e-3f * dh.colwise().sum();
    }
  };
  return [s = std::make_shared<state>()] { (*s)(); };
}

contest::works const eigen{
    {"cross_entropy 64x10", [] { return eigen_cross_entropy(64, 10); }},
    {"cross_entropy 4096x1000", [] { return eigen_cross_entropy(4096, 1000); }},
    {"cross_entropy 512x32000", [] { return eigen_cross_entropy(512, 32000); }},
    {"chain of 6, 16M", [] { return eigen_chain(); }},
    {"step 64-32-10, batch 32", [] { return eigen_step<32, 64, 32>(); }},
    {"step 784-128-10, batch 64", [] { return eigen_step<64, 784, 128>(); }},
    {"product 8x8x8", [] { return eigen_product(8, 8, 8); }},
    {"product 16x16x16", [] { return eigen_product(16, 16, 16); }},
    {"product 32x32x64", [] { return eigen_product(32, 32, 64); }},
    {"product 64x10x128", [] { return eigen_product(64, 10, 128); }},
    {"product 64x128x784", [] { return eigen_product(64, 128, 784); }},
    {"product 256x256x256", [] { return eigen_product(256, 256, 256); }},
    {"product 1024x1024x1024", [] { return eigen_product(1024, 1024, 1024); }},
};

contest::works const memory{
    {"cross_entropy 4096x1000", [] { return copies(4096 * 1000); }},
    {"cross_entropy 512x32000", [] { return copies(512 * 32000); }},
    {"bce_with_logits 4096x1000", [] { return copies(4096 * 1000 * 3 / 2); }},
    {"chain of 6, 16M", [] { return copies((1 << 24) / 2 * 3); }},
    {"layer_norm 4096x1024", [] { return copies(4096 * 1024 * 5 / 2); }},
    {"adamw 10M", [] { return copies(35000000); }},
};

#ifdef WITH_BLAS
contest::works const blas{
    {"product 8x8x8", [] { return blas_product(8, 8, 8); }},
    {"product 16x16x16", [] { return blas_product(16, 16, 16); }},
    {"product 32x32x64", [] { return blas_product(32, 32, 64); }},
    {"product 64x10x128", [] { return blas_product(64, 10, 128); }},
    {"product 64x128x784", [] { return blas_product(64, 128, 784); }},
    {"product 256x256x256", [] { return blas_product(256, 256, 256); }},
    {"product 1024x1024x1024", [] { return blas_product(1024, 1024, 1024); }},
};
#else
contest::works const blas{};
#endif

}  // namespace

int main(int, char** arguments) {
  std::string const who = arguments[1];
  return contest::serve(who == "eigen" ? eigen : who == "memory" ? memory : blas);
}
