// SPDX-License-Identifier: Apache-2.0
// Checks of the numbers that layers are made with.
#include <wellformed/core/bits.hpp>
#include <wellformed/nn/layer.hpp>

namespace wellformed::nn {

void check_number(char const* layer, char const* name, double value, double least, double most) {
  if (is_finite(value) && value >= least && value <= most) return;
  message text(521);
  text << layer << ": " << name << " is " << value << "; give a ";
  if (least == 1e-300)
    text << "positive number";
  else
    text << "number from " << least << " to " << most;
  text.raise();
}

}  // namespace wellformed::nn
