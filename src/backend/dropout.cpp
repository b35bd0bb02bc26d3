// SPDX-License-Identifier: Apache-2.0
// Dropout, four elements for each call of Philox.
#include <wellformed/backend/dropout.hpp>
#include <wellformed/core/philox.hpp>

namespace wellformed::backend {

template <class T>
void dropout(host, T* y, T const* x, double p, std::uint64_t seed, std::uint64_t draw, index_t count) {
  auto const scale = static_cast<T>(p < 1.0 ? 1.0 / (1.0 - p) : 0.0);
  philox_stream const numbers{seed, draw};
  for (index_t i = 0; i < count; i += 4) {
    auto const words = numbers.block(static_cast<std::uint64_t>(i) / 4);
    for (index_t k = 0; k < 4 && i + k < count; ++k) {
      bool const keep = static_cast<double>(philox_stream::unit(words[static_cast<std::size_t>(k)])) >= p;
      y[i + k] = keep ? x[i + k] * scale : T(0);
    }
  }
}

template void dropout<float>(host, float*, float const*, double, std::uint64_t, std::uint64_t, index_t);
template void dropout<double>(host, double*, double const*, double, std::uint64_t, std::uint64_t, index_t);

}  // namespace wellformed::backend
