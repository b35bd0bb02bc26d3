// SPDX-License-Identifier: Apache-2.0
// Numbers as text, the same in every locale.
#pragma once

#include <charconv>
#include <string>

namespace wellformed::train {

/// `digits` significant digits, as %g writes them in the C locale.
inline std::string general_text(double value, int digits = 9) {
  char text[64];
  auto const end = std::to_chars(text, text + sizeof(text), value, std::chars_format::general, digits).ptr;
  return std::string(text, end);
}
/// `digits` digits after the point.
inline std::string fixed_text(double value, int digits) {
  char text[400];
  auto const end = std::to_chars(text, text + sizeof(text), value, std::chars_format::fixed, digits).ptr;
  return std::string(text, end);
}

}  // namespace wellformed::train
