// SPDX-License-Identifier: Apache-2.0
// Rows by index. Gradients of a row that was taken twice add up, in the order of the indices.
#include <cstring>

#include <wellformed/backend/gather.hpp>

namespace wellformed::backend {

template <class Index>
index_t first_outside(host, Index const* at, index_t count, index_t n) {
  for (index_t i = 0; i < count; ++i) {
    auto const id = static_cast<index_t>(at[i]);
    if (id < 0 || id >= n) return i;
  }
  return -1;
}

template <class Index>
void gather(host, void* out, void const* in, Index const* at, index_t outer, index_t n, index_t count,
            index_t inner_bytes) {
  if (inner_bytes == 0) return;
  auto* to = static_cast<char*>(out);
  auto const* from = static_cast<char const*>(in);
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < count; ++i) {
      std::memcpy(to, from + (o * n + static_cast<index_t>(at[i])) * inner_bytes,
                  static_cast<std::size_t>(inner_bytes));
      to += inner_bytes;
    }
  }
}

template <class T, class Index>
void gather_backward(host, T* gx, T const* gy, Index const* at, index_t outer, index_t n, index_t count,
                     index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < count; ++i) {
      T* into = gx + (o * n + static_cast<index_t>(at[i])) * inner;
      for (index_t k = 0; k < inner; ++k) into[k] += *gy++;
    }
  }
}

template <class T>
void place(host, T* gx, T const* gy, index_t const* at, index_t outer, index_t n, index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; ++i) {
      index_t const from = o * inner + i;
      gx[(o * n + at[from]) * inner + i] = gy[from];
    }
  }
}

#define WF_FOR(Index)                                                                                        \
  template index_t first_outside<Index>(host, Index const*, index_t, index_t);                               \
  template void gather<Index>(host, void*, void const*, Index const*, index_t, index_t, index_t, index_t);   \
  template void gather_backward<float, Index>(host, float*, float const*, Index const*, index_t, index_t,    \
                                              index_t, index_t);                                             \
  template void gather_backward<double, Index>(host, double*, double const*, Index const*, index_t, index_t, \
                                               index_t, index_t);
WF_FOR(std::uint8_t)
WF_FOR(std::int32_t)
WF_FOR(std::int64_t)
#undef WF_FOR
template void place<float>(host, float*, float const*, index_t const*, index_t, index_t, index_t);
template void place<double>(host, double*, double const*, index_t const*, index_t, index_t, index_t);

}  // namespace wellformed::backend
