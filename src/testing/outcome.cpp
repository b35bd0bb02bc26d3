// SPDX-License-Identifier: Apache-2.0
// What a failed test of a user's model says.
#include <cstdio>

#include <wellformed/testing.hpp>

namespace wellformed::testing {

outcome loss_not_lower(double before, double after) {
  char text[128];
  std::snprintf(text, sizeof(text), "a step did not lower the loss: %.9g before, %.9g after", before, after);
  return outcome(text);
}

outcome skipped_step() { return outcome("the step was skipped: no row counted, or a number was not finite"); }

outcome unchanged_parameter(char const* name) {
  return outcome(std::string("a step did not change the parameter ") + name +
                 ": nothing of the loss reaches it, or the learning rate is too small");
}

outcome wrong_gradient(char const* name, index_t number, double backward, double differences) {
  char text[160];
  std::snprintf(text, sizeof(text), " number %lld: backward() says %.9g, differences say %.9g",
                static_cast<long long>(number), backward, differences);
  return outcome(std::string("the gradient of ") + name + text);
}

}  // namespace wellformed::testing
