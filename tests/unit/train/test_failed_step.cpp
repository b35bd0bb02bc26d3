// SPDX-License-Identifier: Apache-2.0
// Failed steps in an ordinary build.
#include "failed_step.hpp"
