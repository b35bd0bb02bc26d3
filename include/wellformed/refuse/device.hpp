// SPDX-License-Identifier: Apache-2.0
// WF6xx: devices, memory and launches.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

WF_RULE(601, "data(): the elements of a device tensor cannot be read by the host; do move_to<host>(x) first");
WF_RULE(602, "two operands live on different devices; do move_to<host>(x) or move_to<cuda>(x) on one of them");

}  // namespace wellformed::refuse
