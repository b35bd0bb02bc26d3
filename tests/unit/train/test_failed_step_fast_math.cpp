// SPDX-License-Identifier: Apache-2.0
// The same with -DNDEBUG -O3 -ffast-math, and with the checks themselves built so: no check may vanish.
// build: -DNDEBUG -O3 -ffast-math
#include "failed_step.hpp"

#include "../../../src/backend/scan.cpp"
#include "../../../src/optim/stepper.cpp"
