// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10, the counter-based generator of Salmon et al. (SC 2011): the same numbers on host and device,
// in any order, from (key, counter) alone.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed {

/// Seed of everything random: initial weights, shuffling, dropout.
struct seed {
  std::uint64_t value = 0;
};

/// Four 32-bit words. Not std::array, whose functions nvcc does not call on the device.
struct philox_words {
  std::uint32_t word[4];
  WF_HD constexpr std::uint32_t operator[](std::uint64_t i) const { return word[i]; }
  friend constexpr bool operator==(philox_words const&, philox_words const&) = default;
};

/// Ten rounds of Philox4x32. Checked against the published known-answer vectors.
WF_HD constexpr philox_words philox4x32(philox_words counter, std::uint64_t key) {
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    std::uint64_t const product0 = std::uint64_t{0xD2511F53u} * counter.word[0];
    std::uint64_t const product1 = std::uint64_t{0xCD9E8D57u} * counter.word[2];
    auto const high0 = static_cast<std::uint32_t>(product0 >> 32);
    auto const high1 = static_cast<std::uint32_t>(product1 >> 32);
    counter = {{high1 ^ counter.word[1] ^ key0, static_cast<std::uint32_t>(product1),
                high0 ^ counter.word[3] ^ key1, static_cast<std::uint32_t>(product0)}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return counter;
}

/// The numbers of one stream: word `i` of stream `stream` under `s`. 64-bit index, no state.
struct philox_stream {
  std::uint64_t key = 0;
  std::uint64_t stream = 0;

  /// Words 4 i to 4 i + 3.
  WF_HD constexpr philox_words block(std::uint64_t i) const {
    return philox4x32({{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i >> 32),
                        static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)}},
                      key);
  }
  WF_HD constexpr std::uint32_t word(std::uint64_t i) const { return block(i / 4)[i % 4]; }

  /// A word as a number in [0, 1): 24 bits, exact in float and double.
  WF_HD static constexpr float unit(std::uint32_t word) {
    return static_cast<float>(word >> 8) * (1.0f / 16777216.0f);
  }
  WF_HD constexpr float uniform(std::uint64_t i) const { return unit(word(i)); }
};

}  // namespace wellformed
