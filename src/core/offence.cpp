// SPDX-License-Identifier: Apache-2.0
// The words of offences that kernels meet.
#include <wellformed/core/error.hpp>
#include <wellformed/core/offence.hpp>

namespace wellformed {

namespace {

/// The usual cause of a label outside of its set.
char const* cause_of(offence const& what) {
  if (what.value == what.limit) return " (one too many: are the ids 1-based?)";
  return what.value < 0 ? " (a sentinel? declare ignore)" : "";
}

}  // namespace

void raise_offence(offence const& what) {
  message words(what.code);
  words << what.operation << ": ";
  switch (what.code) {
    case 214:
      words << "index " << what.value << " at element " << what.row << " is outside of an axis of "
            << what.limit << " elements; check which data it indexes";
      break;
    case 305:  // of a view in a user's kernel, which notes thread and axis in one number
      words << "index " << what.value << " on axis " << what.row % 16 << " of " << what.limit
            << " elements, in thread " << what.row / 16;
      break;
    case 801:
      words << "id number " << what.row << " is " << what.value << "; allowed are 0 to " << what.limit - 1
            << "; refine the ids where they enter";
      break;
    case 820:
      words << "label " << what.value << " at row " << what.row << " is outside of [0, " << what.limit
            << "); its range was assumed, not checked: use refine where the labels enter" << cause_of(what);
      break;
    default:
      words << "value " << what.value << " at row " << what.row << ", limit " << what.limit;
  }
  words.raise();
}

}  // namespace wellformed
