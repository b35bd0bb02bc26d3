// SPDX-License-Identifier: Apache-2.0
// Joins the rows of the operands of an element-wise operation.
#include <utility>

#include <wellformed/expr/held.hpp>

namespace wellformed::holding {

namespace {

constexpr char const* operation = "element-wise operation";

/// Throws if two operands that have rows differ in them.
void check(operand_rows const& a, operand_rows const& b, int rank) {
  for (int i = 0; i < rank; ++i) {
    if (a.extents[i] != b.extents[i]) {
      extents_check::raise_different(operation, static_cast<std::size_t>(i), a.extents[i], b.extents[i]);
    }
  }
  if (a.ordinal != b.ordinal) extents_check::raise_two_devices(operation, a.ordinal, b.ordinal);
}

}  // namespace

void hold(slab* blocks, index_t* extents, int rank, operand_rows const* operands,
          std::size_t count) noexcept {
  operand_rows const* first = operands;
  while (first->extents == nullptr) ++first;
  for (int i = 0; i < rank; ++i) extents[i] = first->extents[i];
  for (auto const* next = operands; next != operands + count; ++next) {
    for (int i = 0; i < next->count; ++i, ++blocks) {
      // What is movable was given as an rvalue.
      *blocks = next->movable ? std::move(const_cast<slab&>(next->blocks[i])) : slab(next->blocks[i]);
    }
  }
}

joined join(slab* blocks, index_t* extents, int rank, operand_rows const* operands, std::size_t count) {
  operand_rows const* first = nullptr;
  joined result;
  for (auto const* next = operands; next != operands + count; ++next) {
    if (next->extents == nullptr) continue;
    if (first == nullptr) {
      first = next;
    } else {
      check(*first, *next, rank);
    }
    result.serial = join_serials(result.serial, next->serial, operation);
    result.ordinal = next->ordinal;
  }
  hold(blocks, extents, rank, operands, count);
  return result;
}

void addresses(slab const* blocks, std::size_t count, void const** result) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!blocks[i]) fail_moved_from("tensor");
    result[i] = blocks[i].data();
  }
}

}  // namespace wellformed::holding
