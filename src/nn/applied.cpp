// SPDX-License-Identifier: Apache-2.0
// The error of a way back whose weights are gone.
#include <wellformed/nn/applied.hpp>

namespace wellformed::nn {

void fail_stale() {
  (message(739)
   << "backward(): a step or an initialisation has changed the weights since this prediction was made; "
      "call backward() before that step, or predict again")
      .raise();
}

}  // namespace wellformed::nn
