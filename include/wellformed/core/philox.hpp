// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10, the counter-based generator of Salmon et al. (SC 2011): the same numbers on host and device, in any
// order, from (key, counter) alone.
#pragma once

#include <array>

#include <wellformed/core/config.hpp>

namespace wellformed {

/// Seed of everything random: initial weights, shuffling, dropout.
struct seed {
  std::uint64_t value = 0;
};

/// Ten rounds of Philox4x32. Checked against the published known-answer vectors.
WF_HD constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                        std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    std::uint64_t const product0 = std::uint64_t{0xD2511F53u} * counter[0];
    std::uint64_t const product1 = std::uint64_t{0xCD9E8D57u} * counter[2];
    auto const high0 = static_cast<std::uint32_t>(product0 >> 32);
    auto const high1 = static_cast<std::uint32_t>(product1 >> 32);
    counter = {high1 ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product1), high0 ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

/// The numbers of one stream: word `i` of stream `stream` under `s`. 64-bit index, no state.
struct philox_stream {
  std::uint64_t key = 0;
  std::uint64_t stream = 0;

  /// Words 4 i to 4 i + 3.
  WF_HD constexpr std::array<std::uint32_t, 4> block(std::uint64_t i) const {
    return philox4x32({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i >> 32),
                       static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)},
                      {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
  }
  WF_HD constexpr std::uint32_t word(std::uint64_t i) const { return block(i / 4)[i % 4]; }

  /// A word as a number in [0, 1): 24 bits, exact in float and double.
  WF_HD static constexpr float unit(std::uint32_t word) {
    return static_cast<float>(word >> 8) * (1.0f / 16777216.0f);
  }
  WF_HD constexpr float uniform(std::uint64_t i) const { return unit(word(i)); }
};

}  // namespace wellformed
