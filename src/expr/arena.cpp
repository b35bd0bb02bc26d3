// SPDX-License-Identifier: Apache-2.0
// Numbers that tell arenas apart.
#include <atomic>

#include <wellformed/expr/arena.hpp>

namespace wellformed {

std::uint64_t next_arena_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace wellformed
