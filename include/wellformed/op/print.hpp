// SPDX-License-Identifier: Apache-2.0
// The elements of a tensor as text, for any stream: `std::cout << x` as PyTorch prints it. A template on the
// stream, so that no header of streams comes along.
#pragma once

#include <wellformed/expr/map.hpp>

namespace wellformed {

/// What takes words and numbers by <<.
template <class Stream>
concept TextStream = requires(Stream& out, char const* words) {
  out << words;
  out << 1.5;
  out << 1LL;
};

namespace printing {

/// Axes of more elements show the first and the last of them, in a tensor of more than a thousand.
inline constexpr index_t shown_at_end = 3, shown_whole = 1000;

template <class Stream, class E>
void write_element(Stream& out, E value) {
  if constexpr (StorageElement<E>) {
    out << static_cast<double>(static_cast<float>(value));
  } else if constexpr (ComputingElement<E>) {
    out << value;
  } else {
    out << static_cast<long long>(value);
  }
}

/// Before element `i` of an axis with `rank` - 1 axes inside.
template <class Stream>
void write_gap(Stream& out, int rank, int indent) {
  out << (rank == 1 ? ", " : ",");
  for (int i = 1; i < rank; ++i) out << "\n";
  for (int i = 0; rank > 1 && i < indent; ++i) out << " ";
}

template <class Stream, class E>
void write_axis(Stream& out, E const* from, index_t const* extents, int rank, int indent, bool whole) {
  if (rank == 0) return write_element(out, *from);
  index_t step = 1;
  for (int i = 1; i < rank; ++i) step *= extents[i];
  out << "[";
  for (index_t i = 0; i < extents[0]; ++i) {
    if (i != 0) write_gap(out, rank, indent + 1);
    if (!whole && i == shown_at_end && extents[0] > 2 * shown_at_end) {
      out << "...";
      write_gap(out, rank, indent + 1);
      i = extents[0] - shown_at_end;
    }
    write_axis(out, from + i * step, extents + 1, rank - 1, indent + 1, whole);
  }
  out << "]";
}

}  // namespace printing

/// Computes: the text of x, row by row, in brackets; of large tensors the first and last elements of each
/// axis. Class ids are printed as numbers. Refuses: WF702 an expression with a tape, which only a consumer
/// may evaluate.
template <class Stream, Value X>
  requires TextStream<Stream>
Stream& operator<<(Stream& out, X const& x) {
  if constexpr (came_of_refusal<X>) {
    return out;
  } else if constexpr (is_tracked_value<X>) {
    return out << x.value();
  } else if constexpr (X::tracked) {
    refuse::refused<refuse::wf702>::report();
  } else if constexpr (is_tensor<X>) {
    printing::write_axis(out, x.data(), x.extents().data(), X::rank, 0, x.size() <= printing::shown_whole);
  } else {
    out << eval(x);
  }
  return out;
}

}  // namespace wellformed
